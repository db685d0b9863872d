// Every method of the ports that a store serves, asked on a plane with a long history as requests and workers ask it. The
// table names each method, so that one which comes later does not compile until it is asked here too.
import { Effect, Option } from "effect"
import { type ClaimedJob, JobQueue } from "../../core/engine/store/job-queue.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { asked, claim, moved, written } from "../../adapters/conformance/plane/change-sets.ts"

/** As much as the largest page of the interface. */
const page = 200
const now = 9_000_000_000_000

/** Something in the middle of the history. */
interface Landmark {
  readonly owner: string
  readonly deposit: string
  readonly ticket: string
  readonly subAccount: string
  readonly webhook: string
}

const landmark = Effect.gen(function*() {
  const store = yield* Store
  const entries = yield* store.journal({ after: 0n, limit: page })
  const { owner = "", source: deposit = "" } = entries.at(-1) ?? {}
  const { body } = Option.getOrThrow(yield* store.get("deposit", deposit))
  const { subAccountId, trackId } = JSON.parse(body) as { readonly subAccountId: string; readonly trackId: string }
  const hooks = yield* store.list({ kind: "webhook", list: "byOwner", value: owner, limit: 1 })
  const found: Landmark = {
    owner,
    deposit,
    ticket: trackId,
    subAccount: subAccountId,
    webhook: hooks[0]?.record.id ?? ""
  }
  return found
})

// A change set with every part, then what a commit can be refused for.
const commits = Effect.gen(function*() {
  const store = yield* Store
  const parts = {
    keys: [["code", "a"]],
    lists: [["byOwner", "acc_1"]],
    owes: { jobs: ["plans-1"], doubtedAt: null }
  } as const
  yield* store.commit(changeSet({
    writes: [written("plans-1", parts), written("plans-2")],
    entries: [moved({ id: "plans-1", debit: "pix-settlement", credit: "fee-income", units: 5n })],
    jobs: [asked("plans-1"), asked("plans-2"), asked("plans-3"), asked("plans-4")]
  }))
  yield* store.commit(changeSet({
    writes: [
      written("plans-1", {
        ...parts,
        expected: 1,
        keys: [["code", "a"], ["code", "b"]],
        owes: { jobs: [], doubtedAt: null }
      })
    ]
  }))
  const [job] = yield* claim(now, 1)
  if (job === undefined) return yield* Effect.die(new Error("nothing was due"))
  yield* store.commit(changeSet({ finished: [{ id: job.id, lease: job.lease }] }))
  const taken = written("plans-1", parts)
  const again = moved({ id: "plans-1", debit: "pix-settlement", credit: "fee-income", units: 5n })
  const overdrawn = moved({ id: "plans-2", debit: "wallet/w1/available", credit: "fee-income", units: 5n })
  yield* Effect.ignore(store.commit(changeSet({ writes: [taken] })))
  yield* Effect.ignore(store.commit(changeSet({ writes: [written("plans-2", { expected: 7 })] })))
  yield* Effect.ignore(store.commit(changeSet({ entries: [again] })))
  yield* Effect.ignore(store.commit(changeSet({ entries: [overdrawn] })))
  yield* Effect.ignore(store.commit(changeSet({ finished: [{ id: "plans-2", lease: "lost" }] })))
})

const storeCalls = (at: Landmark) => {
  const ask = <A, E>(use: (store: Store["Service"]) => Effect.Effect<A, E>) => Store.use(use)
  // All places of the subaccount: a page of them is read, and nothing of the rest.
  const span = { kind: "deposit", list: "statementWithFee", from: `${at.subAccount}/`, below: `${at.subAccount}0` }
  return {
    get: ask((store) => store.get("deposit", at.deposit)),
    find: ask((store) => store.find("deposit", "trackId", at.ticket)),
    list: ask((store) => store.list({ kind: "delivery", list: "byWebhook", value: at.webhook, limit: page })),
    ask: ask((store) =>
      store.ask([
        { by: "id", kind: "deposit", id: at.deposit },
        { by: "key", kind: "deposit", key: "trackId", value: at.ticket },
        { by: "list", page: { kind: "event", list: "byOwner", value: at.owner, limit: page } }
      ])
    ),
    feed: ask((store) => store.feed({ kind: "event", list: "byOwner", value: at.owner, after: 1_000n, limit: page })),
    spans: ask((store) => store.spans([{ ...span, limit: page }])),
    counts: ask((store) => store.counts([{ ...span, below: span.from }])),
    commit: commits,
    balances: Effect.all([ask((store) => store.balances("")), ask((store) => store.balances("deposit-owed"))]),
    postings: ask((store) => store.postings(at.deposit)),
    journal: ask((store) => store.journal({ after: 1_000n, limit: page })),
    owing: Effect.all([
      ask((store) => store.owing({ limit: page, isDoubted: false })),
      ask((store) => store.owing({ limit: page, isDoubted: true }))
    ]),
    orphans: ask((store) => store.orphans(undefined, page)),
    owingCounts: ask((store) => store.owingCounts),
    now: ask((store) => store.now),
    place: ask((store) => store.place),
    ping: ask((store) => store.ping)
  } satisfies Record<keyof Store["Service"], Effect.Effect<unknown, unknown, Store | JobQueue>>
}

const queueCalls = () => {
  const ask = <A, E>(use: (queue: JobQueue["Service"]) => Effect.Effect<A, E>) => JobQueue.use(use)
  const inLanes = ask((queue) => queue.claim({ now, leaseMs: 20_000, lanes: [{ tasks: ["deliver"], limit: 1 }] }))
  // On a job that was claimed for it.
  const withJob = <A, E>(id: string, use: (queue: JobQueue["Service"], job: ClaimedJob) => Effect.Effect<A, E>) =>
    Effect.gen(function*() {
      yield* Store.use((store) => store.commit(changeSet({ jobs: [asked(id, { runAt: 0 })] })))
      const [job] = yield* claim(now, 1)
      if (job === undefined) return yield* Effect.die(new Error("nothing was due"))
      return yield* ask((queue) => use(queue, job))
    })
  return {
    claim: inLanes,
    renew: withJob("plans-renew", (queue, job) => queue.renew([job], now, 20_000)),
    retry: withJob("plans-retry", (queue, job) => queue.retry(job, now + 1, { code: "noAnswer" })),
    bury: withJob("plans-bury", (queue, job) => queue.bury(job, { code: "stepFailed" })),
    nextDueAt: ask((queue) => queue.nextDueAt),
    // It waits for a commit of this process and asks nothing.
    wake: Effect.void,
    depth: ask((queue) => queue.depth(now)),
    dead: ask((queue) => queue.dead({ limit: page })),
    find: ask((queue) => queue.find("plans-bury")),
    ofSubject: ask((queue) => queue.ofSubject("of-plans-bury", page)),
    revive: ask((queue) => queue.revive("plans-bury", now))
  } satisfies Record<keyof JobQueue["Service"], Effect.Effect<unknown, unknown, Store | JobQueue>>
}

/** Asks everything once. */
export const everyCall = Effect.gen(function*() {
  const at = yield* landmark
  for (const call of Object.values(storeCalls(at))) yield* call as Effect.Effect<unknown, unknown, Store | JobQueue>
  for (const call of Object.values(queueCalls())) yield* call as Effect.Effect<unknown, unknown, Store | JobQueue>
})
