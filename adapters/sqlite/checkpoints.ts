// When the log of a database is copied into its file. By itself SQLite does that in a commit, which then takes some 20 ms, and the
// event loop with it; under load that was every tenth commit. A process that writes much has a thread for it (0252). Where no thread
// can run, SQLite goes on by itself.
import type { DatabaseSync } from "node:sqlite"
import { Worker } from "node:worker_threads"
import type { SqliteConfig } from "./connection.ts"

/** The database that a thread works on. */
export interface CheckpointOrder {
  readonly filename: string
  readonly synchronous: "FULL" | "NORMAL"
}

/** Change sets between two copies. One takes five to eight pages of the log. */
const writesBetween = 1_000

// In pages of 4 KiB. A log begins anew only where all of it is copied and nobody writes meanwhile, which the thread does not bring
// about under load: the commit that makes it longer than this copies what the thread has left.
const ownPages = 1_000
const pagesBesideThread = 16_384

export class Checkpoints {
  private readonly db: DatabaseSync
  private readonly order: CheckpointOrder
  private thread: Worker | undefined
  private isCopying = false
  private hasFailed = false
  private writes = 0

  constructor(db: DatabaseSync, { filename, synchronous = "FULL" }: SqliteConfig) {
    this.db = db
    this.order = { filename, synchronous }
  }

  /** So many change sets were committed. */
  committed(writes: number): void {
    this.writes += writes
    if (this.writes < writesBetween || this.isCopying || this.hasFailed) return
    this.writes = 0
    this.isCopying = true
    if (this.thread === undefined) this.begin()
    else this.thread.postMessage("copy")
  }

  /** Ends the thread, which closes its connection. */
  end(): Promise<void> {
    const { thread } = this
    if (thread === undefined) return Promise.resolve()
    return new Promise((resolve) => {
      thread.ref()
      thread.once("exit", () => resolve())
      thread.postMessage("end")
    })
  }

  private begin(): void {
    const thread = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), {
      workerData: this.order,
      execArgv: []
    })
    this.thread = thread
    thread.unref()
    thread.on("message", () => {
      this.isCopying = false
      this.leave(pagesBesideThread)
    })
    // SQLite reports what is wrong with the disk to the next commit.
    thread.on("error", () => {
      this.hasFailed = true
    })
    thread.on("exit", () => {
      this.thread = undefined
      this.leave(ownPages)
    })
  }

  /** Lets the log become so long before a commit copies it. */
  private leave(pages: number): void {
    if (this.db.isOpen) this.db.exec(`pragma wal_autocheckpoint = ${pages}`)
  }
}
