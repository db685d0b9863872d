// What is looked through: the newest of many lists against the newest of all, and what an owner reads of others.
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { newestListed, newestOf } from "../../../../core/reports/browse/newest-operations.ts"
import { type Happened, timeline } from "../../../../core/reports/explain/explained.ts"
import { englishReason } from "../../../../core/base/reason/english.ts"
import { type Reason, reason } from "../../../../core/base/reason/reason.ts"
import { asOwner, withoutTaxIds } from "../../../../core/reports/browse/inner.ts"
import { Store, type Write, changeSet } from "../../../../core/engine/store/store.ts"
import { placeOf } from "../../../../core/base/time/instant.ts"
import { planes } from "../../../support/planes.ts"

interface Made {
  readonly id: string
  readonly subAccountId: string
  readonly createdAt: number
}

const listsOf = ["statement", "statementWithFee"]

const write = (made: Made, list: string): Write => ({
  kind: "deposit",
  id: made.id,
  owner: "acc",
  expected: 0,
  body: JSON.stringify(made),
  keys: [],
  lists: [[list, placeOf(made)], ["seen", made.subAccountId]]
})

// Few instants and few subaccounts, so that many stand at the same place in time.
const anyMade = fc.array(
  fc.record({ sub: fc.integer({ min: 0, max: 6 }), at: fc.integer({ min: 0, max: 12 }), isCharged: fc.boolean() }),
  { maxLength: 60 }
)

const onPlane = <A>(program: Effect.Effect<A, unknown, Store>): Promise<A> =>
  Effect.runPromise(Effect.provide(program, planes.memory))

const newer = (a: Made, b: Made): number => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)

describe("the newest of many lists", () => {
  it("are the newest of all, page after page, within the window §dashboard-merge", async () => {
    await fc.assert(fc.asyncProperty(
      anyMade,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 5, max: 13 }),
      async (drawn, limit, from, to) => {
        const made = drawn.map(({ at, isCharged, sub }, n) => ({
          made: { id: `dep_${String(n).padStart(3, "0")}`, subAccountId: `sub_${sub}`, createdAt: 1_000 + at },
          list: listsOf[isCharged ? 1 : 0] ?? ""
        }))
        const subaccounts = ["sub_0", "sub_1", "sub_2", "sub_3", "sub_4"]
        const expected = made.map((each) => each.made).filter(({ createdAt, subAccountId }) =>
          subaccounts.includes(subAccountId) && createdAt >= 1_000 + from && createdAt < 1_000 + to
        ).toSorted(newer)
        const read = await onPlane(Effect.gen(function*() {
          const store = yield* Store
          yield* Effect.forEach(made, (each) => store.commit(changeSet({ writes: [write(each.made, each.list)] })))
          const all: Array<Made> = []
          for (;;) {
            const last = all.at(-1)
            const raws = yield* newestOf({
              kind: "deposit",
              lists: listsOf,
              subaccounts,
              from: 1_000 + from,
              to: 1_000 + to,
              ...(last === undefined ? {} : { below: last }),
              limit
            })
            all.push(...raws.map(({ body }) => JSON.parse(body) as Made))
            if (raws.length < limit) return all
          }
        }))
        expect(read.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      }
    ))
  })

  it("are merged by the store's order where they have no place in time §dashboard-merge", async () => {
    await fc.assert(fc.asyncProperty(anyMade, fc.integer({ min: 1, max: 9 }), async (drawn, limit) => {
      const made = drawn.map(({ sub }, n) => ({ id: `dep_${n}`, subAccountId: `sub_${sub}`, createdAt: n }))
      const lists = [0, 1, 2, 3].map((sub) => ({ kind: "deposit", list: "seen", value: `sub_${sub}` }))
      const read = await onPlane(Effect.gen(function*() {
        const store = yield* Store
        yield* Effect.forEach(made, (each) => store.commit(changeSet({ writes: [write(each, "statement")] })))
        const all: Array<string> = []
        let before: bigint | undefined
        for (;;) {
          const rows = yield* newestListed(lists, before, limit)
          all.push(...rows.map(({ record }) => record.id))
          before = rows.at(-1)?.seq
          if (rows.length < limit) return all
        }
      }))
      const expected = made.filter(({ subAccountId }) => subAccountId < "sub_4").map(({ id }) => id).toReversed()
      expect(read).toEqual(expected)
    }))
  })
})

describe("what an owner reads", () => {
  it("has tax numbers masked wherever they stand, and ids left alone §dashboard-explain", () => {
    const record = {
      taxId: "11144477735",
      receiver: [{ taxId: "111.444.777-35", name: "Ana", account: "0012345678" }],
      destination: { by: "key", key: "11144477735", keyType: "CPF" },
      phone: "+5511987654321",
      eleven: "12345678901",
      amount: 5
    }
    expect(withoutTaxIds(record)).toEqual({
      taxId: "***.444.777-**",
      receiver: [{ taxId: "***.444.777-**", name: "Ana", account: "0012345678" }],
      destination: { by: "key", key: "***.444.777-**", keyType: "CPF" },
      phone: "+5511987654321",
      eleven: "12345678901",
      amount: 5
    })
  })

  it("is without the operator's own, and has payers where the account is notified of them §dashboard-explain", () => {
    const at = "2026-01-01T00:00:00.000Z"
    const says = reason("refusedByProvider", "no")
    const moved = (on: string, evidence: string | null, cause: Reason | null = null) =>
      ({ at, from: "A", on, to: "B", evidence, leg: null, cause }) as const
    const act = (keyId: string | null, action: string) => {
      const by = keyId === null ? { id: "opr_1", name: "Rita Alves" } : null
      return {
        keyId,
        action,
        by,
        approvedBy: by === null ? null : { id: "opr_2", name: "Bia Lima" },
        createdAt: at,
        requestId: "req_1"
      }
    }
    const happened = (what: string, evidence: string, told: Happened) => ({ at, what, evidence, happened: told })
    const explained = {
      record: {
        id: "dep_1",
        refusal: says,
        payer: { name: "Ana" },
        legs: [{ refusal: says }]
      },
      // As the operator reads it: none of it is taken over.
      timeline: [happened("payout.refund", "req_1", { verb: "act", action: "payout.refund" })],
      transitions: [
        moved("pixSettled", "E1"),
        moved("deliveryRefused", englishReason(says), says),
        moved("refused", englishReason(says), says),
        moved("deliveryUnknown", null)
      ],
      postings: [{ at, entry: "dep_1/depositReceived", template: "depositReceived" }],
      events: [],
      deliveries: [],
      reviews: [{
        createdAt: at,
        reason: "look at this",
        evidence: "no",
        cause: { code: "chargeUnknown", reason: says } as const
      }],
      acts: [act(null, "payout.refund"), act("key_1", "webhook.replay")],
      jobs: [{}]
    }
    const went = (on: string, proof: string | null = null): Happened => ({
      verb: "moved",
      on,
      from: "A",
      to: "B",
      leg: null,
      proof,
      cause: null
    })
    expect(asOwner(explained, { virtualAccount: false })).toEqual({
      record: { id: "dep_1", refusal: null, payer: null, legs: [{ refusal: null }] },
      timeline: [
        happened("moved pixSettled: A → B", "E1", went("pixSettled", "E1")),
        happened("moved deliveryRefused: A → B", "", went("deliveryRefused")),
        happened("moved refused: A → B", "", went("refused")),
        happened("moved deliveryUnknown: A → B", "", went("deliveryUnknown")),
        happened("booked depositReceived", "dep_1/depositReceived", { verb: "booked", template: "depositReceived" }),
        happened("webhook.replay", "req_1", { verb: "act", action: "webhook.replay" })
      ],
      transitions: [
        moved("pixSettled", "E1"),
        moved("deliveryRefused", null),
        moved("refused", null),
        moved("deliveryUnknown", null)
      ],
      postings: explained.postings,
      events: [],
      deliveries: [],
      reviews: [],
      acts: [act("key_1", "webhook.replay")],
      jobs: []
    })
    expect(asOwner(explained, { virtualAccount: true }).record).toMatchObject({ payer: { name: "Ana" } })
    // Staff are named to each other alone.
    expect(JSON.stringify(asOwner(explained, { virtualAccount: true }))).not.toMatch(/Rita|Bia/)
    expect(timeline(explained).filter(({ by }) => by !== undefined)).toEqual([
      {
        ...happened("payout.refund", "req_1", { verb: "act", action: "payout.refund" }),
        by: "Rita Alves",
        approvedBy: "Bia Lima"
      }
    ])
  })
})
