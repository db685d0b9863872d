// The pool, watched: a statement that waits longer than usual makes us ask whether the server is there. When it is away
// everything that waits is told so within a second, and whoever asks then is told at once; when one connection alone is
// dead, only its statement is. Slow statements of a server that works on them are waited for (0118).
import type { Pool, PoolClient } from "pg"
import { NotSent, isBroken } from "./errors.ts"
import { Dead, Probe, Silent } from "./probe.ts"

/** A statement that waits longer than this is asked after. */
const patienceMs = 200
const lookMs = 50
/** So often in a row its backend has to be seen idle: an answer may be on its way for long where processors are busy. */
const idleLooks = 6
/** How long the word of a silent server stands for others who ask. */
const silentMs = 250

/** A statement that was asked and not answered. */
class Waiting {
  readonly since = performance.now()
  /** The backend that has it; undefined while it has none. */
  pid: number | undefined
  /** How often in a row its backend was seen to work on nothing. */
  idle = 0
  private readonly ended = Promise.withResolvers<never>()

  /** What it waits for, unless it is given up before. */
  until<A>(answer: Promise<A>): Promise<A> {
    return Promise.race([answer, this.ended.promise])
  }

  giveUp(cause: Error): void {
    this.ended.reject(cause)
  }
}

export class Link {
  private pool: Pool
  private readonly open: () => Pool
  private readonly probe: Probe
  private readonly waiting = new Set<Waiting>()
  /** The server did not answer when it was last requested; whoever waits to be sent need not wait for more. */
  isAway = false
  /** What a server that said nothing leaves for those who ask soon after; monotonic milliseconds. */
  private silent: { readonly cause: Silent; readonly until: number } | undefined
  private reaching: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined
  private isLooking = false

  constructor(open: () => Pool) {
    this.open = open
    this.pool = open()
    this.probe = new Probe(this.pool.options)
    // Made while all is well, its connection is there when it is needed.
    this.probe.active([]).catch(() => undefined)
  }

  /** Uses a connection. Rejects with `NotSent` when there is none, or with what went wrong after. */
  async with<A>(use: (client: PoolClient) => Promise<A>): Promise<A> {
    if (this.isAway) await this.reach()
    const waiting = new Waiting()
    this.waiting.add(waiting)
    this.watch()
    try {
      return await this.run(waiting, use)
    } finally {
      this.waiting.delete(waiting)
    }
  }

  async end(): Promise<void> {
    clearTimeout(this.timer)
    this.probe.drop()
    await this.pool.end()
  }

  private async run<A>(waiting: Waiting, use: (client: PoolClient) => Promise<A>): Promise<A> {
    const client = await this.connected(waiting)
    waiting.pid = (client as PoolClient & { readonly processID?: number }).processID
    try {
      const answer = await waiting.until(use(client))
      client.release()
      return answer
    } catch (error) {
      client.release(isBroken(error))
      throw error
    }
  }

  private async connected(waiting: Waiting): Promise<PoolClient> {
    const connecting = this.pool.connect()
    try {
      return await waiting.until(connecting)
    } catch (cause) {
      // One that comes all the same is of the pool that was given up.
      connecting.then((client) => client.release(true)).catch(() => undefined)
      throw new NotSent("no connection", { cause })
    }
  }

  private watch(): void {
    // A process that stood still wakes up with its timers first: answers that had come are taken before we look.
    this.timer ??= setTimeout(() => setImmediate(() => this.look()), lookMs).unref()
  }

  private look(): void {
    this.timer = undefined
    if (this.waiting.size === 0) return
    this.watch()
    const late = performance.now() - patienceMs
    const slow = [...this.waiting].filter(({ since }) => since < late)
    if (slow.length === 0 || this.isLooking) return
    this.isLooking = true
    void this.judge(slow).finally(() => this.isLooking = false)
  }

  /** Gives up what no one works on: everything when the server is away. */
  private async judge(slow: ReadonlyArray<Waiting>): Promise<void> {
    const asked = slow.flatMap((waiting) => waiting.pid === undefined ? [] : [waiting])
    const active = await this.probe.active(asked.map(({ pid }) => pid ?? 0)).catch((cause: unknown) => this.lose(cause))
    if (active === undefined) return
    for (const waiting of asked) {
      waiting.idle = active.has(waiting.pid ?? 0) ? 0 : waiting.idle + 1
      if (waiting.idle === idleLooks) waiting.giveUp(new Error("the connection is dead"))
    }
  }

  private lose(cause: unknown): undefined {
    this.isAway = !(cause instanceof Dead)
    this.remember(cause)
    for (const waiting of this.waiting) waiting.giveUp(new Error("the database is away", { cause }))
    const dead = this.pool
    this.pool = this.open()
    void dead.end().catch(() => undefined)
  }

  private remember(cause: unknown): void {
    this.silent = cause instanceof Silent ? { cause, until: performance.now() + silentMs } : undefined
  }

  /** Asks on behalf of everybody who comes meanwhile whether the server is back. */
  private async reach(): Promise<void> {
    if (this.silent !== undefined && performance.now() < this.silent.until) {
      throw new NotSent("the database is away", { cause: this.silent.cause })
    }
    this.reaching ??= this.probe.active([]).then(
      () => void (this.isAway = false),
      (cause: unknown) => {
        this.remember(cause)
        throw new NotSent("the database is away", { cause })
      }
    ).finally(() => this.reaching = undefined)
    await this.reaching
  }
}
