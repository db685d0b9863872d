// Group commit: all writes that arrive in one turn of the event loop share one transaction and one synchronisation of
// the disk, and are answered once COMMIT has returned. A group first writes without looking; where one of them throws,
// nothing of it stands and the group runs again with care, each looking for a refusal before it writes, so that a refused
// one leaves nothing and needs no savepoint. If one throws even then, each gets a transaction of its own and fails alone.
import { Effect } from "effect"
import type { DatabaseSync } from "node:sqlite"
import { CommitUnknown, StoreUnavailable } from "../../core/engine/store/store.ts"
import {
  type NextTurn,
  type Statement,
  isCertainlyRolledBack,
  isUnavailable,
  problemOf,
  rollBack,
  statement
} from "./connection.ts"
import type { Reads } from "./reads.ts"

/** A transaction from its first statement to its last; `T` is what it keeps in mind meanwhile. */
interface Course<T> {
  readonly begin: (careful: boolean) => T
  /** Writes what was held back until the end. */
  readonly settle: (turn: T) => void
  /** Called after COMMIT of so many writes. */
  readonly committed: (turn: T, writes: number) => void
}

type Answer = Effect.Effect<unknown, unknown>

interface Work<T> {
  readonly run: (turn: T) => Answer
  readonly answer: (answer: Answer) => void
}

/** Most writes in one transaction, so that a crowd does not hold up the event loop. */
const largestGroup = 256

const refused = (cause: unknown): Answer =>
  isUnavailable(cause) ? Effect.fail(new StoreUnavailable({ cause })) : Effect.die(cause)

/** The writes of one connection. */
export class GroupCommit<T> {
  private readonly db: DatabaseSync
  private readonly course: Course<T>
  private readonly reads: Reads
  private readonly beginStatement: Statement<never>
  private readonly commitStatement: Statement<never>
  private readonly waiting = new Set<Work<T>>()
  private readonly nextTurn: NextTurn

  constructor(db: DatabaseSync, reads: Reads, course: Course<T>, nextTurn: NextTurn = (run) => void setImmediate(run)) {
    this.db = db
    this.reads = reads
    this.course = course
    this.nextTurn = nextTurn
    this.beginStatement = statement(db, "begin immediate")
    this.commitStatement = statement(db, "commit")
  }

  /** Runs `run` inside the next transaction and gives what it answered once that is durable. It may run again. */
  submit<A, E>(run: (turn: T) => Effect.Effect<A, E>): Effect.Effect<A, E | StoreUnavailable | CommitUnknown> {
    return Effect.callback<A, E | StoreUnavailable | CommitUnknown>((resume) => {
      const work: Work<T> = { run, answer: (answer) => resume(answer as Effect.Effect<A, E>) }
      if (this.waiting.size === 0) this.schedule()
      this.waiting.add(work)
      return Effect.sync(() => {
        this.waiting.delete(work)
      })
    })
  }

  /** Writes at once what waits: nothing may come after it. */
  close(): void {
    while (this.waiting.size > 0) this.flush()
    this.reads.end()
  }

  private schedule(): void {
    this.nextTurn(() => this.flush())
  }

  private flush(): void {
    const group = [...this.waiting].slice(0, largestGroup)
    for (const work of group) this.waiting.delete(work)
    if (this.waiting.size > 0) this.schedule()
    if (group.length > 0) this.transact(group, false)
  }

  private transact(group: ReadonlyArray<Work<T>>, careful: boolean): void {
    const answerAll = (answer: Answer): void => {
      for (const work of group) work.answer(answer)
    }
    this.reads.end()
    const problem = problemOf(this.db)
    if (problem !== undefined) return answerAll(Effect.fail(problem))
    const turn = this.course.begin(careful)
    try {
      this.beginStatement.run()
    } catch (cause) {
      return answerAll(refused(cause))
    }
    const answers: Array<Answer> = []
    try {
      for (const work of group) answers.push(work.run(turn))
      this.course.settle(turn)
    } catch (cause) {
      rollBack(this.db)
      if (!careful) return this.transact(group, true)
      if (group.length === 1) return answerAll(refused(cause))
      for (const work of group) this.transact([work], true)
      return
    }
    try {
      this.commitStatement.run()
    } catch (cause) {
      rollBack(this.db)
      return answerAll(
        Effect.fail(isCertainlyRolledBack(cause) ? new StoreUnavailable({ cause }) : new CommitUnknown({ cause }))
      )
    }
    this.course.committed(turn, group.length)
    group.forEach((work, index) => work.answer(answers[index] ?? Effect.die(new Error("A write gave no answer"))))
  }
}

// What one transaction keeps in mind: balances and places are read once and written once, however many change sets share the
// transaction, and the worker hears of new work only when it is committed.

/** A balance as it stands within the transaction: smallest units, debit positive. */
export interface PendingBalance {
  readonly n: bigint
  amount: bigint
  changed: boolean
}

/** Thrown where a change set met what stands already. The group then runs again and looks before it writes. */
export class Conflict extends Error {}

export class Turn {
  /** Whether each change set looks whether it will be refused before it writes anything. */
  readonly careful: boolean
  /** By account and asset, as far as they were requested and exist. */
  readonly balances = new Map<string, PendingBalance>()
  /** The place in a list that was given last; undefined until the first. */
  place: bigint | undefined = undefined
  /** Unix milliseconds at which jobs that came in or were released may run. */
  readonly due: Array<number> = []

  constructor(careful: boolean) {
    this.careful = careful
  }
}
