// Whose a change set is: what names its owner, what is exempt, and that the store in memory refuses two owners whatever part
// names the second.
import { Cause, Effect, Exit } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { layer } from "../../../../adapters/memory/store.ts"
import { type Entry, chart, entry, move } from "../../../../core/engine/ledger/journal.ts"
import { exemptions, mixedParts } from "../../../../core/engine/store/one-owner.ts"
import { type ChangeSet, Store, type Write, changeSet } from "../../../../core/engine/store/store.ts"

const ana = "acc_0000a1"
const bia = "acc_0000b2"

const record = (owner: string, id: string, kind = "thing"): Write => ({
  kind,
  id,
  owner,
  expected: 0,
  body: "{}",
  keys: [],
  lists: []
})

const booked = (owner: string, debit: Parameters<typeof move>[2], credit: Parameters<typeof move>[3]): Entry =>
  entry({ id: "e", template: "t", source: "s", owner, at: 0, postings: move("BRL", 1n, debit, credit) })

const job = (id: string, subject: string) => ({ id, task: "deliver", subject, runAt: 0 })

/** Whatever may stand in a change set of ana. */
const own: Partial<ChangeSet> = {
  writes: [
    record(ana, ana, "account"),
    record(ana, "dep_77a1"),
    record(ana, "E99999999202601010000AAAAAAAAA01", "pixReceipt"),
    record(ana, `${ana}/createDeposit/key-b2`, "answer"),
    record("provider", "bank/0123456789abcdef012345b2/0", "providerFact")
  ],
  entries: [
    booked(ana, "pix-settlement", `deposit-owed/${ana}`),
    { ...booked(ana, "custody", "wallet/0123456789abcdef012345a1"), id: "f" }
  ],
  jobs: [job("deliver/dep_77a1", "dep_77a1"), job("run-order-b2", "command/order-b2")],
  finished: [{ id: "send/reversal/pay_77a1/D99999999202601010000AAAAAAAAAb2", lease: "1" }]
}

/** One part of bia each. */
const foreign: Readonly<Record<string, Partial<ChangeSet>>> = {
  "a record": { writes: [record(bia, "x")] },
  "a record with an id of another account": { writes: [record(ana, "dep_77b2")] },
  "an answer to another account": { writes: [record(ana, `${bia}/createDeposit/key`, "answer")] },
  "a record of the operator": { writes: [record("operator", "tally")] },
  "an entry": { entries: [booked(bia, "pix-settlement", "conversion")] },
  "a posting on another account's money": { entries: [booked(ana, "pix-settlement", `deposit-owed/${bia}`)] },
  "a posting on the money of an account with the same digits": {
    entries: [booked(ana, "pix-settlement", "deposit-owed/acc_9999a1")]
  },
  "a posting on another account's wallet": { entries: [booked(ana, "custody", "wallet/0123456789abcdef012345b2")] },
  "a job": { jobs: [job("deliver/dep_77b2", "dep_77b2")] },
  "the end of a job": { finished: [{ id: "deliver/dep_77b2", lease: "1" }] }
}

const joined = (a: Partial<ChangeSet>, b: Partial<ChangeSet>): ChangeSet =>
  changeSet({
    writes: [...a.writes ?? [], ...b.writes ?? []],
    entries: [...a.entries ?? [], ...b.entries ?? []],
    jobs: [...a.jobs ?? [], ...b.jobs ?? []],
    finished: [...a.finished ?? [], ...b.finished ?? []]
  })

const commit = (changes: ChangeSet) =>
  Effect.runPromiseExit(Store.use((store) => store.commit(changes)).pipe(Effect.provide(layer)))

describe("a change set of one account", () => {
  it("may hold all of its parts, and what is exempt", () => {
    expect(mixedParts(changeSet(own))).toBeUndefined()
  })

  it.each(Object.entries(foreign))("has two owners with %s of another", async (_, part) => {
    const both = joined(own, part)
    expect(mixedParts(both)).toBeDefined()
    const ended = await commit(both)
    expect(Exit.isFailure(ended) && Cause.pretty(ended.cause)).toContain("A change set has two owners")
  })

  it("has two owners in whatever order its parts stand", () => {
    fc.assert(fc.property(fc.constantFrom(...Object.values(foreign)), fc.boolean(), (part, isFirst) => {
      expect(mixedParts(isFirst ? joined(part, own) : joined(own, part))).toBeDefined()
    }))
  })

  it("names both parts", () => {
    expect(mixedParts(joined({ writes: [record(ana, "a")] }, { writes: [record(bia, "b")] }))).toEqual([
      `thing a of ${ana}`,
      `thing b of ${bia}`
    ])
  })
})

describe("a change set of the operator", () => {
  it("may hold what he keeps about a record of an account, alone", () => {
    const review = record("operator", "dep_77b2/unknown ticket", "review")
    expect(mixedParts(changeSet({ writes: [review] }))).toBeUndefined()
    expect(mixedParts(changeSet({ writes: [review, record("operator", "tally")] }))).toBeDefined()
  })
})

describe("what is exempt", () => {
  it("are the accounts that every account's entries share", () => {
    const shared = Object.entries(chart).filter(([, { hot }]) => hot).map(([name]) => name)
    expect(Object.keys(exemptions.accounts).toSorted()).toEqual(shared.toSorted())
  })

  it("has a reason each", () => {
    const reasons = [exemptions.accounts, exemptions.records].flatMap((table) => Object.values<string>(table))
    expect(reasons.every((reason) => reason.length > 10)).toBe(true)
  })
})
