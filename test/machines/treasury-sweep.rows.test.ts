// The lifecycle of sweeps cell by cell: every (state, trigger) pair is asked through `decideTreasurySweep` and must answer what stands here,
// written down from the decision, not from the table. Then every row must have been taken.
import { describe, expect, it, vi } from "vitest"
import { reason } from "../../core/base/reason/reason.ts"
import { brokenLaws } from "../../core/engine/machine/laws.ts"
import {
  type TreasurySweepFact,
  decideTreasurySweep
} from "../../core/payments/treasury-sweep/decide-treasury-sweep.ts"
import type { TreasurySweep } from "../../core/payments/treasury-sweep/treasury-sweep.ts"
import {
  type TreasurySweepState,
  type TreasurySweepTrigger,
  treasurySweepStates
} from "../../core/payments/treasury-sweep/treasury-sweep.states.ts"
import { untaken } from "./taken-rows.ts"

vi.mock("../../core/engine/machine/machine.ts", async (original) => (await import("./taken-rows.ts")).watched(original))

const now = 1_772_323_200_000

const ordered: TreasurySweep = {
  id: "tsw_100",
  owner: "operator",
  reference: "first",
  asset: "USDC",
  network: "base",
  units: 5n,
  address: "0xcold",
  previous: null,
  state: "ORDERED",
  transactionHash: null,
  refusal: null,
  createdAt: now - 1,
  updatedAt: now - 1
}

const facts: Readonly<Record<TreasurySweepTrigger, TreasurySweepFact>> = {
  moved: { on: "moved", transactionHash: "0xhash" },
  refused: { on: "refused", reason: reason("failed", "the token is paused") },
  doubted: { on: "doubted" }
}

const decide = (sweep: TreasurySweep, fact: TreasurySweepFact) =>
  decideTreasurySweep({ value: sweep, version: 1 }, fact, now)

const after = (fact: TreasurySweepFact): TreasurySweep => {
  const decision = decide(ordered, fact)
  if (decision._tag !== "Changed") throw new Error(`${fact.on} changed nothing`)
  return decision.record
}

const given: Readonly<Record<TreasurySweepState, TreasurySweep>> = {
  ORDERED: ordered,
  DONE: after(facts.moved),
  REFUSED: after(facts.refused)
}

type Expected = TreasurySweepState | "Ignored" | "Alarmed"

const cells: Readonly<Record<TreasurySweepState, Readonly<Record<TreasurySweepTrigger, Expected>>>> = {
  ORDERED: { moved: "DONE", refused: "REFUSED", doubted: "ORDERED" },
  DONE: { moved: "Ignored", refused: "Alarmed", doubted: "Ignored" },
  REFUSED: { moved: "DONE", refused: "Ignored", doubted: "Ignored" }
}

const states = Object.keys(cells) as ReadonlyArray<TreasurySweepState>
const triggers = Object.keys(facts) as ReadonlyArray<TreasurySweepTrigger>

describe("the table of sweeps", () => {
  it("keeps the laws of every table", () => {
    expect(brokenLaws(treasurySweepStates)).toEqual([])
  })

  it.each(states.flatMap((state) => triggers.map((trigger) => [state, trigger] as const)))(
    "%s on %s",
    (state, trigger) => {
      const decision = decide(given[state], facts[trigger])
      expect(decision._tag === "Changed" ? decision.record.state : decision._tag).toBe(cells[state][trigger])
    }
  )

  it("books what has left, once, and nothing else §sweep-booked", () => {
    const booked = (sweep: TreasurySweep, fact: TreasurySweepFact) => {
      const decision = decide(sweep, fact)
      return decision._tag === "Changed"
        ? decision.changes.entries.flatMap(({ id, postings }) =>
          postings.map(({ account, side, units }) => `${id}: ${side} ${units} ${account}`)
        )
        : []
    }
    const left = [
      "tsw_100/treasurySwept: debit 5 owner-drawings",
      "tsw_100/treasurySwept: credit 5 treasury"
    ]
    expect(booked(ordered, facts.moved)).toEqual(left)
    expect(booked(given.REFUSED, facts.moved)).toEqual(left)
    expect(booked(ordered, facts.refused)).toEqual([])
    expect(booked(ordered, facts.doubted)).toEqual([])
  })

  it("remembers what proves each fact", () => {
    expect(given.DONE.history?.at(-1)).toMatchObject({ evidence: "0xhash" })
    expect(given.REFUSED.history?.at(-1)).toMatchObject({ evidence: null, reason: { code: "failed" } })
    expect(after(facts.doubted).history?.at(-1)).toMatchObject({ evidence: null })
  })

  it("puts a refusal before a person, and what contradicts the books", () => {
    const reviews = (sweep: TreasurySweep, fact: TreasurySweepFact) => {
      const decision = decide(sweep, fact)
      return "changes" in decision ? decision.changes.writes.filter(({ kind }) => kind === "review").length : 0
    }
    expect(reviews(ordered, facts.refused)).toBe(1)
    expect(reviews(given.DONE, facts.refused)).toBe(1)
    expect(reviews(ordered, facts.moved)).toBe(0)
  })

  it("was taken row by row §rows-treasury-sweep", () => {
    expect(untaken(treasurySweepStates)).toEqual([])
  })
})
