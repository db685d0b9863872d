// The lifecycles of swaps and of their legs cell by cell: every (state, trigger) pair must answer what stands here, written
// down from the specification and the decisions, not from the tables. Then every row must have been taken, from every state
// it names, as `step` itself reported.
import { describe, expect, it, vi } from "vitest"
import { reason } from "../../core/base/reason/reason.ts"
import { brokenLaws } from "../../core/engine/machine/laws.ts"
import { type SwapFact, decideSwap } from "../../core/payments/swap/decide-swap.ts"
import type { Swap } from "../../core/payments/swap/swap.ts"
import { type SwapState, swapStates } from "../../core/payments/swap/swap.states.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import { minute, postingsOf } from "./deposit.given.ts"
import { untaken } from "./taken-rows.ts"

vi.mock("../../core/engine/machine/machine.ts", async (original) => (await import("./taken-rows.ts")).watched(original))

const sats = (value: bigint) => unitsUnsafe("BTC", value)

const pending = (network: Swap["network"] = "spark"): Swap => ({
  id: "swp_1",
  owner: "acc_01",
  subAccountId: "sub_1",
  walletId: "wallet",
  clientRequestId: "request-1",
  state: "PENDING",
  sparkAddress: "spark1own",
  units: unitsUnsafe("DEPIX", 5_000_000_000n),
  network,
  destination: "spark1own",
  address: null,
  minAmountOut: sats(400n),
  maxSlippageBps: 100,
  maxLightningFee: sats(0n),
  reference: null,
  poolMinimum: null,
  poolMaximum: null,
  error: null,
  confirmedLegs: 0,
  originTxHash: null,
  output: null,
  doubtedAt: null,
  checks: 0,
  createdAt: minute(0),
  updatedAt: minute(0)
})

const claimed: SwapFact = { on: "claimed" }
const expired: SwapFact = { on: "expired" }
const stopped: SwapFact = { on: "stopped", error: "INSUFFICIENT_OUTPUT" }
const submitted = (leg: 0 | 1 | 2 | 3): SwapFact => ({
  on: "legSubmitted",
  leg,
  ...(leg === 0 ? { poolMinimum: sats(400n), poolMaximum: sats(500n) } : {})
})
const confirmed = (leg: 0 | 1 | 2 | 3): SwapFact => ({
  on: "legConfirmed",
  leg,
  proof: `proof-${leg}`,
  ...(leg === 1 ? { output: sats(10_000n) } : {})
})
const refused = (leg: 0 | 1 | 2 | 3): SwapFact => ({ on: "legRefused", leg, reason: reason("failed") })
const doubted = (leg: 0 | 1 | 2 | 3): SwapFact => ({ on: "legDoubted", leg })

const when = (swap: Swap, fact: SwapFact) => decideSwap({ value: swap, version: 3 }, fact, minute(5))

const changed = (swap: Swap, fact: SwapFact) => {
  const decision = when(swap, fact)
  if (decision._tag !== "Changed") throw new Error(`${fact.on} in ${swap.state} was ${decision._tag}`)
  return decision
}

const after = (facts: ReadonlyArray<SwapFact>, from: Swap = pending()): Swap =>
  facts.reduce((swap, fact) => changed(swap, fact).record, from)

const outcome = (swap: Swap, fact: SwapFact): string => {
  const decision = when(swap, fact)
  return decision._tag === "Changed" ? decision.record.state : decision._tag
}

const through = (
  ...legs: ReadonlyArray<0 | 1 | 2>
): ReadonlyArray<SwapFact> => [claimed, ...legs.flatMap((leg) => [submitted(leg), confirmed(leg)])]

const given: Readonly<Record<SwapState, Swap>> = {
  PENDING: pending(),
  RUNNING: after([claimed, submitted(0)]),
  COMPLETED: after(through(0, 1, 2)),
  FAILED: after([expired]),
  STRANDED: after([...through(0), submitted(1), refused(1)])
}

const facts = {
  claimed,
  legSubmitted: submitted(0),
  legConfirmed: confirmed(0),
  legRefused: refused(0),
  legDoubted: doubted(0),
  expired,
  stopped
}

// In the order of the facts above. Leg 0 of the RUNNING one is sent; its movement keeps it from being sent again.
const cells: Readonly<Record<SwapState, ReadonlyArray<string>>> = {
  PENDING: ["RUNNING", "Alarmed", "Alarmed", "Alarmed", "Ignored", "FAILED", "Alarmed"],
  RUNNING: ["Ignored", "RUNNING", "RUNNING", "FAILED", "RUNNING", "Ignored", "STRANDED"],
  COMPLETED: ["Ignored", "Ignored", "Ignored", "Alarmed", "Ignored", "Ignored", "Ignored"],
  FAILED: ["Ignored", "Ignored", "FAILED", "Ignored", "Ignored", "Ignored", "Ignored"],
  STRANDED: ["Ignored", "Ignored", "STRANDED", "Ignored", "Ignored", "Ignored", "Ignored"]
}

const states = Object.keys(cells) as ReadonlyArray<SwapState>

describe("the table of swaps", () => {
  it("breaks no law", () => {
    expect(brokenLaws(swapStates)).toEqual([])
  })

  it("§swap-states knows the states of the specification", () => {
    expect(Object.values(swapStates.states)).toEqual(["PENDING", "RUNNING", "COMPLETED", "FAILED", "STRANDED"])
    expect(Object.keys(swapStates.triggers)).toEqual(Object.keys(facts))
  })

  it.each(
    states.flatMap((state) => Object.entries(facts).map(([name, fact], column) => [state, name, fact, column] as const))
  )(
    "decides (%s, %s)",
    (state, _name, fact, column) => {
      expect(given[state].state).toBe(state)
      expect(outcome(given[state], fact)).toBe(cells[state][column])
    }
  )

  it("fails while nothing has moved, and strands from when something has, or may have", () => {
    const running = after([claimed])
    expect(outcome(running, expired)).toBe("FAILED")
    expect(outcome(running, stopped)).toBe("FAILED")
    expect(outcome(running, submitted(0))).toBe("RUNNING")
    expect(outcome(after([submitted(0), doubted(0)], running), stopped)).toBe("STRANDED")
    expect(outcome(after(through(0)), stopped)).toBe("STRANDED")
    expect(outcome(after(through(0)), expired)).toBe("Ignored")
    expect(outcome(after([...through(0, 1), submitted(2)]), refused(2))).toBe("STRANDED")
  })

  it("goes leg by leg: none is skipped, and there is no fourth on Spark", () => {
    expect(outcome(after([claimed]), submitted(1))).toBe("Ignored")
    expect(outcome(after(through(0)), submitted(2))).toBe("Ignored")
    expect(outcome(after(through(0)), submitted(0))).toBe("Ignored")
    expect(outcome(after(through(0, 1, 2)), submitted(3))).toBe("Ignored")
    const overLightning = after(through(0, 1, 2), pending("lightning"))
    expect(overLightning.state).toBe("RUNNING")
    expect(outcome(after([submitted(3)], overLightning), confirmed(3))).toBe("COMPLETED")
  })

  it("books what is learned of a leg after the end, and stays there", () => {
    const late = [
      [after([claimed, submitted(0), refused(0)]), confirmed(0)],
      [after([...through(0), submitted(1), stopped]), confirmed(1)],
      [after([...through(0, 1), submitted(2), stopped]), confirmed(2)],
      [after([...through(0, 1, 2), submitted(3), stopped], pending("lightning")), confirmed(3)]
    ] as const
    expect(late.map(([swap, fact]) => [swap.state, outcome(swap, fact), changed(swap, fact).changes.entries.length]))
      .toEqual([["FAILED", "FAILED", 1], ["STRANDED", "STRANDED", 1], ["STRANDED", "STRANDED", 1], [
        "STRANDED",
        "STRANDED",
        0
      ]])
  })

  it("keeps what proves that the DePix came, whatever proves the legs after it", () => {
    expect(after(through(0)).originTxHash).toBe("proof-0")
    expect(after(through(0, 1, 2)).originTxHash).toBe("proof-0")
  })

  it("raises what cannot be, once a leg", () => {
    const raised = [0, 1].map((leg) => {
      const decision = when(pending(), refused(leg as 0 | 1))
      return decision._tag === "Alarmed" ? decision.changes.writes.map(({ id }) => id) : decision._tag
    })
    expect(raised).toEqual([["swp_1/impossible/legRefused/PENDING/0"], ["swp_1/impossible/legRefused/PENDING/1"]])
  })

  it("§swap-ledger posts each leg that moves value on our side, once", () => {
    const postings = [0, 1, 2].map((leg) => {
      const before = after([...through(...([0, 1, 2] as const).slice(0, leg)), submitted(leg as 0)])
      return postingsOf(changed(before, confirmed(leg as 0)).changes)
    })
    expect(postings).toEqual([
      ["swapReceived: treasury +5000000000 DEPIX", "swapReceived: swap-owed/acc_01 -5000000000 DEPIX"],
      [
        "swapExchanged: swap-owed/acc_01 +5000000000 DEPIX",
        "swapExchanged: treasury -5000000000 DEPIX",
        "swapExchanged: treasury +10000 BTC",
        "swapExchanged: swap-owed/acc_01 -10000 BTC"
      ],
      ["swapDelivered: swap-owed/acc_01 +10000 BTC", "swapDelivered: treasury -10000 BTC"]
    ])
  })

  it("§rows-swap had every row taken, from every state that the row names", () => {
    expect(untaken(swapStates)).toEqual([])
  })
})
