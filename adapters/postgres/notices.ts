// Wakes the workers of other processes: one connection listens and tells. What many commits have to tell within a few
// milliseconds is one notice, sent after them and outside of them, for a transaction that notifies makes every other
// one wait. A notice may be lost with its process; a worker that looks at the queue now and then misses nothing.
import { Deferred, Effect, Schedule, type Scope } from "effect"
import { Client } from "pg"
import type { Wake } from "../../core/engine/store/job-queue.ts"
import { settings } from "./connection.ts"

const channel = "pontepay_jobs"
const gatherMs = 5

export class Notices {
  private readonly url: string
  private readonly wake: Wake
  private client: Client | undefined
  private earliest = Number.POSITIVE_INFINITY
  private sending: NodeJS.Timeout | undefined
  private wasLost = false

  constructor(url: string, wake: Wake) {
    this.url = url
    this.wake = wake
  }

  /** A job may run from this time on: wakes our own worker at once and others soon. */
  noted(runAt: number): void {
    this.wake.noted(runAt)
    this.earliest = Math.min(this.earliest, runAt)
    this.gather()
  }

  /** Listens while the scope is open, and again a second after the connection was lost. Ends when it listens. */
  get listening(): Effect.Effect<void, never, Scope.Scope> {
    return Effect.gen({ self: this }, function*() {
      const tried = yield* Deferred.make<void>()
      const done = Deferred.succeed(tried, undefined)
      yield* this.session(() => Deferred.doneUnsafe(tried, Effect.void)).pipe(
        Effect.ignore,
        Effect.andThen(done),
        Effect.repeat(Schedule.spaced("1 second")),
        Effect.forkScoped
      )
      yield* Deferred.await(tried)
    })
  }

  private gather(): void {
    if (this.earliest !== Number.POSITIVE_INFINITY) {
      this.sending ??= setTimeout(() => void this.send(), gatherMs).unref()
    }
  }

  private async send(): Promise<void> {
    const earliest = this.earliest
    this.earliest = Number.POSITIVE_INFINITY
    await this.client?.query("select pg_notify($1, $2)", [channel, String(earliest)]).catch(() => undefined)
    this.sending = undefined
    this.gather()
  }

  private session(listening: () => void): Effect.Effect<void, unknown> {
    return Effect.acquireUseRelease(
      Effect.sync(() => new Client(settings(this.url))),
      (client) => Effect.tryPromise((signal) => this.listen(client, listening, signal)),
      (client) =>
        Effect.promise(async () => {
          if (this.earliest !== Number.POSITIVE_INFINITY && this.client === client) await this.send()
          this.client = undefined
          await client.end().catch(() => undefined)
        })
    )
  }

  private async listen(client: Client, listening: () => void, signal: AbortSignal): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      client.on("error", () => resolve())
      client.on("end", () => resolve())
      signal.addEventListener("abort", () => resolve())
    })
    await client.connect()
    const { rows: [own] } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
    client.on("notification", ({ payload, processId }) => {
      if (processId !== own?.pid) this.wake.noted(Number(payload))
    })
    await client.query(`listen ${channel}`)
    this.client = client
    listening()
    // What was reported while no one listened is not known: the worker looks at the queue.
    if (this.wasLost) this.wake.noted(0)
    this.wasLost = true
    await ended
  }
}
