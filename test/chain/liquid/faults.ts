// What goes wrong between a service, its treasury and Liquid, as data: each case with what the port answered and what moved, as the model of
// the chain has it. What cannot be shown is a row with its reason.
import type { NotShown } from "../stage.ts"
import { signing } from "./stranger.ts"
import { type Bench, address, hour } from "./fault-bench.ts"
import { type Fault, fault } from "./fault.ts"
import { lying } from "./faults-of-lies.ts"
import { cancels } from "./faults-of-cancels.ts"
import { payeeOf } from "./world.ts"

const units = 1_000n

const refusedAtOnce = (name: string, parts: Parameters<Bench["deliver"]>[0]): Fault =>
  fault(name, ["Refused", "Absent"], [], async ({ deliver, lookUp }) => [await deliver(parts), await lookUp()])

/** Rows about orders that can never be. */
const orders: ReadonlyArray<Fault> = [
  refusedAtOnce("an address of another network of Liquid", {
    address: "lq1qqf8er278e6nyvuwtgf39e6ewvdcnjupn9a86rzpx655y5lhkt0walu3djf9cklkxd3ryld97hu8h3xepw7sh2rlu7q45dcew5"
  }),
  refusedAtOnce("an address of Bitcoin", { address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" }),
  refusedAtOnce("0 units", { units: 0n }),
  refusedAtOnce("a negative amount", { units: -1n }),
  refusedAtOnce("more than an output can hold", { units: 2_100_000_000_000_001n }),
  refusedAtOnce("L-BTC in the open below what nodes relay", {
    asset: "LBTC",
    address: payeeOf("open").openAddress,
    units: 19n
  }),
  fault(
    "an asset that the settings do not have: they may have it later",
    ["Held notConfigured", "Absent"],
    [],
    async ({ deliver, lookUp }) => [await deliver({ asset: "USDT" }), await lookUp()]
  ),
  fault("our own treasury as the receiver", ["Refused"], [], async ({ deliver, treasury }) => [
    await deliver({ address: await treasury() })
  ])
]

/** Rows about what the treasury has. */
const treasuries: ReadonlyArray<Fault> = [
  fault("no DePix, and then some", ["Held float", "Absent", "Unknown", "Done"], [units], async (bench) => {
    const { deliver, final, lookUp, world } = await bench.poor({ LBTC: [100_000n], DEPIX: [] })
    const before = [await deliver(), await lookUp()]
    world.fund("DEPIX", 5_000n)
    world.model.mine(2)
    return [...before, await deliver(), await final()]
  }),
  fault("no L-BTC for the fee, and then some", ["Held fuel", "Unknown", "Done"], [units], async (bench) => {
    const { deliver, final, world } = await bench.poor({ LBTC: [], DEPIX: [5_000n] })
    const before = await deliver()
    world.fund("LBTC", 20_000n)
    world.model.mine(2)
    return [before, await deliver(), await final()]
  }),
  fault(
    "more than the treasury holds",
    ["Held float"],
    [],
    async ({ deliver }) => [await deliver({ units: 10n ** 15n })]
  ),
  fault("all that a coin holds: no DePix comes back", ["Unknown", "Done"], [5_000n], async (bench) => {
    const { deliver, final } = await bench.poor({ LBTC: [100_000n], DEPIX: [5_000n] })
    return [await deliver({ units: 5_000n }), await final()]
  }),
  fault("coins that are one block deep alone", ["Held float", "Unknown"], [units], async (bench) => {
    const { deliver, world } = await bench.poor({ LBTC: [100_000n], DEPIX: [] })
    world.fund("DEPIX", 5_000n)
    const before = await deliver()
    world.model.mine()
    return [before, await deliver()]
  }),
  fault(
    "a fee of the market above the ceiling, and then below it",
    ["Held fuel", "Absent", "Unknown"],
    [units],
    async (bench) => {
      bench.market("0.00001001")
      const before = [await bench.deliver(), await bench.lookUp()]
      bench.market("0.00001000")
      return [...before, await bench.deliver()]
    }
  ),
  fault("L-BTC, whose fee comes out of the same coins", ["Unknown", "Done"], [units], async ({ deliver, final }) => [
    await deliver({ asset: "LBTC" }),
    await final()
  ]),
  fault("a receiver in the open", ["Unknown", "Done"], [units], async ({ deliver, final }) => [
    await deliver({ address: address.openAddress }),
    await final()
  ])
]

/** Rows about who signs. */
const signers: ReadonlyArray<Fault> = [
  fault("the signer is away, and comes back", ["Held custody", "Absent", "Unknown", "Done"], [units], async (bench) => {
    bench.signer("away")
    const before = [await bench.deliver(), await bench.lookUp()]
    bench.signer("there")
    return [...before, await bench.deliver(), await bench.final()]
  }),
  fault("a signer with another key", ["Held custody"], [], async (bench) => {
    bench.signer("of another key")
    return [await bench.deliver()]
  }),
  fault("two signatures of one digest differ", ["Unknown", "Unknown", "Done"], [units], async (bench) => {
    bench.signer("never the same twice")
    return [await bench.deliver(), await bench.deliver(), await bench.final()]
  }),
  fault(
    "a recipe that was never signed gives its coins back",
    ["Held custody", "Absent", "Unknown"],
    [units],
    async (bench) => {
      const { carry, deliver, lookUp, pass, signer } = await bench.poor({ LBTC: [100_000n], DEPIX: [5_000n] })
      signer("away")
      const before = [await deliver(), await lookUp()]
      pass(hour + 1)
      await carry()
      signer("there")
      // Another one takes them.
      return [...before, await deliver({ operationId: "deliver/other" })]
    }
  )
]

/** Rows about nodes. */
const nodes: ReadonlyArray<Fault> = [
  fault("one of three nodes is dead", ["Unknown", "Done"], [units], async ({ deliver, final, world }) => {
    world.proxies[0]?.always("*", "cut")
    return [await deliver(), await final()]
  }),
  fault("two of three nodes are dead", ["Held paused", "Absent"], [], async ({ deliver, lookUp, world }) => {
    world.proxies[0]?.always("*", "cut")
    world.proxies[1]?.always("*", "cut")
    return [await deliver(), await lookUp()]
  }),
  fault("one node has another chain", ["Held paused"], [], async (bench) => {
    bench.twist(2, (method, _, answer) => method === "getblockhash" ? "ab".repeat(32) : answer)
    return [await bench.deliver()]
  }),
  fault("one node says that it is in a block", ["Unknown", "Unknown"], [units], async (bench) => {
    bench.twist(
      1,
      (method, _, answer) =>
        method === "getrawtransaction"
          ? { ...Object(answer), blockhash: bench.world.model.blocks.at(-2)?.hash }
          : answer
    )
    return [await bench.deliver(), await bench.lookUp()]
  }),
  fault("one node says that another spent its coins", ["Unknown", "Done"], [units], async (bench) => {
    bench.twist(1, (method, _, answer) => method === "gettxout" ? null : answer)
    return [await bench.deliver(), await bench.final()]
  }),
  fault("enough nodes have another transaction under its id", ["Unknown", "Unknown"], [units], async (bench) => {
    const before = await bench.deliver()
    bench.world.model.mine(2)
    const other = bench.world.model.blocks[1]?.transactions[0]?.toHex()
    for (const at of [0, 1, 2]) {
      bench.twist(
        at,
        (method, _, answer) => method === "getrawtransaction" ? { ...Object(answer), hex: other } : answer
      )
    }
    return [before, await bench.lookUp()]
  }),
  fault(
    "the answer to the broadcast is lost",
    ["Unknown", "Unknown", "Done"],
    [units],
    async ({ deliver, final, world }) => {
      world.always("sendrawtransaction", "lost")
      const first = await deliver()
      world.always("sendrawtransaction", "passed")
      return [first, await deliver(), await final()]
    }
  ),
  fault(
    "no node takes the broadcast, and the bytes go out later",
    ["Unknown", "Unknown", "Unknown"],
    [units],
    async (bench) => {
      bench.world.always("sendrawtransaction", "cut")
      const first = await bench.deliver()
      const nothing = bench.moved().length
      bench.world.always("sendrawtransaction", "passed")
      const looked = await bench.lookUp()
      // A look-up sends nothing.
      if (nothing + bench.moved().length > 0) throw new Error("something was sent")
      return [first, looked, await bench.deliver()]
    }
  ),
  fault("it is dropped while it waits", ["Unknown", "Unknown", "Done"], [units], async ({ deliver, final, world }) => {
    const first = await deliver()
    world.model.waiting.clear()
    return [first, await deliver(), await final()]
  })
]

/** Rows about processes. */
const processes: ReadonlyArray<Fault> = [
  fault("eight in two processes at once", ["Done"], [units], async ({ deliver, final, second }) => {
    await Promise.all(Array.from({ length: 8 }, (_, at) => at % 2 === 0 ? deliver() : second.deliver()))
    return [await final()]
  }),
  fault("two processes that want the same coin", ["Unknown", "Held float"], [units], async (bench) => {
    const { deliver, second } = await bench.poor({ LBTC: [100_000n, 100_000n], DEPIX: [5_000n] })
    const both = await Promise.all([deliver(), second.deliver({ operationId: "deliver/other" })])
    // Either may be the faster one.
    return both.toSorted((one, other) => one._tag < other._tag ? 1 : -1)
  }),
  fault("another process replaced it since it was read, and that lands", ["Unknown", "Unknown", "Unknown", "Done"], [
    units
  ], async (bench) => {
    const first = await bench.deliver()
    const stale = await bench.stale()
    bench.pass(180_000)
    const second = await bench.deliver()
    bench.world.model.mine(2)
    return [first, second, await stale.lookUp(), await bench.lookUp()]
  }),
  fault("another order under its id", ["Unknown", "Unknown"], [units], async ({ deliver }) => [
    await deliver(),
    await deliver({ units: 2_000n })
  ]),
  fault(
    "opened again from its settings as text",
    ["Unknown", "Done"],
    [units],
    async ({ deliver, reopened, world }) => {
      const first = await deliver()
      world.model.mine(2)
      return [first, await reopened()]
    }
  )
]

/** Rows about blocks, replacement, and who else spends our coins. */
const blocks: ReadonlyArray<Fault> = [
  fault("one block deep alone", ["Unknown", "Unknown", "Done"], [units], async ({ deliver, lookUp, world }) => {
    const first = await deliver()
    world.model.mine()
    const second = await lookUp()
    world.model.mine()
    return [first, second, await lookUp()]
  }),
  fault(
    "its block is taken back before it was Done",
    ["Unknown", "Unknown", "Unknown", "Done"],
    [units],
    async (bench) => {
      const first = await bench.deliver()
      bench.world.model.mine()
      bench.world.model.takeBack(1, "dropped")
      bench.world.model.mine(2)
      return [first, await bench.lookUp(), await bench.deliver(), await bench.final()]
    }
  ),
  fault(
    "its blocks are taken back after it was Done, and it is carried",
    ["Unknown", "Done", "Done"],
    [units],
    async (bench) => {
      const first = [await bench.deliver(), await bench.final()]
      bench.world.model.takeBack(2, "dropped")
      if (bench.moved().length > 0) throw new Error("it is still there")
      await bench.carry()
      bench.world.model.mine(2)
      return [...first, await bench.lookUp()]
    }
  ),
  fault("it waits for long, and pays more", ["Unknown", "Unknown", "Done"], [units], async (bench) => {
    const first = await bench.deliver()
    const before = [...bench.world.model.waiting.values()]
    bench.pass(180_000)
    const second = await bench.deliver()
    const after = [...bench.world.model.waiting.values()]
    if (after.length !== 1 || (after[0]?.fee ?? 0n) <= (before[0]?.fee ?? 0n)) throw new Error("it was not replaced")
    return [first, second, await bench.final()]
  }),
  fault("the one that was replaced lands", ["Unknown", "Unknown", "Done"], [units], async (bench) => {
    const first = await bench.deliver()
    const [before] = bench.world.model.waiting.values()
    bench.pass(180_000)
    const second = await bench.deliver()
    if (before === undefined) throw new Error("nothing waits")
    bench.world.model.mineOnly(before.transaction)
    bench.world.model.mine()
    return [first, second, await bench.lookUp()]
  }),
  fault("it is at the ceiling, and is not raised further", ["Unknown", "Unknown"], [units], async (bench) => {
    bench.market("0.00001000")
    const first = await bench.deliver()
    const before = [...bench.world.model.waiting.keys()]
    bench.pass(180_000)
    const second = await bench.deliver()
    if (String([...bench.world.model.waiting.keys()]) !== String(before)) {
      throw new Error("it was raised above the ceiling")
    }
    return [first, second]
  }),
  fault("a coin of it is spent by a stranger", ["Unknown", "Unknown", "Refused", "Refused"], [], async (bench) => {
    const first = await bench.deliver()
    const stranger = await signing(bench.world, await bench.coins())
    bench.world.model.mineOnly(stranger)
    // One block deep it may be taken back.
    const second = await bench.lookUp()
    bench.world.model.mine()
    return [first, second, await bench.lookUp(), await bench.deliver()]
  }),
  fault(
    "a stranger's block is taken back, and ours lands",
    ["Unknown", "Unknown", "Unknown", "Done"],
    [units],
    async (bench) => {
      const first = await bench.deliver()
      bench.world.model.mineOnly(await signing(bench.world, await bench.coins()))
      const second = await bench.lookUp()
      bench.world.model.takeBack(1, "dropped")
      return [first, second, await bench.deliver(), await bench.final()]
    }
  ),
  fault("what was Done is lost for good to a stranger", ["Unknown", "Done", "Done"], [], async (bench) => {
    const first = [await bench.deliver(), await bench.final()]
    const coins = await bench.coins()
    bench.world.model.takeBack(2, "dropped")
    bench.world.model.mineOnly(await signing(bench.world, coins))
    bench.world.model.mine(2)
    await bench.carry()
    const lost = await bench.lost()
    if (lost.length !== 1) throw new Error(`${lost.length} are shown as lost`)
    await bench.carry()
    const codes = (await bench.reviews()).map(({ reason: { code } }) => code)
    if (codes.join() !== "transferTakenBack") throw new Error(`it is ${codes.length} reviews`)
    return [...first, await bench.lookUp()]
  })
]

export const faults: ReadonlyArray<Fault> = [
  ...orders,
  ...treasuries,
  ...signers,
  ...nodes,
  ...processes,
  ...blocks,
  ...cancels,
  ...lying
]

export const notShown: ReadonlyArray<NotShown> = [
  {
    case: "consensus of Liquid",
    because: "no node of Elements can be had here; the model checks what it says it checks"
  },
  { case: "the federation's signatures of blocks", because: "the model has no signatures of blocks" },
  { case: "discounted sizes of confidential transactions", because: "fees are paid for the whole size" },
  {
    case: "a token that is paused, or a blacklisted treasury",
    because: "assets of Liquid cannot be, as far as the adapter goes"
  },
  { case: "25 transactions in a row that wait", because: "coins that wait for a block are never spent" },
  { case: "429 with Retry-After", because: "it is the HTTP client's, and tested there" }
]
