// Bugs under everything: arithmetic, retried requests, the store, the queue, the worker.
import type { Bug } from "../bug.ts"

const few = ["ask-deposit", "ask-payout", "ask-transfer"] as const

const found: ReadonlyArray<Bug> = [
  {
    name: "key-not-looked-up",
    about: "an Idempotency-Key is not looked up before the work is done",
    file: "core/customers/idempotency/idempotency.ts",
    find: "before === undefined ? yield* run(remember)",
    replace: "before?.id !== id || before.id === id ? yield* run(remember)",
    also: [{
      file: "core/customers/idempotency/idempotency.ts",
      find: ": yield* replay(before, attempt)",
      replace: ": undefined as never"
    }, {
      file: "core/customers/idempotency/idempotency.ts",
      find: "=> !isAway(error), late)",
      replace: "=> !isAway(error) && late === undefined, late)"
    }],
    invariants: ["answers-of-the-interface", "idempotent-replay"]
  },
  {
    name: "key-answers-anything",
    about: "an Idempotency-Key answers whatever is asked under it",
    file: "core/customers/idempotency/idempotency.ts",
    find: "before.fingerprint === attempt.fingerprint",
    replace: "before.route !== attempt.route",
    invariants: ["idempotent-replay"],
    hunt: { only: ["ask-other-deposit"] }
  },
  {
    name: "fee-rounded-down",
    about: "half a cent of a fee is forgiven",
    file: "core/base/money/units.ts",
    find: "(2n * product(a, b, divisor) + divisor) / (2n * divisor)",
    replace: "product(a, b, divisor) / divisor",
    invariants: ["fee-exact"]
  },
  {
    name: "payers-pay-rounded-down",
    about: "what a customer pays is rounded down to the smallest unit",
    file: "core/base/money/rate.ts",
    find: "mulDivCeil(cents, rate.denominator, rate.numerator) as Units<A>",
    replace: "mulDivFloor(cents, rate.denominator, rate.numerator) as Units<A>",
    invariants: ["fee-exact"]
  },
  {
    name: "customers-get-rounded-up",
    about: "what a customer receives is rounded up to the smallest unit",
    file: "core/base/money/rate.ts",
    find: "mulDivFloor(cents, rate.denominator, rate.numerator) as Units<A>",
    replace: "mulDivCeil(cents, rate.denominator, rate.numerator) as Units<A>",
    invariants: ["fee-exact"]
  },
  {
    name: "commit-without-its-entries",
    about: "a commit applies its records and loses its entries",
    file: "adapters/memory/store.ts",
    find: "this.applyEntries(changes.entries, balances)",
    replace: "this.applyEntries([], new Map())",
    invariants: ["conservation", "no-overdraft", "books-are-the-world", "payout-ends", "no-dead-letters"]
  },
  {
    name: "commit-without-its-jobs",
    about: "a commit applies its records and loses its jobs",
    file: "adapters/memory/store.ts",
    find: "for (const job of changes.jobs) this.queue.add(job)",
    replace: "for (const job of changes.jobs.slice(1)) this.queue.add(job)",
    invariants: ["payout-ends", "jobs-end", "events-at-least-once"]
  },
  {
    name: "versions-not-compared",
    about: "a record is replaced by whoever comes last, however old what he had read",
    file: "adapters/memory/store.ts",
    find: "if (expected !== version || twice)",
    replace: "if (expected === 0 && version !== 0 || twice)",
    invariants: [
      "refund-cap",
      "pin-lockout-exact",
      "terminal-stays",
      "payout-debit-once",
      "books-are-the-world",
      "events-at-least-once",
      "attempts-counted",
      "payout-ends",
      "ambiguous-is-processing",
      "versions-follow",
      "limits-exact",
      "settled-once",
      "history-whole"
    ],
    hunt: { only: [], profile: "chaos" }
  },
  {
    name: "lease-not-checked",
    about: "whoever lost his lease ends the job all the same",
    file: "adapters/memory/store.ts",
    find: "this.queue.leaseOf(id) !== lease",
    replace: "this.queue.leaseOf(id) === \"\"",
    invariants: ["lease-held"],
    hunt: { profile: "chaos" }
  },
  {
    name: "attempts-not-counted",
    about: "a claim does not count as an attempt, so that what may have been requested is taken for new",
    file: "adapters/memory/jobs.ts",
    find: "job.attempt += 1",
    replace: "job.attempt = 1",
    invariants: ["attempts-counted", "ambiguous-is-processing"]
  },
  {
    name: "two-jobs-of-one-subject",
    about: "two jobs of one subject are handed out at once",
    file: "adapters/memory/jobs.ts",
    find: "if (busy.has(job.subject)) {",
    replace: "if (busy.has(job.id)) {",
    invariants: ["one-at-a-time"]
  },
  {
    name: "held-jobs-handed-out",
    about: "a job that somebody holds is handed out again",
    file: "adapters/memory/jobs.ts",
    find: "if (job.leasedUntil > now) continue",
    replace: "if (job.leasedUntil > now + 3_600_000) continue",
    also: [{
      file: "adapters/memory/jobs.ts",
      find: "if (busy.has(job.subject)) {",
      replace: "if (busy.has(job.id)) {"
    }],
    invariants: ["one-at-a-time"]
  },
  {
    name: "no-back-off",
    about: "what is not known is requested again at once, and again",
    file: "core/engine/store/job-queue.ts",
    find: "Math.min(300 * second, second * 2 ** Math.min(attempt - 1, 12))",
    replace: "attempt * 0",
    invariants: ["no-storms"]
  },
  {
    name: "job-put-aside-at-once",
    about: "a job is put aside after its first failure, even of a kind that passes",
    file: "hosts/worker/worker.ts",
    find: "return isDefect && breaks.more(job.id)",
    replace: "return job.attempt <= 10",
    invariants: ["no-dead-letters"]
  },
  {
    name: "lost-commit-is-given-up",
    about: "a step whose commit may or may not stand is taken for done",
    file: "hosts/worker/worker.ts",
    find: "if (error?._tag === \"LeaseLost\") return",
    replace: "if (error?._tag === \"LeaseLost\" || error?._tag === \"CommitUnknown\") return",
    also: [{
      file: "adapters/memory/jobs.ts",
      find: "if (job.leasedUntil > now) continue",
      replace: "if (job.lease !== null) continue"
    }],
    invariants: ["payout-ends", "jobs-end", "events-at-least-once"]
  }
]

export const storeBugs: ReadonlyArray<Bug> = found.map((bug) => ({ ...bug, hunt: { only: few, ...bug.hunt } }))
