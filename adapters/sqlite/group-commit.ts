// Group commit: all writes that arrive in one turn of the event loop share one transaction and one synchronisation of
// the disk, and are answered once COMMIT has returned. A write checks before it changes anything and is then applied
// whole, so a refused one leaves nothing and needs no savepoint; when one throws, each of the group gets a transaction of
// its own, so that it fails alone.
import { Effect } from "effect"
import type { DatabaseSync } from "node:sqlite"
import { CommitUnknown, StoreUnavailable } from "../../core/ports/store.ts"
import { isCertainlyRolledBack, isRefusedBySqlite, type Statement, statement } from "./connection.ts"

/** What one transaction keeps in mind. */
export interface Turn {
  /** Writes what was held back until the end of the transaction. */
  readonly settle: () => void
  /** Called after COMMIT. */
  readonly committed: () => void
}

type Answer = Effect.Effect<unknown, unknown>

interface Work<T> {
  readonly run: (turn: T) => Answer
  readonly answer: (answer: Answer) => void
}

/** Most writes in one transaction, so that a crowd does not hold up the event loop. */
const largestGroup = 256

const refused = (cause: unknown): Answer =>
  isRefusedBySqlite(cause) ? Effect.fail(new StoreUnavailable({ cause })) : Effect.die(cause)

/** The writes of one connection; `begin` makes the mind of a transaction. */
export class GroupCommit<T extends Turn> {
  private readonly db: DatabaseSync
  private readonly begin: () => T
  private readonly beginStatement: Statement<never>
  private readonly commitStatement: Statement<never>
  private waiting = new Set<Work<T>>()

  constructor(db: DatabaseSync, begin: () => T) {
    this.db = db
    this.begin = begin
    this.beginStatement = statement(db, "begin immediate")
    this.commitStatement = statement(db, "commit")
  }

  /** Runs `run` inside the next transaction and gives what it answered once that is durable. It may run twice. */
  submit<A, E>(run: (turn: T) => Effect.Effect<A, E>): Effect.Effect<A, E | StoreUnavailable | CommitUnknown> {
    return Effect.callback<A, E | StoreUnavailable | CommitUnknown>((resume) => {
      const work: Work<T> = { run, answer: (answer) => resume(answer as Effect.Effect<A, E>) }
      if (this.waiting.size === 0) setImmediate(() => this.flush())
      this.waiting.add(work)
      return Effect.sync(() => {
        this.waiting.delete(work)
      })
    })
  }

  /** Writes at once what waits: nothing may come after it. */
  flush(): void {
    const works = [...this.waiting]
    this.waiting = new Set()
    for (let start = 0; start < works.length; start += largestGroup) {
      this.transact(works.slice(start, start + largestGroup))
    }
  }

  private transact(group: ReadonlyArray<Work<T>>): void {
    const answerAll = (answer: Answer): void => {
      for (const work of group) work.answer(answer)
    }
    if (!this.db.isOpen) {
      return answerAll(Effect.fail(new StoreUnavailable({ cause: new Error("The store is closed") })))
    }
    const turn = this.begin()
    try {
      this.beginStatement.run()
    } catch (cause) {
      return answerAll(refused(cause))
    }
    const answers: Array<Answer> = []
    try {
      for (const work of group) answers.push(work.run(turn))
      turn.settle()
    } catch (cause) {
      this.rollBack()
      if (group.length === 1) return answerAll(refused(cause))
      for (const work of group) this.transact([work])
      return
    }
    try {
      this.commitStatement.run()
    } catch (cause) {
      this.rollBack()
      return answerAll(
        Effect.fail(isCertainlyRolledBack(cause) ? new StoreUnavailable({ cause }) : new CommitUnknown({ cause }))
      )
    }
    turn.committed()
    group.forEach((work, index) => work.answer(answers[index] ?? Effect.die(new Error("A write gave no answer"))))
  }

  // SQLite rolls back by itself after some errors.
  private rollBack(): void {
    if (this.db.isTransaction) this.db.exec("rollback")
  }
}
