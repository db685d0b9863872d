// Checkpoints of a SQLite database: they copy its log (WAL) into the database file. SQLite runs one in the commit that makes the log
// reach 1,000 pages, which blocks the event loop for some 20 ms. A process with many writes runs them in a thread (0035).
import { Effect, type Scope } from "effect"
import type { DatabaseSync } from "node:sqlite"
import { Worker } from "node:worker_threads"
import { type SqliteConfig, isPath } from "./connection.ts"

/** The database that the thread opens. */
export interface CheckpointDatabase {
  readonly filename: string
  readonly synchronous: "FULL" | "NORMAL"
}

/** Change sets between two checkpoints. One adds five to eight pages to the log. */
const writesBetween = 1_000

// Pages of 4 KiB at which a commit runs the checkpoint itself. The log starts again from its beginning only after a checkpoint of all
// of it with no write since. The thread alone does not get there under load, so a commit copies what is left.
const pagesWithoutThread = 1_000
const pagesWithThread = 16_384

export class Checkpoints {
  private readonly db: DatabaseSync
  private readonly database: CheckpointDatabase
  private readonly warn: (cause: unknown) => void
  private thread: Worker | undefined
  private isRunning = false
  private hasFailed = false
  private writes = 0

  /** `warn` is called once, if the thread cannot run. */
  constructor(db: DatabaseSync, { filename, synchronous = "FULL" }: SqliteConfig, warn: (cause: unknown) => void) {
    this.db = db
    this.database = { filename, synchronous }
    this.warn = warn
  }

  /** Counts change sets after their commit, and starts a checkpoint when enough were written. Never throws. */
  committed(writes: number): void {
    this.writes += writes
    if (this.writes < writesBetween || this.isRunning || this.hasFailed) return
    this.writes = 0
    this.isRunning = true
    if (this.thread === undefined) this.startThread()
    else this.thread.postMessage("checkpoint")
  }

  /** Ends the thread after its checkpoint, and closes its connection. */
  close(): Promise<void> {
    const { thread } = this
    if (thread === undefined) return Promise.resolve()
    return new Promise((resolve) => {
      thread.ref()
      thread.once("exit", () => resolve())
      thread.postMessage("close")
    })
  }

  private startThread(): void {
    try {
      // The permissions of the process may forbid threads, and a bundle may not have the file.
      this.thread = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), {
        workerData: this.database,
        execArgv: []
      })
    } catch (cause) {
      return this.fail(cause)
    }
    this.thread.unref()
    this.thread.on("message", () => {
      this.isRunning = false
      this.setPages(pagesWithThread)
    })
    this.thread.on("error", (cause) => this.fail(cause))
    this.thread.on("exit", () => {
      this.thread = undefined
      this.setPages(pagesWithoutThread)
    })
  }

  /** Leaves checkpoints to the commits from now on. Nothing is lost: what is not in the file is in the log. */
  private fail(cause: unknown): void {
    this.hasFailed = true
    this.warn(cause)
  }

  private setPages(pages: number): void {
    if (this.db.isOpen) this.db.exec(`pragma wal_autocheckpoint = ${pages}`)
  }
}

/** The checkpoints of an open database, until the scope ends; none for a database in memory. */
export const openCheckpoints = (
  db: DatabaseSync,
  config: SqliteConfig
): Effect.Effect<Checkpoints | undefined, never, Scope.Scope> =>
  Effect.gen(function*() {
    if (!isPath(config.filename)) return undefined
    const log = Effect.runForkWith(yield* Effect.context())
    const warn = (cause: unknown) =>
      void log(Effect.logWarning("The checkpoint thread of SQLite cannot run; commits run checkpoints", {
        problem: String(cause)
      }))
    return yield* Effect.acquireRelease(
      Effect.sync(() => new Checkpoints(db, config, warn)),
      (checkpoints) => Effect.promise(() => checkpoints.close())
    )
  })
