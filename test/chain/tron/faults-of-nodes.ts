// The table of faults: nodes that are away, late, lie or are another network's, and processes that end between two steps.
import { expect } from "vitest"
import { accountOf, hexOf } from "../../../adapters/tron/address.ts"
import type { SignedSpend } from "../../../core/ports/chain.ts"
import { until } from "../../support/anvil.ts"
import type { Fault, Stage } from "./stage.ts"

const short = { patienceMs: 300 } as const
const info = "/walletsolidity/gettransactioninfobyid"
const broadcast = "/wallet/broadcasthex"

/** The transaction of what a wallet has signed. */
const txidOf = ({ payload }: SignedSpend): string => (JSON.parse(payload) as { readonly txid: string }).txid

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
    case: "the process ends after the bytes were stored and before they were sent; the background step sends them",
    answers: ["Unknown", "Done"],
    moved: 1,
    act: async ({ delivery, open, world }) => {
      const order = delivery()
      world.lines[0]?.always(broadcast, "cut")
      await open(short).deliver(order)
      world.mend()
      const again = open()
      await again.carry()
      await again.end(order.operationId)
    }
  },
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
    case: "two processes deliver one id at the same time",
    answers: ["Done", "Done"],
    moved: 1,
    act: ({ delivery, open }) => {
      const order = delivery()
      return Promise.all([open().deliver(order), open().deliver(order)])
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
    case: "a delivery expired while no block took it: it is Absent, and made anew",
    answers: ["Unknown", "Absent", "Done"],
    moved: 1,
    jumps: true,
    act: async ({ delivery, open, world }) => {
      const order = delivery()
      const adapter = open({ ...short, deliveryMs: 60_000 })
      world.model.faults.loses = () => true
      const first = await adapter.deliver(order)
      expect(first._tag).toBe("Unknown")
      world.model.jump(61_000)
      await adapter.end(order.operationId)
      world.model.dropWaiting()
      world.mend()
      await open().deliver(order)
    }
  },
  {
    case: "a spend was in no block when it expired: it is Refused, and its bytes are worth nothing",
    answers: ["Unknown", "Refused", "Refused"],
    moved: 0,
    jumps: true,
    act: async ({ open, order, world }) => {
      const adapter = open({ patienceMs: 5_000 })
      const spend = order({ sendBefore: Date.now() + 60_000 })
      const signed = await adapter.sign(spend)
      // What the wallet is given lands; the spend does not.
      world.model.faults.loses = (id) => id === txidOf(signed)
      await adapter.submit(signed)
      world.model.jump(61_000)
      await adapter.end(spend.operationId)
      await adapter.submit(signed)
    }
  },
  {
    case: "a spend whose deadline passed before it was sent for the first time",
    answers: ["Refused", "Refused"],
    moved: 0,
    jumps: true,
    act: async ({ open, order, world }) => {
      const adapter = open()
      const spend = order({ sendBefore: Date.now() + 60_000 })
      const signed = await adapter.sign(spend)
      world.model.jump(61_000)
      await until(async () => world.model.solidHead.time, (time) => time > spend.sendBefore)
      await adapter.submit(signed)
      await adapter.lookUp(spend.operationId)
      expect(world.model.broadcasts.some(({ id }) => id === txidOf(signed))).toBe(false)
    }
  },
  {
    case: "a spend may be sent for two days: it is signed for one, which is the longest that the network takes",
    answers: ["Done"],
    moved: 1,
    act: ({ open, order }) => open().spend(order({ sendBefore: Date.now() + 172_800_000 }))
  },
  {
    case: "two processes submit one spend at the same time: the wallet is given what it needs once",
    answers: ["Done", "Done"],
    moved: 1,
    act: async ({ fees, open, order, world }) => {
      const before = world.sunOf(fees)
      const one = open()
      const signed = await one.sign(order())
      const [found] = await Promise.all([one.submit(signed), open().submit(signed)])
      const cost = found._tag === "Done" ? found.value.cost?.units : undefined
      expect(cost).toBe(before - world.sunOf(fees))
    }
  }
]
