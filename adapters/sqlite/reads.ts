// Reads of one connection. All reads before the next turn of the event loop share a read transaction, so they see the same state of the
// database, and the lock of the log is acquired once (0035).
import { Effect } from "effect"
import type { DatabaseSync } from "node:sqlite"
import { StoreUnavailable } from "../../core/engine/store/store.ts"
import { type Statement, isUnavailable, problemOf, rollBack, statement } from "./connection.ts"

export class Reads {
  private readonly db: DatabaseSync
  private readonly beginStatement: Statement<never>
  private readonly endStatement: Statement<never>
  private isOpen = false

  constructor(db: DatabaseSync) {
    this.db = db
    this.beginStatement = statement(db, "begin")
    this.endStatement = statement(db, "end")
  }

  /** Reads committed data. A read inside a write transaction is a defect. */
  read<A>(run: () => A): Effect.Effect<A, StoreUnavailable> {
    return Effect.suspend(() => {
      const problem = problemOf(this.db)
      if (problem !== undefined) return Effect.fail(problem)
      try {
        this.begin()
        return Effect.succeed(run())
      } catch (cause) {
        return isUnavailable(cause) ? Effect.fail(new StoreUnavailable({ cause })) : Effect.die(cause)
      }
    })
  }

  /** Ends the read transaction, so that the next read sees later commits. */
  readonly end = (): void => {
    if (!this.isOpen) return
    this.isOpen = false
    // After some errors SQLite has ended it already.
    if (!this.db.isOpen || !this.db.isTransaction) return
    try {
      this.endStatement.run()
    } catch {
      rollBack(this.db)
    }
  }

  private begin(): void {
    if (this.db.isTransaction) {
      if (this.isOpen) return
      throw new Error("A read inside an open transaction")
    }
    this.beginStatement.run()
    this.isOpen = true
    process.nextTick(this.end)
  }
}
