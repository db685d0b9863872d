// GET /admin/open and the metrics of what is open: what has an end to come to, what no one knows yet, and how old it is (0114).
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { JobQueue, finish } from "../../core/engine/store/job-queue.ts"
import { insert, replace } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { Deposits } from "../../core/payments/deposit/deposit.ts"
import { type Movement, Movements, planned } from "../../core/payments/movement/movement.ts"
import * as books from "../../hosts/http/api/definition/admin-books.ts"
import { pending } from "../machines/deposit.given.ts"
import { type TestHost, openHost } from "../support/host.ts"
import { expectFailure, expectSuccess, send } from "../support/http.ts"
import { asOperator } from "./as-operator.ts"

const depositAt = (n: number) => ({
  ...pending,
  id: `dep_${String(n).padStart(3, "0")}_of`,
  externalId: `order-${n}`,
  trackId: `tkt_${n}`
})

const stored = 60
const doubtedSince = Date.now() - 3_600_000

describe("what is open", () => {
  let host: TestHost
  const open = (query = "") => asOperator(host)("GET", `/admin/open${query}`)
  const dataOf = async (query = "") =>
    expectSuccess(books.listOpen, await open(query))["data"] as {
      readonly kinds: ReadonlyArray<Record<string, unknown>>
      readonly open: ReadonlyArray<Record<string, unknown>>
      readonly nextCursor: string | null
    }
  beforeAll(async () => {
    host = await openHost({ worker: false })
    const all = Array.from({ length: stored }, (_, n) => depositAt(n))
    const [first, second] = all
    if (first === undefined || second === undefined) throw new Error("there are no deposits")
    const writes = all.map((each) => insert(Deposits, each))
    await host.inSandbox(Store.use((store) => store.commit(changeSet({ writes }))))
    // The job of the first one is lost.
    await host.inSandbox(Effect.gen(function*() {
      const [job] = yield* JobQueue.use((queue) => queue.claim({ now: first.expiresAt, leaseMs: 60_000, limit: 1 }))
      if (job?.subject !== first.id) throw new Error("another job is due first")
      yield* Store.use((store) => store.commit(changeSet({ finished: finish(job) })))
    }))
    const paid = {
      ...second,
      state: "PROCESSING",
      processingStep: "DELIVERY_UNKNOWN",
      updatedAt: doubtedSince
    } as const
    const { address, delivers: asset, id, network, owner, units } = second
    const order = { kind: "delivery", asset, network, address, units } as const
    const wanted = planned({ purpose: "deliver", owner, subjectKind: "deposit", subject: id, order, at: doubtedSince })
    const doubted: Movement = {
      ...wanted,
      state: "SENDING",
      sendings: 1,
      sentAt: doubtedSince,
      doubtedAt: doubtedSince
    }
    await host.inSandbox(
      Store.use((store) =>
        store.commit(changeSet({
          writes: [replace(Deposits, { value: second, version: 1 }, paid), insert(Movements, doubted)]
        }))
      )
    )
  })
  afterAll(() => host.close())

  it("is counted by kind, with the age of the oldest unknown outcome §admin-open", async () => {
    const { kinds } = await dataOf()
    expect(kinds).toEqual([
      { kind: "deposit", open: stored - 1, unknown: 0, oldestUnknownSeconds: null },
      { kind: "movement", open: 1, unknown: 1, oldestUnknownSeconds: expect.any(Number) as number }
    ])
    expect(Number(kinds[1]?.["oldestUnknownSeconds"])).toBeGreaterThanOrEqual(3_600)
  })

  it("is listed by kind and id in pages, each record once §admin-open §limit-event-page", async () => {
    const first = await dataOf()
    expect(first.open).toHaveLength(50)
    expect(first.open[0]).toMatchObject({
      kind: "deposit",
      id: "dep_000_of",
      accountId: pending.owner,
      state: "PENDING",
      isUnknown: false,
      job: "expire/dep_000_of",
      jobStatus: "missing",
      nextAttemptAt: null
    })
    expect(first.open[1]).toMatchObject({
      id: "dep_002_of",
      jobStatus: "waiting",
      nextAttemptAt: new Date(pending.expiresAt).toISOString(),
      attempts: 0
    })
    const second = await dataOf(`?cursor=${first.nextCursor}`)
    expect(second.nextCursor).toBeNull()
    const ids = [...first.open, ...second.open].map(({ id }) => id)
    const waiting = Array.from({ length: stored }, (_, n) => depositAt(n).id).filter((id) => id !== "dep_001_of")
    expect(ids).toEqual([...waiting, "deliver/dep_001_of"])
  })

  it("is listed where an outcome is unknown alone, with its age §admin-open", async () => {
    const { nextCursor, open } = await dataOf("?unknown=true")
    expect({ nextCursor, open }).toMatchObject({
      nextCursor: null,
      open: [{
        kind: "movement",
        id: "deliver/dep_001_of",
        state: "SENDING",
        isUnknown: true,
        job: "move/deliver/dep_001_of",
        since: new Date(doubtedSince).toISOString()
      }]
    })
  })

  it.each(["?cursor=%21", "?cursor=", "?cursor=aGVsbG8", "?unknown=yes"])("refuses %s §admin-open", async (query) => {
    expectFailure(await open(query), { status: 400, errorCode: "VALIDATION_FAILED" })
  })

  it("is a figure of the metrics §metrics-open", async () => {
    const { text } = await send(host.base, { path: "/metrics" })
    expect(text).toMatch(/^open_records\{environment="sandbox",kind="deposit"\} 59$/m)
    expect(text).toMatch(/^open_records\{environment="sandbox",kind="payout"\} 0$/m)
    expect(text).toMatch(/^unknown_outcomes\{environment="sandbox",kind="movement"\} 1$/m)
    expect(text).toMatch(/^oldest_unknown_age_seconds\{environment="sandbox"\} 36\d\d/m)
    expect(text).toMatch(/^open_reviews\{environment="sandbox",age="all"\} 0$/m)
    expect(text).toMatch(/^reconciler_orphans_total\{environment="sandbox"\} 0$/m)
    expect(text).toMatch(/^reconciler_dead_jobs\{environment="sandbox"\} 0$/m)
  })
})
