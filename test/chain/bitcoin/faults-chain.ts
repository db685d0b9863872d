// What the chain does: forgets what waits, takes blocks back, and lets somebody else have our coins.
import { type Context, Effect } from "effect"
import { Reviews } from "../../../core/engine/review/review.ts"
import { list } from "../../../core/engine/store/records.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import type { Fault } from "./fault.ts"
import { displace, recordOf } from "./stranger.ts"
import { freshAddress } from "./world.ts"

const reviewsOf = async (plane: Context.Context<Store>) => {
  const rows = await Effect.runPromise(Effect.provide(list(Reviews, "all", "all", { limit: 9 }), plane))
  return rows.map(({ value }) => value)
}

export const chainFaults: ReadonlyArray<Fault> = [
  {
    case: "nodes forget it while it waits: it is sent again",
    play: async ({ adapter, deliver, look, node, treasury }) => {
      treasury.mining(false)
      const first = await deliver()
      await node.forget()
      treasury.mining(true)
      const forgotten = await look()
      await adapter.step()
      return [first, forgotten, await look()]
    },
    answers: ["Unknown", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "its block is taken back before it is Done",
    parts: { finality: { done: 2 } },
    play: async ({ adapter, deliver, look, node, treasury }) => {
      const first = [await deliver(), await look()]
      treasury.mining(false)
      await node.takeBack(1)
      const back = await look()
      await adapter.step()
      await node.mine(2)
      return [...first, back, await look()]
    },
    answers: ["Unknown", "Unknown", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "its block is taken back after it was Done, and nodes forget it: it is carried until it is final",
    play: async ({ adapter, deliver, look, node }) => {
      const first = [await deliver(), await look()]
      await node.takeBack(1)
      await node.forget()
      const back = await look()
      await adapter.step()
      return [...first, back, await look()]
    },
    answers: ["Unknown", "Done", "Done", "Done"],
    moved: [100_000n]
  },
  {
    case: "somebody spends its anchor: Refused once six blocks are on it",
    play: async ({ deliver, look, node, operationId, plane, treasury }) => {
      treasury.mining(false)
      const first = await deliver()
      await displace(node, treasury, plane, operationId)
      const one = [await look(), await deliver()]
      await node.mineEmpty(4)
      const five = [await look(), await deliver()]
      await node.mineEmpty()
      return [first, ...one, ...five, await look(), await deliver()]
    },
    answers: ["Unknown", "Unknown", "Unknown", "Unknown", "Unknown", "Refused", "Refused"],
    moved: []
  },
  {
    case: "somebody spends its anchor in a block that is taken back: it takes effect after all",
    play: async ({ deliver, look, node, operationId, plane, treasury }) => {
      treasury.mining(false)
      const first = await deliver()
      await displace(node, treasury, plane, operationId)
      await node.mineEmpty(4)
      const five = await look()
      await node.takeBack(5)
      await node.mineThese((await recordOf(plane, operationId)).attempts[0]?.raw ?? "")
      return [first, five, await look()]
    },
    answers: ["Unknown", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "it was Done, and somebody spends its anchor in other blocks: it stays Done, and is shown as lost",
    play: async ({ adapter, deliver, look, node, operationId, plane, treasury }) => {
      const first = [await deliver(), await look()]
      treasury.mining(false)
      await node.takeBack(1)
      await displace(node, treasury, plane, operationId)
      await node.mineEmpty(5)
      await adapter.step()
      const [lost] = await adapter.lostNow()
      if (lost?.operationId !== operationId) throw new Error("it is not shown as lost")
      await adapter.step()
      const reasons = (await reviewsOf(plane)).map(({ reason: { code }, subject }) => `${subject} ${code}`)
      if (reasons.join() !== `${operationId} transferTakenBack`) throw new Error("it is no review")
      return [...first, await look()]
    },
    answers: ["Unknown", "Done", "Done"],
    moved: []
  },
  {
    case: "change of a delivery that is not Done yet: no other spends it",
    parts: { finality: { done: 3 } },
    play: async ({ deliver, look, node, operationId, plane }) => {
      const other = { operationId: "deliver/before it", address: freshAddress() }
      const first = await deliver(other)
      await node.mineEmpty()
      const held = await deliver()
      await node.mineEmpty()
      // Nobody has seen yet that it is Done, and a reorganisation could put another of its transactions there.
      const still = await deliver()
      await deliver(other)
      const after = await deliver()
      const [made] = (await recordOf(plane, operationId)).attempts
      const { attempts: [parent] } = await recordOf(plane, other.operationId)
      if (made?.coins[0]?.outpoint !== `${parent?.txid}:1`) throw new Error("it spends no change")
      await node.mine(2)
      return [first, held, still, after, await look()]
    },
    answers: ["Unknown", "Held float", "Held float", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "its anchor came of a delivery that was Done and is lost for good: Refused then, and not before",
    play: async ({ adapter, deliver, look, node, plane, treasury }) => {
      const other = { operationId: "deliver/lost later", address: freshAddress() }
      const done = [await deliver(other), await deliver(other)]
      treasury.mining(false)
      const first = await deliver()
      await node.takeBack(1)
      await displace(node, treasury, plane, other.operationId)
      await node.mineEmpty(4)
      const five = await look()
      await node.mineEmpty()
      const six = await look()
      await adapter.step()
      return [...done, first, five, six, await deliver()]
    },
    answers: ["Unknown", "Done", "Unknown", "Unknown", "Refused", "Refused"],
    moved: []
  },
  {
    case: "the anchor itself is in a block that is taken back: nothing is decided",
    parts: { confirmations: 6 },
    play: async ({ deliver, look, node, treasury }) => {
      treasury.mining(false)
      const first = await deliver()
      // The block that paid the treasury, and all after it.
      await node.takeBack(6)
      const gone = [await look(), await deliver()]
      await node.mine(2)
      return [first, ...gone, await look()]
    },
    answers: ["Unknown", "Unknown", "Unknown", "Done"],
    moved: [100_000n]
  }
]
