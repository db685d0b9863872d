// The table of faults: nodes that are away, late, lie or are another network's.
import { expect } from "vitest"
import { accountOf, hexOf } from "../../../adapters/tron/address.ts"
import type { Fault, Stage } from "./stage.ts"

const short = { patienceMs: 300 } as const
const info = "/walletsolidity/gettransactioninfobyid"
const broadcast = "/wallet/broadcasthex"

/** Asks while every question is answered otherwise, and again when that is over. */
const answered = (fate: Parameters<Stage["world"]["lines"][number]["always"]>[1]) => async (stage: Stage) => {
  const { delivery, open, world } = stage
  const order = delivery()
  for (const line of world.lines) line.always("*", fate)
  await open().deliver(order)
  world.mend()
  await open().deliver(order)
}

export const faultsOfNodes: ReadonlyArray<Fault> = [
  {
    case: "429 with Retry-After from the only node",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: answered("busy")
  },
  { case: "503 from the only node", answers: ["Held paused", "Done"], moved: 1, act: answered("down") },
  { case: "half an answer from the only node", answers: ["Held paused", "Done"], moved: 1, act: answered("torn") },
  {
    case: "the answer to a broadcast is lost",
    answers: ["Done"],
    moved: 1,
    act: ({ delivery, open, world }) => {
      world.lines[0]?.always(broadcast, "lost")
      return open().deliver(delivery())
    }
  },
  {
    case: "a node says that it refuses what it has taken",
    answers: ["Done"],
    moved: 1,
    act: ({ delivery, open, world }) => {
      world.lines[0]?.lie(broadcast, () => ({ code: "TAPOS_ERROR", txid: "", message: "" }))
      return open().deliver(delivery())
    }
  },
  {
    case:
      "a node says that the signature is wrong (SIGERROR), and it is in no block: it is made anew when it has expired",
    answers: ["Unknown", "Absent", "Done"],
    moved: 1,
    jumps: true,
    act: async ({ delivery, open, world }) => {
      const order = delivery()
      world.lines[0]?.lie(broadcast, () => ({ code: "SIGERROR", txid: "", message: "" }))
      world.model.faults.loses = () => true
      await open({ ...short, deliveryMs: 60_000 }).deliver(order)
      world.model.jump(61_000)
      await open().end(order.operationId)
      world.model.dropWaiting()
      world.mend()
      await open().deliver(order)
    }
  },
  {
    case: "the solidity node is behind, and what was sent is sent again (DUP_TRANSACTION_ERROR)",
    answers: ["Unknown", "Unknown", "Done"],
    moved: 1,
    act: async ({ delivery, open, world }) => {
      const order = delivery()
      const adapter = open(short)
      world.model.faults.solidStopped = true
      await adapter.deliver(order)
      await adapter.deliver(order)
      expect(world.model.broadcasts.at(-1)?.code).toBe("DUP_TRANSACTION_ERROR")
      world.mend()
      await adapter.end(order.operationId)
    }
  },
  {
    case: "one of three nodes knows of no transaction",
    answers: ["Done"],
    moved: 1,
    nodes: 3,
    act: ({ delivery, open, world }) => {
      world.lines[0]?.lie(info, () => ({}))
      return open().deliver(delivery())
    }
  },
  {
    case: "one of three nodes is dead",
    answers: ["Done"],
    moved: 1,
    nodes: 3,
    act: ({ delivery, open, world }) => {
      world.lines[1]?.always("*", "cut")
      return open().deliver(delivery())
    }
  },
  {
    case: "one of three nodes takes nothing and shows an invented receipt",
    answers: ["Unknown", "Done"],
    moved: 1,
    nodes: 3,
    act: async ({ delivery, open, to, treasury, world }) => {
      const order = delivery()
      world.model.faults.loses = () => true
      world.lines[0]?.lie(info, (_, question) => ({
        id: (question as { readonly value: string }).value,
        blockNumber: 1,
        receipt: { result: "SUCCESS" },
        log: [{
          address: hexOf(world.token.address).slice(2),
          topics: [
            "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
            accountOf(treasury).padStart(64, "0"),
            accountOf(to).padStart(64, "0")
          ],
          data: order.units.toString(16).padStart(64, "0")
        }]
      }))
      await open(short).deliver(order)
      world.mend()
      await open().deliver(order)
    }
  },
  {
    case: "one of three nodes is of another network",
    answers: ["Held paused"],
    moved: 0,
    nodes: 3,
    act: ({ delivery, open, world }) => {
      world.lines[2]?.lie("/walletsolidity/getblockbynum", (answer) => ({
        ...answer as object,
        blockID: "0".repeat(63).concat("7")
      }))
      return open().deliver(delivery())
    }
  },
  {
    case: "two of three nodes are dead",
    answers: ["Held paused", "Done"],
    moved: 1,
    nodes: 3,
    act: async ({ delivery, open, world }) => {
      const order = delivery()
      for (const line of world.lines.slice(1)) line.always("*", "cut")
      await open(short).deliver(order)
      world.mend()
      await open().deliver(order)
    }
  }
]
