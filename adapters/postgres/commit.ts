// Commits in batches: whatever was decided at the same time is one round trip and one flush of the disk. A batch that
// meets a refusal is judged change set by change set. A statement that was sent and not answered may stand:
// CommitUnknown.
import { Effect } from "effect"
import {
  type ChangeSet,
  type CommitError,
  type CommitRefusal,
  CommitUnknown,
  DuplicateKey,
  LeaseLost,
  Overdraft,
  StoreUnavailable,
  VersionConflict
} from "../../core/engine/store/store.ts"
import { ask } from "./connection.ts"
import { NotSent, sqlState } from "./errors.ts"
import { Lanes, type QueuedRequest } from "./lanes.ts"
import type { Link } from "./link.ts"
import { type Rows, oneByOne, rowsOf, together } from "./rows.ts"

type Answer =
  | readonly ["VersionConflict", kind: string, id: string]
  | readonly ["DuplicateKey", kind: string, name: string, value: string]
  | readonly ["Overdraft", account: string, asset: string]
  | readonly ["LeaseLost", job: string]
  | readonly ["Fault", sqlState: string, message: string]
  | null

interface Commit extends QueuedRequest {
  readonly rows: Rows
  readonly settle: (effect: Effect.Effect<void, CommitError>) => void
}

const commitAll = {
  name: "commit_all",
  text: "select pontepay.commit_owing($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
}
const commitEach = { name: "commit_each", text: "select pontepay.judge_owing($1)" }

// More change sets than this in one batch save nothing and keep the locks longer.
const limits = { lanes: 2, batch: 64 }
const attempts = 5

const refused = (refusal: CommitRefusal): Effect.Effect<void, CommitRefusal> => Effect.fail(refusal)

const effectOf = (answer: Answer | undefined): Effect.Effect<void, CommitError> => {
  if (answer === undefined) return Effect.fail(new CommitUnknown({ cause: new Error("no answer for this change set") }))
  if (answer === null) return Effect.void
  switch (answer[0]) {
    case "VersionConflict":
      return refused(new VersionConflict({ kind: answer[1], id: answer[2] }))
    case "DuplicateKey":
      return refused(new DuplicateKey({ kind: answer[1], name: answer[2], value: answer[3] }))
    case "Overdraft":
      return refused(new Overdraft({ account: answer[1], asset: answer[2] }))
    case "LeaseLost":
      return refused(new LeaseLost({ job: answer[1] }))
    case "Fault":
      return Effect.die(new Error(`the change set cannot be stored (${answer[1]}): ${answer[2]}`))
  }
}

/** What an error means for a batch: `again` and `judge` know that nothing happened, as does `unavailable`. */
const meaningOf = (error: unknown): "again" | "judge" | "unavailable" | "unknown" => {
  if (error instanceof NotSent) return "unavailable"
  const state = sqlState(error)
  switch (state) {
    case undefined:
      return "unknown"
    case "40001": // serialization failure
    case "40P01": // deadlock
      return "again"
    case "55P03": // lock timeout
    case "57014": // statement timeout
    case "PT001": // data of another server
      return "unavailable"
  }
  // Refusals of ours, and values that cannot be stored: one change set must not spoil the others of its batch.
  return /^(?:PT000|2[1-3]|54)/.test(state) ? "judge" : "unknown"
}

/** Takes commits and tells `noted` the time of the earliest job that may run because of them. */
export class Commits {
  private readonly lanes: Lanes<Commit>
  private readonly link: Link
  private readonly noted: (runAt: number) => void

  constructor(link: Link, noted: (runAt: number) => void) {
    this.link = link
    this.noted = noted
    this.lanes = new Lanes(limits, (batch) => this.send(batch))
  }

  commit(changes: ChangeSet): Effect.Effect<void, CommitError> {
    return Effect.callback((resume) => {
      const commit: Commit = {
        rows: rowsOf(changes),
        settle: resume,
        refuse: (cause) => resume(Effect.fail(new StoreUnavailable({ cause })))
      }
      this.lanes.push(commit)
      return Effect.sync(() => this.lanes.drop(commit))
    })
  }

  private async send(batch: ReadonlyArray<Commit>): Promise<boolean> {
    let meaning: ReturnType<typeof meaningOf> = "again"
    let judged = false
    let cause: unknown
    for (let attempt = 1; attempt <= attempts; attempt++) {
      try {
        if (judged) await this.each(batch)
        else await this.all(batch)
        return true
      } catch (error) {
        cause = error
        meaning = meaningOf(error)
        if (meaning === "unavailable" || meaning === "unknown" || judged && meaning === "judge") break
        judged ||= meaning === "judge"
      }
    }
    const failure = meaning === "unknown" ? new CommitUnknown({ cause }) : new StoreUnavailable({ cause })
    for (const { settle } of batch) settle(Effect.fail(failure))
    return !(cause instanceof NotSent) && !this.link.isAway
  }

  private async all(batch: ReadonlyArray<Commit>): Promise<void> {
    const [row] = await ask<[string | null]>(this.link, commitAll, together(batch.map(({ rows }) => rows)))
    // The function gives one row; without it no one knows what was said.
    if (row === undefined) throw new Error("no answer for this batch")
    this.tell(row[0])
    for (const { settle } of batch) settle(Effect.void)
  }

  private async each(batch: ReadonlyArray<Commit>): Promise<void> {
    const [row] = await ask<[[ReadonlyArray<Answer>, number | null]]>(this.link, commitEach, [
      oneByOne(batch.map(({ rows }) => rows))
    ])
    const [answers = [], earliest = null] = row?.[0] ?? []
    this.tell(earliest)
    batch.forEach(({ settle }, index) => settle(effectOf(answers[index])))
  }

  private tell(earliest: string | number | null): void {
    if (earliest !== null) this.noted(Number(earliest))
  }
}
