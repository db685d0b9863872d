// The lifecycle of movements cell by cell: every (state, trigger) pair is asked through `decideMovement` and must answer what
// stands here, written down from the decisions, not from the table. Then what each fact books, and every row must have been taken.
import { describe, expect, it, vi } from "vitest"
import { reason } from "../../core/base/reason/reason.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import { brokenLaws } from "../../core/engine/machine/laws.ts"
import { type MovementFact, decideMovement, takenBy } from "../../core/payments/movement/decide-movement.ts"
import { type Movement, planned } from "../../core/payments/movement/movement.ts"
import {
  type MovementState,
  type MovementTrigger,
  movementStates
} from "../../core/payments/movement/movement.states.ts"
import type { MovementOrder, MovementReceipt } from "../../core/payments/movement/order.ts"
import { untaken } from "./taken-rows.ts"

vi.mock("../../core/engine/machine/machine.ts", async (original) => (await import("./taken-rows.ts")).watched(original))

const now = 1_772_323_200_000
const cents = (value: bigint) => unitsUnsafe("BRL", value)
const sats = (value: bigint) => unitsUnsafe("BTC", value)

const pix: MovementOrder = {
  kind: "pixPayment",
  paymentId: "pay_1",
  value: cents(1_000n),
  destination: { by: "key", key: "ana@example.com", keyType: "EMAIL" }
}
const pixReturn: MovementOrder = { kind: "pixReturn", value: cents(1_000n), endToEndId: "E0" }
const delivery: MovementOrder = { kind: "delivery", asset: "USDT", network: "polygon", units: 7n, address: "0xa" }
const lightning: MovementOrder = {
  kind: "lightningPayment",
  address: "a@b.test",
  sats: sats(100n),
  maximumFee: sats(3n)
}

const of = (order: MovementOrder, subjectKind: Movement["subjectKind"] = "payout", via: string | null = null) =>
  planned({ owner: "acc_1", subjectKind, subject: "pay_1", purpose: "pix", order, at: now - 1, via })

const settled: MovementReceipt = { kind: "pixPayment", endToEndId: "E1", paidAt: 1, payerIspb: null, receiver: null }
const withoutId: MovementReceipt = { ...settled, endToEndId: null }
const refusal = reason("failed", "no such key")

const facts = {
  prepared: { on: "prepared", with: "lnbc1" },
  notPrepared: { on: "notPrepared", reason: refusal },
  withdrawn: { on: "withdrawn", reason: refusal },
  claimed: { on: "claimed", via: "account-1" },
  done: { on: "done", receipt: settled },
  found: { on: "found", receipt: settled },
  refused: { on: "refused", reason: refusal },
  doubted: { on: "doubted" },
  reversed: { on: "reversed", returnId: "D1", value: cents(400n), detail: "wrong account" },
  held: { on: "held", reason: reason("paused") },
  retried: { on: "retried" },
  cancelled: { on: "cancelled" },
  neverSent: { on: "neverSent" }
} as const satisfies Readonly<Record<MovementTrigger, MovementFact>>

const decide = (movement: Movement, fact: MovementFact, at = now) =>
  decideMovement({ value: movement, version: 1 }, fact, at)

/** The movement after some facts that change it. */
const after = (movement: Movement, ...given: ReadonlyArray<MovementFact>): Movement =>
  given.reduce((before, fact) => {
    const decision = decide(before, fact)
    if (decision._tag !== "Changed") throw new Error(`${fact.on} in ${before.state}: ${decision._tag}`)
    return decision.record
  }, movement)

const changesOf = (movement: Movement, fact: MovementFact) => {
  const decision = decide(movement, fact)
  if (!("changes" in decision)) throw new Error(`${fact.on} in ${movement.state}: ${decision._tag}`)
  return decision.changes
}

/** What a fact books, a posting a line. */
const booked = (movement: Movement, fact: MovementFact): ReadonlyArray<string> =>
  changesOf(movement, fact).entries.flatMap(({ postings }) =>
    postings.map(({ account, side, units }) => `${side} ${units} ${account}`)
  )

/** The records that a fact writes beside the movement itself. */
const written = (movement: Movement, fact: MovementFact): ReadonlyArray<unknown> =>
  changesOf(movement, fact).writes.filter(({ id }) => id !== movement.id).map(({ body }) => JSON.parse(body) as unknown)

const plannedPix = of(pix, "pixReceipt")
const sending = after(plannedPix, facts.claimed)
const done = after(sending, facts.done)
const given: Readonly<Record<MovementState, Movement>> = {
  PLANNED: plannedPix,
  SENDING: sending,
  HELD: after(sending, facts.held),
  CANCELLING: after(sending, facts.cancelled),
  DONE: done,
  REFUSED: after(sending, facts.refused),
  CANCELLED: after(plannedPix, facts.cancelled)
}

type Expected = MovementState | "Ignored" | "Rejected" | "Alarmed"

const cells: Readonly<Record<MovementTrigger, Readonly<Record<MovementState, Expected>>>> = {
  prepared: {
    PLANNED: "PLANNED",
    SENDING: "Ignored",
    HELD: "HELD",
    CANCELLING: "Ignored",
    DONE: "Ignored",
    REFUSED: "Ignored",
    CANCELLED: "Ignored"
  },
  notPrepared: {
    PLANNED: "REFUSED",
    SENDING: "Ignored",
    HELD: "REFUSED",
    CANCELLING: "Ignored",
    DONE: "Ignored",
    REFUSED: "Ignored",
    CANCELLED: "Ignored"
  },
  withdrawn: {
    PLANNED: "REFUSED",
    SENDING: "Rejected",
    HELD: "REFUSED",
    CANCELLING: "Rejected",
    DONE: "Rejected",
    REFUSED: "Rejected",
    CANCELLED: "Rejected"
  },
  claimed: {
    PLANNED: "SENDING",
    SENDING: "SENDING",
    HELD: "SENDING",
    CANCELLING: "Ignored",
    DONE: "Ignored",
    REFUSED: "Ignored",
    CANCELLED: "Ignored"
  },
  done: {
    PLANNED: "Rejected",
    SENDING: "DONE",
    HELD: "DONE",
    CANCELLING: "DONE",
    DONE: "Ignored",
    REFUSED: "DONE",
    CANCELLED: "Alarmed"
  },
  found: {
    PLANNED: "DONE",
    SENDING: "DONE",
    HELD: "DONE",
    CANCELLING: "DONE",
    DONE: "Ignored",
    REFUSED: "Ignored",
    CANCELLED: "Ignored"
  },
  refused: {
    PLANNED: "Rejected",
    SENDING: "REFUSED",
    HELD: "REFUSED",
    CANCELLING: "REFUSED",
    DONE: "Alarmed",
    REFUSED: "Ignored",
    CANCELLED: "Ignored"
  },
  doubted: {
    PLANNED: "Ignored",
    SENDING: "SENDING",
    HELD: "Ignored",
    CANCELLING: "CANCELLING",
    DONE: "Ignored",
    REFUSED: "Ignored",
    CANCELLED: "Ignored"
  },
  reversed: {
    PLANNED: "Rejected",
    SENDING: "Alarmed",
    HELD: "Alarmed",
    CANCELLING: "Alarmed",
    DONE: "DONE",
    REFUSED: "Alarmed",
    CANCELLED: "Alarmed"
  },
  held: {
    PLANNED: "HELD",
    SENDING: "HELD",
    HELD: "Ignored",
    CANCELLING: "Ignored",
    DONE: "Ignored",
    REFUSED: "Ignored",
    CANCELLED: "Ignored"
  },
  retried: {
    PLANNED: "Rejected",
    SENDING: "Rejected",
    HELD: "Rejected",
    CANCELLING: "Rejected",
    DONE: "Rejected",
    REFUSED: "REFUSED",
    CANCELLED: "Rejected"
  },
  cancelled: {
    PLANNED: "CANCELLED",
    SENDING: "CANCELLING",
    HELD: "CANCELLED",
    CANCELLING: "Ignored",
    DONE: "Rejected",
    REFUSED: "Ignored",
    CANCELLED: "Ignored"
  },
  neverSent: {
    PLANNED: "Ignored",
    SENDING: "Ignored",
    HELD: "Ignored",
    CANCELLING: "CANCELLED",
    DONE: "Ignored",
    REFUSED: "Ignored",
    CANCELLED: "Ignored"
  }
}

const answerOf = (movement: Movement, fact: MovementFact): Expected => {
  const decision = decide(movement, fact)
  return decision._tag === "Changed" ? decision.record.state : decision._tag
}

describe("the table of movements", () => {
  it("keeps the laws of every table", () => {
    expect(brokenLaws(movementStates)).toEqual([])
  })

  it.each(
    (Object.keys(cells) as ReadonlyArray<MovementTrigger>).flatMap((trigger) =>
      (Object.keys(given) as ReadonlyArray<MovementState>).map((state) => [state, trigger] as const)
    )
  )("%s on %s", (state, trigger) => {
    expect(answerOf(given[state], facts[trigger])).toBe(cells[trigger][state])
  })

  it("looks up what was sent before it was held, and never withdraws it", () => {
    const heldAgain = after(given.HELD, facts.claimed, facts.doubted, facts.claimed, facts.held)
    expect(heldAgain).toMatchObject({ state: "HELD", sendings: 1, sentAt: now, via: "account-1" })
    expect(answerOf(heldAgain, facts.withdrawn)).toBe("Rejected")
    expect(answerOf(heldAgain, facts.cancelled)).toBe("CANCELLING")
  })

  it("prepares once, and refuses nothing that is prepared", () => {
    const ready = after(plannedPix, facts.prepared)
    expect(ready.prepared).toBe("lnbc1")
    expect(answerOf(ready, facts.prepared)).toBe("Ignored")
    expect(answerOf(ready, facts.notPrepared)).toBe("Ignored")
  })

  it("is ordered again only where its record has no order of its own", () => {
    expect(answerOf(after(of(pix), facts.claimed, facts.refused), facts.retried)).toBe("Rejected")
  })
})

describe("what a fact changes of a movement", () => {
  it("counts how often it was sent, where and since when it is unknown", () => {
    expect(sending).toMatchObject({ sendings: 1, sentAt: now, via: "account-1", reason: null })
    const doubted = decide(after(sending, facts.doubted), facts.doubted, now + 5)
    expect(doubted).toMatchObject({ _tag: "Changed", record: { doubtedAt: now } })
    expect(after(sending, facts.doubted, facts.done)).toMatchObject({ doubtedAt: null, receipt: settled })
    expect(after(sending, facts.doubted, facts.refused)).toMatchObject({ doubtedAt: null, reason: refusal })
    expect(after(given.CANCELLING, facts.doubted, facts.neverSent).doubtedAt).toBe(null)
  })

  it("counts against limits and is reserved where the claim says so", () => {
    const claim = { on: "claimed", via: "account-1", reserves: true, counts: true } as const
    expect(after(plannedPix, claim)).toMatchObject({ reserved: true, counted: true })
    expect(sending).not.toHaveProperty("reserved")
    expect(sending).not.toHaveProperty("counted")
    expect(after(plannedPix, { ...facts.held, counts: true })).toMatchObject({ counted: true })
  })

  it("forgets the account of what was not sent, but for a return", () => {
    expect(given.HELD).toMatchObject({ sendings: 0, sentAt: null, via: null, reason: { code: "paused" } })
    expect(after(of(pixReturn), facts.claimed, facts.held).via).toBe("account-1")
    // It was not even claimed.
    expect(after(plannedPix, facts.held).sendings).toBe(0)
  })

  it("keeps the first and the last of tries that end alike, and every other", () => {
    const tries = (...codes: ReadonlyArray<"paused" | "limit">) =>
      after(
        plannedPix,
        ...codes.flatMap((code) => [facts.claimed, { on: "held", reason: reason(code) } as const])
      ).history?.map(({ on, reason: why }) => why?.code ?? on)
    expect(tries("paused", "paused", "paused", "paused")).toEqual(["claimed", "paused", "claimed", "paused"])
    expect(tries("paused", "limit", "paused")).toEqual(["claimed", "paused", "claimed", "limit", "claimed", "paused"])
    expect(tries("paused", "limit", "limit")).toEqual(["claimed", "paused", "claimed", "limit", "claimed", "limit"])
    expect(tries("paused", "paused", "limit")).toEqual(["claimed", "paused", "claimed", "paused", "claimed", "limit"])
    const doubted = after(
      plannedPix,
      facts.claimed,
      facts.held,
      facts.claimed,
      facts.doubted,
      facts.claimed,
      facts.held
    )
    expect(doubted.history).toHaveLength(6)
  })

  it("keeps an id and a cost that are known, and takes those that come later", () => {
    const costs = { ...settled, cost: cents(2n) }
    expect(after(sending, { on: "done", receipt: { ...withoutId, cost: cents(2n) } }, facts.done).receipt).toEqual(
      costs
    )
    const later = after(sending, { on: "done", receipt: withoutId }, { on: "done", receipt: costs })
    expect(later.receipt).toEqual(costs)
    const changed = after(sending, { on: "done", receipt: { ...withoutId, cost: cents(2n) } }, {
      on: "done",
      receipt: { ...settled, cost: cents(3n) }
    })
    expect(changed.receipt).toMatchObject({ cost: 3n })
    // Other spelling is the same id.
    expect(answerOf(done, { on: "done", receipt: { ...settled, endToEndId: "e1" } })).toBe("Ignored")
    expect(answerOf(done, { on: "done", receipt: withoutId })).toBe("Ignored")
  })

  it("remembers what proves each fact", () => {
    const proofs = (movement: Movement, fact: MovementFact) => after(movement, fact).history?.at(-1)
    expect(proofs(plannedPix, facts.prepared)).toMatchObject({ evidence: "lnbc1" })
    expect(proofs(sending, facts.done)).toMatchObject({ evidence: "E1" })
    expect(proofs(plannedPix, facts.found)).toMatchObject({ evidence: "E1" })
    expect(proofs(done, facts.reversed)).toMatchObject({ evidence: "D1" })
    expect(proofs(sending, facts.refused)).toMatchObject({ evidence: null, reason: refusal })
    expect(proofs(plannedPix, facts.claimed)).toMatchObject({ evidence: null })
    expect(proofs(plannedPix, facts.claimed)).not.toHaveProperty("reason")
  })
})

describe("what comes back of a movement", () => {
  const back = (returnId: string, value: bigint) => ({ ...facts.reversed, returnId, value: cents(value) })
  const once = after(done, facts.reversed)

  it("counts once under its id, up to what was paid", () => {
    expect(once.reversals).toEqual([{ returnId: "D1", value: 400n, reason: "wrong account", at: now }])
    expect(answerOf(once, facts.reversed)).toBe("Ignored")
    expect(answerOf(once, back("d1", 400n))).toBe("Ignored")
    expect(answerOf(once, back("D1", 300n))).toBe("Alarmed")
    expect(answerOf(once, back("D2", 600n))).toBe("DONE")
    expect(answerOf(once, back("D2", 601n))).toBe("Alarmed")
    expect(answerOf(done, back("D2", 0n))).toBe("Alarmed")
    const twice = after(once, back("D2", 100n))
    expect(answerOf(twice, facts.reversed)).toBe("Ignored")
    expect(answerOf(twice, back("D2", 100n))).toBe("Ignored")
    expect(answerOf(twice, back("D2", 400n))).toBe("Alarmed")
    expect(answerOf(twice, back("D3", 501n))).toBe("Alarmed")
  })

  it("is an alarm of anything but a PIX that we paid", () => {
    expect(answerOf(after(of(pixReturn), facts.claimed, facts.found), facts.reversed)).toBe("Alarmed")
  })

  it("is one review for each return that does not fit", () => {
    expect(written(once, back("d2", 601n))).toMatchObject([
      { subject: "pay_1", reason: { code: "impossible", key: `${done.id}/D2`, evidence: "d2" } }
    ])
    expect(written(given.CANCELLED, facts.done)).toMatchObject([{ reason: { code: "impossible", key: done.id } }])
  })
})

describe("what a movement books", () => {
  const claim = { on: "claimed", via: "account-1", reserves: true } as const

  it.each(
    [
      ["a PIX", pix, { asset: "BRL", place: "pix", units: 1_000n }],
      ["a return", pixReturn, { asset: "BRL", place: "pix", units: 1_000n }],
      ["a delivery", delivery, { asset: "USDT", place: "polygon", units: 7n }],
      ["an invoice, with what routing may take", lightning, { asset: "BTC", place: "lightning", units: 103n }],
      ["a swap", { kind: "satsTransfer", to: "sp1", sats: sats(5n) }, undefined]
    ] as const
  )("%s takes what it orders of its float §float-reserved", (_, order, expected) => {
    expect(takenBy({ order })).toEqual(expected)
  })

  it("reserves its units, and spends or releases them with its outcome §float-reserved", () => {
    const reserved = after(of(delivery), claim)
    expect(booked(of(delivery), claim)).toEqual(["debit 7 float-reserved/polygon", "credit 7 float-free/polygon"])
    expect(booked(of(delivery), facts.claimed)).toEqual([])
    expect(booked(reserved, claim)).toEqual([])
    const hash = { on: "done", receipt: { kind: "delivery", transactionHash: "0x1" } } as const
    expect(booked(reserved, hash)).toEqual(["debit 7 float-seen/polygon", "credit 7 float-reserved/polygon"])
    const released = ["debit 7 float-free/polygon", "credit 7 float-reserved/polygon"]
    expect(booked(reserved, facts.refused)).toEqual(released)
    expect(booked(reserved, { on: "held", reason: reason("float") })).toEqual(released)
    expect(booked(reserved, facts.held)).toEqual([])
    expect(booked(after(reserved, facts.held), facts.cancelled)).toEqual(released)
    expect(booked(reserved, facts.cancelled)).toEqual([])
    expect(booked(after(reserved, facts.cancelled), facts.neverSent)).toEqual(released)
    expect(booked(after(reserved, facts.held), facts.withdrawn)).toEqual(released)
  })

  it("books what the PIX provider took once, and nothing where it took nothing", () => {
    const costing = (cost: bigint | undefined) => ({
      on: "done" as const,
      receipt: { ...settled, ...cost === undefined ? {} : { cost: cents(cost) } }
    })
    const fee = ["debit 2 network-fees", "credit 2 pix-settlement"]
    expect(booked(sending, costing(2n))).toEqual(fee)
    expect(booked(sending, costing(0n))).toEqual([])
    expect(booked(sending, costing(undefined))).toEqual([])
    const known = after(sending, { on: "done", receipt: { ...withoutId, cost: cents(2n) } })
    expect(booked(known, costing(2n))).toEqual([])
    const returned = { on: "done", receipt: { kind: "pixReturn", returnEndToEndId: "D1", cost: cents(2n) } } as const
    expect(booked(after(of(pixReturn), facts.claimed), returned)).toEqual(fee)
  })

  it("has what moved beyond the order, or was missing, in suspense until it is stated anew", () => {
    const moved = (units: bigint, lost?: bigint) =>
      ({ ...facts.done, moved: units, ...lost === undefined ? {} : { lost } }) as const
    const suspense = `suspense/${sending.id}`
    const more = ["debit 30 " + suspense, "credit 30 pix-settlement"]
    expect(booked(sending, moved(1_030n))).toEqual(more)
    expect(booked(sending, moved(980n))).toEqual(["debit 20 pix-settlement", "credit 20 " + suspense])
    expect(changesOf(sending, moved(1_000n)).entries).toEqual([])
    expect(booked(sending, facts.done)).toEqual([])
    const beyond = after(sending, moved(1_030n))
    expect(booked(beyond, moved(1_010n))).toEqual(["debit 20 pix-settlement", "credit 20 " + suspense])
    expect(booked(beyond, moved(1_030n, 30n))).toEqual(["debit 30 losses", "credit 30 " + suspense])
    const lost = after(beyond, moved(1_030n, 10n))
    expect(booked(lost, moved(1_030n, 30n))).toEqual(["debit 20 losses", "credit 20 " + suspense])
    expect(answerOf(beyond, moved(1_010n))).toBe("DONE")
  })
})

describe("what an operator looks at of a movement", () => {
  it("reviews a settlement after a refusal, and a second one under another id, and books neither proof over the first", () => {
    const other = { on: "done", receipt: { ...settled, endToEndId: "E2" } } as const
    expect(written(sending, facts.done)).toEqual([])
    expect(written(given.REFUSED, facts.done)).toMatchObject([
      { subject: "pay_1", reason: { code: "settledAfterRefusal", movementId: sending.id, proof: "E1" } }
    ])
    expect(written(done, other)).toMatchObject([
      { subject: "pay_1", reason: { code: "settledAgain", proof: "E2", before: "E1" } }
    ])
    expect(after(done, other).receipt).toEqual(settled)
  })

  it("plans another attempt at what was refused, at the account of a return", () => {
    expect(written(given.REFUSED, facts.retried)).toMatchObject([
      { id: "pix/pay_1/2", state: "PLANNED", order: { kind: "pixPayment" }, sendings: 0, via: null }
    ])
    const refused = after(of(pixReturn, "pixReceipt"), facts.claimed, facts.refused)
    expect(written(refused, facts.retried)).toMatchObject([{ id: "pix/pay_1/2", via: "account-1" }])
  })
})

describe("every row of the table of movements", () => {
  it("was taken from every state §rows-movement", () => {
    expect(untaken(movementStates)).toEqual([])
  })
})
