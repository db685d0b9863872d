// The reads of one connection. Those that run without a pause share a transaction: they see one instant, nothing that another
// process commits stands between them, and the locks of the file are taken and given back once for all of them (0253).
import { Effect } from "effect"
import type { DatabaseSync } from "node:sqlite"
import { StoreUnavailable } from "../../core/engine/store/store.ts"
import { type Statement, isUnavailable, problemOf, rollBack, statement } from "./connection.ts"

export class Reads {
  private readonly db: DatabaseSync
  private readonly beginStatement: Statement<never>
  private readonly endStatement: Statement<never>
  private isBegun = false

  constructor(db: DatabaseSync) {
    this.db = db
    this.beginStatement = statement(db, "begin")
    this.endStatement = statement(db, "end")
  }

  /** Reads what is committed; dies when it would read the middle of a transaction that writes. */
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

  /** Ends the transaction of the reads before: what is read next is what is committed by then. */
  readonly end = (): void => {
    if (!this.isBegun) return
    this.isBegun = false
    // SQLite ends it by itself after some errors.
    if (!this.db.isOpen || !this.db.isTransaction) return
    try {
      this.endStatement.run()
    } catch {
      rollBack(this.db)
    }
  }

  private begin(): void {
    if (this.db.isTransaction) {
      if (this.isBegun) return
      throw new Error("A read inside an open transaction")
    }
    this.beginStatement.run()
    this.isBegun = true
    process.nextTick(this.end)
  }
}
