// The live stream: server-sent events that name what changed, for whoever may see it (decision 0134). What this process commits
// comes at once; what others commit is found by a slow look at the events of the accounts. A stream carries no data but names,
// so a reader that missed some loads what it shows again. It is bounded: streams of a viewer, and names that wait for a reader.
// It goes on as long as the key, session or token that opened it opens anything.
import { Clock, type Context, Effect, Exit, Option } from "effect"
import { ApiKeys, isOver } from "../../../../core/customers/account/api-key.ts"
import { Accounts } from "../../../../core/customers/account/account.ts"
import { mostTogether } from "../../../../core/reports/browse/newest-operations.ts"
import { RateLimited } from "../../../../core/base/errors/errors.ts"
import { Events } from "../../../../core/engine/event/event.ts"
import { get, list } from "../../../../core/engine/store/records.ts"
import { Store } from "../../../../core/engine/store/store.ts"
import * as api from "../definition/dashboard.ts"
import { type ManagedRoute, managedFile } from "../request/management-route.ts"
import { heldTo, stillOpens } from "../request/viewer.ts"
import type { WireAnswer } from "../request/wire.ts"
import { ChangeHub, type Changed, Changes } from "../../environments/live-plane.ts"

const heartbeatMs = 15_000
const pollMs = 5_000
const streamsOfOne = 8
const waiting = 1_000

/** What is written down for the operator alone. */
const operators: ReadonlySet<string> = new Set(["approval", "operatorAct", "review"])

/** The streams of one data plane. */
export const liveRoutes = (): ReadonlyArray<ManagedRoute> => {
  const elsewhere = new ChangeHub()
  const open = new Map<string, number>()
  let poller: { readonly stop: () => void } | undefined
  const count = (viewer: string, by: number): void => {
    const left = (open.get(viewer) ?? 0) + by
    if (left > 0) open.set(viewer, left)
    else open.delete(viewer)
    if (open.size > 0) return
    poller?.stop()
    poller = undefined
  }
  return [
    managedFile(
      api.live,
      Effect.fnUntraced(function*(viewer) {
        const account = heldTo(viewer)
        const name = account ?? viewer.operator.by?.id ?? "operator"
        if ((open.get(name) ?? 0) >= streamsOfOne) return yield* new RateLimited({ retryAfterSeconds: 5 })
        const here = yield* Changes
        const services = yield* Effect.context<Store>()
        count(name, 1)
        poller ??= poll(services, elsewhere)
        const keyId = viewer.caller?.keyId
        const isLetIn = async (): Promise<boolean> => {
          const exit = await Effect.runPromiseExitWith(services)(
            keyId === undefined ? stillOpens(viewer) : opens(keyId)
          )
          // A store that cannot be asked says nothing of whoever reads.
          return Exit.isFailure(exit) || exit.value
        }
        const isSeen = ({ accountId, kind }: Changed): boolean =>
          account === undefined || (accountId === account && !operators.has(kind))
        return {
          status: 200,
          headers: { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
          body: stream({ hubs: [here, elsewhere], isSeen, isLetIn, ended: () => count(name, -1) })
        } satisfies WireAnswer
      })
    )
  ]
}

const opens = Effect.fnUntraced(function*(keyId: string) {
  const key = Option.getOrUndefined(yield* get(ApiKeys, keyId))?.value
  return key !== undefined && !isOver(key, yield* Clock.currentTimeMillis)
})

interface Watch {
  readonly hubs: ReadonlyArray<ChangeHub>
  readonly isSeen: (change: Changed) => boolean
  /** Whether its reader may go on. */
  readonly isLetIn: () => Promise<boolean>
  readonly ended: () => void
}

const textOf = (changed: Changed): string => `event: change\ndata: ${JSON.stringify(changed)}\n\n`

/** Names as they come, each once while it waits; a comment when there was none for a while. */
const stream = ({ ended, hubs, isLetIn, isSeen }: Watch): AsyncIterable<string> => {
  const queue = new Set<string>(["retry: 2000\nevent: hello\ndata: {}\n\n"])
  let resume: (() => void) | undefined
  let isOver = false
  const stops = hubs.map((hub) =>
    hub.listen((changes) => {
      for (const change of changes) if (isSeen(change) && queue.size < waiting) queue.add(textOf(change))
      resume?.()
    })
  )
  // A busy stream has no pause, so the key is looked at by a clock of its own.
  const looking = setInterval(() => void isLetIn().then((isIn) => isIn || end()), heartbeatMs).unref()
  const end = (): void => {
    if (isOver) return
    isOver = true
    clearInterval(looking)
    for (const stop of stops) stop()
    resume?.()
    ended()
  }
  const take = (): string => {
    const text = [...queue].join("")
    queue.clear()
    return text
  }
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, heartbeatMs)
      timer.unref()
      resume = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        if (!isOver && queue.size === 0) await pause()
        resume = undefined
        if (isOver) return { done: true, value: undefined }
        return { done: false, value: queue.size === 0 ? ": still here\n\n" : take() }
      },
      return: () => {
        end()
        return Promise.resolve({ done: true, value: undefined })
      }
    })
  }
}

// What other processes of the plane commit, as far as it makes events.
const poll = (services: Context.Context<Store>, hub: ChangeHub) => {
  let last: bigint | undefined
  const look = Effect.gen(function*() {
    const accounts = yield* list(Accounts, "all", "all", { limit: mostTogether })
    const rows = yield* Store.use((store) =>
      store.ask(accounts.map(({ value }) => ({
        by: "list",
        page: { kind: Events.kind, list: "byOwner", value: value.id, limit: 5 }
      })))
    )
    const found = rows.flat().filter(({ seq }) => last !== undefined && seq > last)
    last = rows.flat().reduce((most, { seq }) => seq > most ? seq : most, last ?? 0n)
    return found.map(({ record }): Changed => ({ kind: record.kind, id: record.id, accountId: record.owner }))
  })
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const again = async (): Promise<void> => {
    const exit = await Effect.runPromiseExitWith(services)(look)
    if (Exit.isSuccess(exit)) hub.tell(exit.value)
    if (!isOver) timer = setTimeout(() => void again(), pollMs).unref()
  }
  void again()
  return {
    stop: () => {
      isOver = true
      clearTimeout(timer)
    }
  }
}
