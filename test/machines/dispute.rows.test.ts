// The lifecycle of disputes cell by cell: every (state, trigger) pair is asked through `decideDispute` and must answer what
// stands here, and every permutation of the same legs must end the same (spec "Dispute (MED) status"; C31).
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { type Contested, decideDispute, newDispute } from "../../core/payments/dispute/decide-dispute.ts"
import {
  type Dispute,
  type DisputeLeg,
  type DisputeStatus,
  disputeStatuses,
  triggerOf
} from "../../core/payments/dispute/dispute.ts"
import { type DisputeState, disputeStates } from "../../core/payments/dispute/dispute.states.ts"
import { brokenLaws } from "../../core/engine/machine/laws.ts"
import { step } from "../../core/engine/machine/machine.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import { endToEndIdAt } from "../support/ids.ts"
import { startOfTests } from "../support/world.ts"

const known: Contested = { owner: "acc_01", charge: undefined }

const leg = (status: DisputeStatus, value = 1_000n): DisputeLeg => ({
  status,
  providerStatus: null,
  disputeId: "med-1",
  value: unitsUnsafe("BRL", value),
  reason: null,
  payerName: null,
  transactionDate: null,
  occurredAt: startOfTests
})

interface Told {
  readonly dispute: Dispute
  readonly events: ReadonlyArray<string>
  readonly reviews: ReadonlyArray<string>
}

const tell = (statuses: ReadonlyArray<DisputeStatus>, contested = known): Told =>
  statuses.reduce<Told>((told, status) => {
    const version = told.dispute.legs.length
    const decision = decideDispute({ value: told.dispute, version }, contested, leg(status))
    if (decision._tag === "Ignored") return told
    const of = (kind: string) => decision.changes.writes.filter((write) => write.kind === kind)
    return {
      dispute: decision.dispute,
      events: [...told.events, ...of("event").map(({ body }) => String((JSON.parse(body) as { name: unknown }).name))],
      reviews: [...told.reviews, ...of("review").map(({ id }) => id)]
    }
  }, { dispute: newDispute(endToEndIdAt(1), contested, startOfTests), events: [], reviews: [] })

const ways: Readonly<Record<DisputeState, ReadonlyArray<ReadonlyArray<DisputeStatus>>>> = {
  NONE: [[]],
  CREATED: [["CREATED"]],
  CANCELED: [["CANCELED"], ["CREATED", "CANCELED"]],
  REJECTED: [["REJECTED"], ["CREATED", "REJECTED"], ["CANCELED", "REJECTED"]],
  ACCEPTED: [["ACCEPTED"], ["CREATED", "ACCEPTED"], ["REJECTED", "CANCELED", "ACCEPTED"]]
}

const rank: ReadonlyArray<DisputeState> = ["NONE", "CREATED", "CANCELED", "REJECTED", "ACCEPTED"]
const higher = (a: DisputeState, b: DisputeState): DisputeState => rank.indexOf(a) >= rank.indexOf(b) ? a : b

describe("the table of disputes", () => {
  it("breaks no law of tables §dispute-states", () => {
    expect(brokenLaws(disputeStates)).toEqual([])
  })

  it("posts nothing in any row §dispute-moves-no-money", () => {
    expect(disputeStates.rows.flatMap(({ post }) => post ?? [])).toEqual([])
  })

  const cases = Object.entries(ways).flatMap(([state, paths]) =>
    paths.flatMap((path) => disputeStatuses.map((status) => ({ state: state as DisputeState, path, status })))
  )

  it.each(cases)("$state by $path, then $status §dispute-states §dispute-emitted-once", ({ path, state, status }) => {
    const before = tell(path)
    expect(before.dispute.state).toBe(state)
    const after = tell([...path, status])
    // A higher decision stands, a lower one is recorded; what was told before changes nothing.
    expect(after.dispute.state).toBe(higher(state, status))
    const isNews = !path.includes(status)
    expect(after.events).toEqual(isNews ? [...before.events, `DISPUTE_${status}`] : before.events)
    expect(after.dispute.legs.length).toBe(before.dispute.legs.length + (isNews ? 1 : 0))
  })

  it("takes every row from every state that it names, and asserts every other cell §dispute-states §rows-dispute", () => {
    const taken = new Set<string>()
    const otherwise = new Map<string, string>()
    for (const { path, state, status } of cases) {
      const answer = step(disputeStates, state, triggerOf[status], { isNews: !path.includes(status) })
      if (answer._tag === "Taken") taken.add(`${answer.row} ${state}`)
      else otherwise.set(`${state} ${triggerOf[status]}`, answer._tag)
    }
    const named = disputeStates.rows.flatMap(({ from }, row) => from.map((state) => `${row} ${state}`))
    expect([...taken].toSorted()).toEqual(named.toSorted())
    expect([...new Set(otherwise.values())]).toEqual(["Ignored"])
    expect([...otherwise.keys()].toSorted()).toEqual([
      "ACCEPTED accepted",
      "ACCEPTED canceled",
      "ACCEPTED created",
      "ACCEPTED rejected",
      "CANCELED canceled",
      "CANCELED created",
      "CREATED created",
      "REJECTED canceled",
      "REJECTED created",
      "REJECTED rejected"
    ])
  })
})

describe("the legs of a dispute", () => {
  it("end the same in any order, with repetitions §dispute-any-order", () => {
    const legs = fc.uniqueArray(fc.constantFrom(...disputeStatuses), { minLength: 1 })
    const shuffled = legs.chain((some) =>
      fc.tuple(
        fc.constant(some),
        fc.array(fc.constantFrom(...some), { maxLength: 4 }).chain((again) =>
          fc.shuffledSubarray([...some, ...again], {
            minLength: some.length + again.length,
            maxLength: some.length + again.length
          })
        )
      )
    )
    fc.assert(fc.property(shuffled, ([some, order]) => {
      const [once, other] = [tell(some), tell(order)]
      expect(other.dispute.state).toBe(once.dispute.state)
      expect(other.events.toSorted()).toEqual(some.map((status) => `DISPUTE_${status}`).toSorted())
      expect(other.reviews).toEqual(once.reviews)
      expect(other.dispute.legs.map((each) => each.status).toSorted()).toEqual(some.toSorted())
    }))
  })

  it("never reopen a dispute §dispute-never-reopens", () => {
    for (const decision of ["ACCEPTED", "REJECTED", "CANCELED"] as const) {
      expect(tell([decision, "CREATED"]).dispute.state).toBe(decision)
      expect(tell([decision, "CREATED"]).events).toEqual([`DISPUTE_${decision}`, "DISPUTE_CREATED"])
    }
  })

  it("are put before the operator once when they contradict each other §dispute-contradiction", () => {
    expect(tell(["CREATED", "REJECTED"]).reviews).toEqual([])
    expect(tell(["CANCELED", "REJECTED", "CREATED", "ACCEPTED"]).reviews).toEqual([
      `${endToEndIdAt(1)}/disputeDecidedTwice`
    ])
  })

  it("are put before the operator once when the PIX is unknown §dispute-owner", () => {
    const told = tell(["CREATED", "ACCEPTED"], { owner: operatorOwner, charge: undefined })
    expect(told.reviews).toEqual([`${endToEndIdAt(1)}/disputeOfUnknownPix`])
    expect(told.dispute.owner).toBe(operatorOwner)
  })
})
