// Fees that rise: replacements, the ceiling, and what is too little to come back. Rates are given by the line, in bitcoin per 1,000 virtual bytes.
import type { Fault } from "./fault.ts"
import type { Stage } from "./stage.ts"
import { recordOf, spending } from "./stranger.ts"

const market = ({ says }: Stage, feerate: number): void => says("estimatesmartfee", () => ({ feerate }))

const seen = (fact: boolean, what: string): void => {
  if (!fact) throw new Error(`not seen: ${what}`)
}

/** Delivers at one rate without a block, and has the market rise. */
const raised = async (stage: Stage, rate: number) => {
  stage.treasury.mining(false)
  market(stage, 0.0002)
  const first = await stage.deliver()
  market(stage, rate)
  await stage.adapter.step()
  return first
}

export const feeFaults: ReadonlyArray<Fault> = [
  {
    case: "a market that rises while a delivery waits: it is replaced",
    parts: { coins: [1_000_000n, 1_000_000n], fees: { raiseAfterMs: 0 } },
    play: async (stage) => {
      const first = await raised(stage, 0.0005)
      const { attempts } = await recordOf(stage.plane, stage.operationId)
      const waiting = await stage.node.waiting()
      seen(attempts.length === 2 && waiting.includes(attempts[1]?.txid ?? ""), "the replacement waits")
      seen(!waiting.includes(attempts[0]?.txid ?? ""), "the first is gone")
      seen(attempts[0]?.coins[0]?.outpoint === attempts[1]?.coins[0]?.outpoint, "both spend the anchor")
      await stage.node.mine()
      const last = await stage.look()
      seen((await stage.receipt()).cost?.units === attempts[1]?.fee, "the fee of the one in the block")
      return [first, last]
    },
    answers: ["Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "a replacement that a miner did not hear of: the first is in a block",
    parts: { coins: [1_000_000n, 1_000_000n], fees: { raiseAfterMs: 0 } },
    play: async (stage) => {
      const first = await raised(stage, 0.0005)
      const { attempts } = await recordOf(stage.plane, stage.operationId)
      await stage.node.mineThese(attempts[0]?.raw ?? "")
      // And then all that still waits.
      await stage.node.mine()
      const last = await stage.look()
      seen((await stage.receipt()).transactionHash === attempts[0]?.txid, "the first is the evidence")
      return [first, last]
    },
    answers: ["Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "what a replaced delivery gives back: it waits for six blocks, as another of its transactions could stay",
    parts: { fees: { raiseAfterMs: 0 } },
    play: async (stage) => {
      const first = await raised(stage, 0.0005)
      await stage.node.mine()
      const other = { operationId: "deliver/after a replacement", address: stage.receiver }
      const one = [await stage.look(), await stage.deliver(other)]
      await stage.node.mineEmpty(5)
      const six = await stage.deliver(other)
      await stage.node.mine()
      return [first, ...one, six]
    },
    answers: ["Unknown", "Done", "Held float", "Unknown"],
    moved: [100_000n, 100_000n]
  },
  {
    case: "a market that rises before its time: nothing is replaced",
    parts: { fees: { raiseAfterMs: 3_600_000 } },
    play: async (stage) => {
      const first = await raised(stage, 0.0005)
      seen((await recordOf(stage.plane, stage.operationId)).attempts.length === 1, "one transaction")
      await stage.again({ fees: { raiseAfterMs: 0 } }).step()
      seen((await recordOf(stage.plane, stage.operationId)).attempts.length === 2, "two, after its time")
      await stage.node.mine()
      return [first, await stage.look()]
    },
    answers: ["Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "a market above the ceiling while a delivery waits: nothing is replaced",
    parts: { fees: { raiseAfterMs: 0, ceiling: "40000" } },
    play: async (stage) => {
      const first = await raised(stage, 0.0005)
      seen((await recordOf(stage.plane, stage.operationId)).attempts.length === 1, "one transaction")
      await stage.node.mine()
      return [first, await stage.look()]
    },
    answers: ["Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "a market above the ceiling, and below it later",
    parts: { fees: { ceiling: "40000" } },
    play: async (stage) => {
      market(stage, 0.0004_0001)
      const dear = [await stage.deliver(), await stage.look()]
      market(stage, 0.0004)
      return [...dear, await stage.deliver(), await stage.look()]
    },
    answers: ["Held fuel", "Absent", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "a node whose rate is absurd, among three",
    parts: { lines: 3, fees: { ceiling: "40000" } },
    play: async (stage) => {
      market(stage, 0.0002)
      stage.treasury.proxies[0]?.answers("estimatesmartfee", () => ({ feerate: 0.1 }))
      const first = await stage.deliver()
      return [first, await stage.look()]
    },
    answers: ["Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "change that is too little to keep: the fee takes it, and the receipt has it",
    parts: { coins: [103_500n] },
    play: async ({ deliver, look, receipt }) => {
      const answers = [await deliver(), await look()]
      seen((await receipt()).cost?.units === 3_500n, "all that was left")
      return answers
    },
    answers: ["Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "a coin beside the anchor that somebody spent: another takes its place, and the anchor stays",
    parts: { coins: [70_000n, 60_000n] },
    play: async ({ adapter, deliver, look, node, operationId, plane, treasury }) => {
      treasury.mining(false)
      const first = await deliver({ units: 120_000n })
      const { attempts: [made] } = await recordOf(plane, operationId)
      const other = made?.coins[1]
      if (other === undefined) throw new Error("it has one coin")
      await node.mineThese(spending(treasury, [other], 5_000n))
      await treasury.fund([500_000n])
      treasury.mining(true)
      await adapter.step()
      const { attempts } = await recordOf(plane, operationId)
      seen(attempts[1]?.coins[0]?.outpoint === made?.coins[0]?.outpoint, "the same anchor")
      return [first, await look()]
    },
    answers: ["Unknown", "Done"],
    moved: [120_000n]
  }
]
