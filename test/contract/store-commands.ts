// Random work for a data plane: commits that often meet (few ids, keys, accounts and jobs), claims, retries and burials.
// Run on two planes, the same commands must get the same answers and leave the same state.
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import type { LedgerAccount } from "../../core/engine/ledger/journal.ts"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import type { ClaimedJob } from "../../core/engine/store/job-queue.ts"
import { type ChangeSet, type CommitError, type Owes, Store, type Write } from "../../core/engine/store/store.ts"
import { type Names, asked, moved, written } from "../../adapters/conformance/plane/change-sets.ts"

const kinds = ["thing", "other"]
const ids = ["1", "2", "3", "4"]
const names = ["k", "l"]
const values = ["a", "b", "c", "d", "e"]
const sources = ["s1", "s2"]
const accounts: ReadonlyArray<LedgerAccount> = ["treasury", "treasury/a", "deposit-owed/a", "deposit-owed/ab", "losses"]

/** Everything that the commands can touch. */
export const touched: Names = {
  kinds,
  ids,
  names,
  values,
  sources,
  prefixes: ["", "treasury", "deposit-owed/a", "losses"],
  instants: [0, 50, 100, 200, 1_000]
}

const instant = fc.integer({ min: 0, max: 200 })
const pair = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values))

/** The version a write names: the one that stands, a new record, or a guess. */
type Expected = "read" | number

interface WritePlan extends Omit<Write, "expected" | "owes" | "owner"> {
  readonly expected: Expected
  /** Null: as before. */
  readonly owing: Owes | null
}

const write: fc.Arbitrary<WritePlan> = fc.record({
  kind: fc.constantFrom(...kinds),
  id: fc.constantFrom(...ids),
  expected: fc.oneof({ weight: 4, arbitrary: fc.constant<Expected>("read") }, { weight: 1, arbitrary: fc.nat(2) }),
  body: fc.json(),
  keys: fc.uniqueArray(pair, { maxLength: 2, selector: ([name]) => name }),
  lists: fc.array(pair, { maxLength: 2 }),
  owing: fc.option(fc.record({
    jobs: fc.uniqueArray(fc.constantFrom("j1", "j2", "j3", "j4", "j5", "j6"), { maxLength: 2 }),
    doubtedAt: fc.option(instant)
  }))
})

const move = fc.record({
  id: fc.stringMatching(/^[a-p]{1,2}$/),
  debit: fc.constantFrom(...accounts),
  credit: fc.constantFrom(...accounts),
  asset: fc.constantFrom("BRL" as const, "BRLA" as const),
  source: fc.constantFrom(...sources),
  units: fc.oneof(fc.bigInt({ min: 0n, max: 5n }), fc.bigInt({ min: 1n, max: 10n ** 40n }))
})

const job = fc.record({
  id: fc.constantFrom("j1", "j2", "j3", "j4", "j5", "j6"),
  task: fc.constantFrom("deliver", "pay"),
  subject: fc.constantFrom("x", "y", "z"),
  runAt: instant,
  attempt: fc.constantFrom(0, 0, 1)
})

/** Which of the jobs claimed so far: the newest ones most likely still hold. */
const claimed = fc.nat(6)

const commitPlan = fc.record({
  tag: fc.constant("commit" as const),
  owner: fc.constantFrom("acc_1", "acc_2"),
  writes: fc.uniqueArray(write, { maxLength: 3, selector: ({ id, kind }) => `${kind} ${id}` }),
  moves: fc.uniqueArray(move, { maxLength: 2, selector: ({ id }) => id }),
  jobs: fc.array(job, { maxLength: 2 }),
  finished: fc.option(claimed, { freq: 3 })
})

/** One thing to do. `held` counts back from the newest claimed job. */
export type Command =
  | (typeof commitPlan extends fc.Arbitrary<infer A> ? A : never)
  | { readonly tag: "claim"; readonly now: number; readonly leaseMs: number; readonly limit: number }
  | { readonly tag: "retry"; readonly held: number; readonly runAt: number }
  | { readonly tag: "bury"; readonly held: number }

export const commands: fc.Arbitrary<ReadonlyArray<Command>> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: commitPlan },
    {
      weight: 2,
      arbitrary: fc.record({
        tag: fc.constant("claim" as const),
        now: instant,
        leaseMs: fc.integer({ min: 1, max: 100 }),
        limit: fc.integer({ min: 1, max: 4 })
      })
    },
    { weight: 1, arbitrary: fc.record({ tag: fc.constant("retry" as const), held: claimed, runAt: instant }) },
    { weight: 1, arbitrary: fc.record({ tag: fc.constant("bury" as const), held: claimed }) }
  ),
  { maxLength: 25, size: "max" }
)

/** A change set of a plan: `version` says which version of a record stands, `held` which jobs were claimed so far. */
export const planned = (
  plan: Extract<Command, { tag: "commit" }>,
  version: (kind: string, id: string) => number,
  held: ReadonlyArray<ClaimedJob>
): ChangeSet => {
  const finished = plan.finished === null ? undefined : held.at(-1 - plan.finished)
  return {
    writes: plan.writes.map(({ owing, ...write }) =>
      written(write.id, {
        ...write,
        owner: plan.owner,
        ...(owing === null ? {} : { owes: owing.jobs.length === 0 ? { jobs: [], doubtedAt: null } : owing }),
        expected: write.expected === "read" ? version(write.kind, write.id) : write.expected
      })
    ),
    entries: plan.moves.map((move) => moved({ ...move, owner: plan.owner })),
    jobs: plan.jobs.map((job) => asked(job.id, job)),
    finished: finished === undefined ? [] : [{ id: finished.id, lease: finished.lease }],
    moves: []
  }
}

/** A refusal with all that it says, to be compared. */
export const described = (error: CommitError): ReadonlyArray<unknown> => [error._tag, ...Object.entries(error)]

/** Runs the commands one after the other and gives what each answered, without leases and places. */
export const run = Effect.fnUntraced(function*(commands: ReadonlyArray<Command>) {
  const store = yield* Store
  const queue = yield* JobQueue
  const held: Array<ClaimedJob> = []
  const answers: Array<unknown> = []
  for (const command of commands) {
    switch (command.tag) {
      case "commit": {
        const versions = new Map<string, number>()
        for (const { id, kind } of command.writes) {
          const record = yield* store.get(kind, id)
          versions.set(`${kind} ${id}`, Option.match(record, { onNone: () => 0, onSome: ({ version }) => version }))
        }
        const changes = planned(command, (kind, id) => versions.get(`${kind} ${id}`) ?? 0, held)
        const answer = store.commit(changes).pipe(
          Effect.match({ onFailure: described, onSuccess: () => "applied" })
        )
        answers.push(yield* answer)
        break
      }
      case "claim": {
        const jobs = yield* queue.claim(command)
        held.push(...jobs)
        answers.push(jobs.map(({ lease, ...job }) => job))
        break
      }
      case "retry": {
        const job = held.at(-1 - command.held)
        if (job !== undefined) yield* queue.retry(job, command.runAt, { code: "noAnswer" })
        break
      }
      case "bury": {
        const job = held.at(-1 - command.held)
        if (job !== undefined) yield* queue.bury(job, { code: "stepFailed" })
        break
      }
    }
    answers.push(yield* queue.nextDueAt)
  }
  return answers
})
