// The lifecycles of swaps and of their legs cell by cell: every (state, trigger) pair must answer what stands here, written
// down from the specification and the decisions, not from the tables. Then every row must have been taken, from every state
// it names, as `step` itself reported.
import { describe, expect, it, vi } from "vitest"
import { brokenLaws } from "../../core/machine/laws.ts"
import type * as machineModule from "../../core/machine/machine.ts"
import { type AnyMachine, step } from "../../core/machine/machine.ts"
import { type SwapFact, decideSwap } from "../../core/swap/decide-swap.ts"
import { type Swap, newLegs } from "../../core/swap/swap.ts"
import { type SwapLegState, swapLegStates } from "../../core/swap/swap-leg.states.ts"
import { type SwapState, swapStates } from "../../core/swap/swap.states.ts"
import { unitsUnsafe } from "../../core/money/units.ts"
import { minute, postingsOf } from "./deposit.given.ts"

type MachineModule = typeof machineModule

const taken = vi.hoisted(() => new Set<string>())

vi.mock("../../core/machine/machine.ts", async (importOriginal) => {
  const original = await importOriginal<MachineModule>()
  const watched: typeof original.step = (machine, state, trigger, facts) => {
    const answer = original.step(machine, state, trigger, facts)
    if (answer._tag === "Taken") taken.add(`${machine.name}: row ${answer.row + 1} from ${answer.from}`)
    return answer
  }
  return { ...original, step: watched }
})

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
  error: null,
  legs: newLegs(network),
  createdAt: minute(0),
  updatedAt: minute(0)
})

const claimed: SwapFact = { on: "claimed" }
const expired: SwapFact = { on: "expired" }
const stopped: SwapFact = { on: "stopped", error: "INSUFFICIENT_OUTPUT" }
const submitted = (leg: 0 | 1 | 2 | 3): SwapFact => ({ on: "legSubmitted", leg })
const confirmed = (leg: 0 | 1 | 2 | 3): SwapFact => ({
  on: "legConfirmed",
  leg,
  evidence: leg === 1 ? { actualAmountOut: sats(10_000n) } : {}
})
const refused = (leg: 0 | 1 | 2 | 3): SwapFact => ({ on: "legRefused", leg, reason: "no", error: "TRANSFER_REFUSED" })
const doubted = (leg: 0 | 1 | 2 | 3): SwapFact => ({ on: "legDoubted", leg })

const when = (swap: Swap, fact: SwapFact) => decideSwap({ value: swap, version: 3 }, fact, minute(5))

const changed = (swap: Swap, fact: SwapFact) => {
  const decision = when(swap, fact)
  if (decision._tag !== "Changed") throw new Error(`${fact.on} in ${swap.state} was ${decision._tag}`)
  return decision
}

const after = (facts: ReadonlyArray<SwapFact>, from: Swap = pending()): Swap =>
  facts.reduce((swap, fact) => changed(swap, fact).swap, from)

const outcome = (swap: Swap, fact: SwapFact): string => {
  const decision = when(swap, fact)
  return decision._tag === "Changed" ? decision.swap.state : decision._tag
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

// In the order of the facts above. A leg of the RUNNING one is submitted, so that it is submitted again is stale.
const cells: Readonly<Record<SwapState, ReadonlyArray<string>>> = {
  PENDING: ["RUNNING", "Alarmed", "Alarmed", "Alarmed", "Ignored", "FAILED", "Alarmed"],
  RUNNING: ["Ignored", "Ignored", "RUNNING", "FAILED", "RUNNING", "Ignored", "STRANDED"],
  COMPLETED: ["Ignored", "Alarmed", "Ignored", "Alarmed", "Ignored", "Ignored", "Ignored"],
  FAILED: ["Ignored", "Alarmed", "Alarmed", "Ignored", "Ignored", "Ignored", "Ignored"],
  STRANDED: ["Ignored", "Alarmed", "Alarmed", "Ignored", "Ignored", "Ignored", "Ignored"]
}

const states = Object.keys(cells) as ReadonlyArray<SwapState>

describe("the table of swaps", () => {
  it("breaks no law, and that of legs breaks none", () => {
    expect(brokenLaws(swapStates)).toEqual([])
    expect(brokenLaws(swapLegStates)).toEqual([])
  })

  it("§swap-states §swap-leg-statuses knows the states of the specification and of the decision", () => {
    expect(Object.values(swapStates.states)).toEqual(["PENDING", "RUNNING", "COMPLETED", "FAILED", "STRANDED"])
    expect(Object.values(swapLegStates.states)).toEqual(["PENDING", "SUBMITTED", "CONFIRMED", "FAILED", "UNKNOWN"])
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
    expect(outcome(after([claimed]), submitted(1))).toBe("Alarmed")
    expect(outcome(after(through(0)), submitted(2))).toBe("Alarmed")
    expect(outcome(after([...through(0, 1), submitted(2)]), submitted(3))).toBe("Alarmed")
    const overLightning = after(through(0, 1, 2), pending("lightning"))
    expect(overLightning.state).toBe("RUNNING")
    expect(outcome(after([submitted(3)], overLightning), confirmed(3))).toBe("COMPLETED")
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

  const legCells: Readonly<Record<SwapLegState, ReadonlyArray<string>>> = {
    PENDING: ["SUBMITTED", "Alarmed", "Alarmed", "Ignored"],
    SUBMITTED: ["Ignored", "CONFIRMED", "FAILED", "UNKNOWN"],
    CONFIRMED: ["Alarmed", "Ignored", "Alarmed", "Ignored"],
    FAILED: ["Alarmed", "Alarmed", "Ignored", "Ignored"],
    UNKNOWN: ["Ignored", "CONFIRMED", "FAILED", "UNKNOWN"]
  }

  it.each(Object.entries(legCells))("decides every cell of a leg that is %s", (state, expected) => {
    const answers = (["submitted", "confirmed", "refused", "doubted"] as const).map((trigger) => {
      const answer = step(swapLegStates, state as SwapLegState, trigger, {})
      return answer._tag === "Taken" ? answer.to : answer._tag
    })
    expect(answers).toEqual(expected)
  })

  it("§rows-swap §rows-swap-leg had every row taken, from every state that the row names", () => {
    const machines: ReadonlyArray<AnyMachine> = [swapStates, swapLegStates]
    const rows = machines.flatMap((machine) =>
      machine.rows.flatMap((row, index) => row.from.map((state) => `${machine.name}: row ${index + 1} from ${state}`))
    )
    expect(rows.filter((row) => !taken.has(row))).toEqual([])
    expect(rows.length).toBe(taken.size)
  })
})
