// Orders that cannot be, and treasuries that hold too little.
import type { Fault } from "./fault.ts"
import { freshAddress, mainAddress } from "./world.ts"

const refusedOrder = (
  name: string,
  order: (own: string) => Parameters<Parameters<Fault["play"]>[0]["deliver"]>[0]
): Fault => ({
  case: name,
  parts: { coins: [] },
  play: async ({ deliver, look, treasury }) => [await deliver(order(treasury.address)), await look()],
  answers: ["Refused", "Absent"],
  moved: []
})

export const orderFaults: ReadonlyArray<Fault> = [
  refusedOrder("an address of another network", () => ({ address: mainAddress() })),
  refusedOrder("no address at all", () => ({ address: "ana@example.com" })),
  refusedOrder("the treasury's own address", (address) => ({ address })),
  refusedOrder("nothing", () => ({ units: 0n })),
  refusedOrder("less than nothing", () => ({ units: -1n })),
  refusedOrder("one less than nodes relay", () => ({ units: 293n })),
  refusedOrder("another asset", () => ({ asset: "USDC" })),
  refusedOrder("another network", () => ({ network: "liquid" })),
  {
    case: "a treasury without coins, filled later",
    parts: { coins: [] },
    play: async ({ deliver, look, treasury }) => {
      const before = [await deliver(), await look()]
      await treasury.fund([1_000_000n])
      return [...before, await deliver(), await look()]
    },
    answers: ["Held float", "Absent", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "one more than the treasury holds with the fee",
    // 110 virtual bytes without change at 20 satoshis.
    parts: { coins: [102_199n] },
    play: async ({ deliver }) => [await deliver()],
    answers: ["Held float"],
    moved: []
  },
  {
    case: "exactly what the treasury holds with the fee",
    parts: { coins: [102_200n] },
    play: async ({ deliver, look }) => [await deliver(), await look()],
    answers: ["Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "coins that somebody paid five blocks ago, and six",
    parts: { confirmations: 5 },
    play: async ({ deliver, look, node }) => {
      const before = await deliver()
      await node.mineEmpty()
      return [before, await deliver(), await look()]
    },
    answers: ["Held float", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "a second delivery while the only coin waits for a block",
    play: async ({ adapter, deliver, look, node, treasury }) => {
      treasury.mining(false)
      const first = await deliver({ operationId: "deliver/other", address: freshAddress() })
      const second = await deliver()
      await node.mine()
      await adapter.step()
      return [first, second, await deliver(), (await node.mine(), await look())]
    },
    answers: ["Unknown", "Held float", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "the same payment twice, under two ids",
    parts: { coins: [1_000_000n, 1_000_000n] },
    play: async ({ deliver, look }) => [
      await deliver({ operationId: "deliver/twin" }),
      await deliver(),
      await look()
    ],
    answers: ["Unknown", "Unknown", "Done"],
    moved: [100_000n, 100_000n]
  },
  {
    case: "another amount under the same id",
    play: async ({ deliver, look }) => [await deliver(), await deliver({ units: 100_001n }), await look()],
    answers: ["Unknown", "Unknown", "Done"],
    moved: [100_000n]
  },
  {
    case: "a bitcoin, which needs one block",
    parts: { coins: [150_000_000n] },
    play: async ({ deliver, look }) => [await deliver({ units: 100_000_000n }), await look()],
    answers: ["Unknown", "Done"],
    moved: [100_000_000n]
  },
  {
    case: "more than a bitcoin, which needs three blocks",
    parts: { coins: [150_000_000n] },
    play: async ({ deliver, look, node }) => {
      const one = [await deliver({ units: 100_000_001n }), await look()]
      await node.mineEmpty()
      const two = await look()
      await node.mineEmpty()
      return [...one, two, await look()]
    },
    answers: ["Unknown", "Unknown", "Unknown", "Done"],
    moved: [100_000_001n]
  }
]
