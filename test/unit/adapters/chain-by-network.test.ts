// Several chains behind one port: each network has its own, what concerns all of them is put together, and what no one serves is
// neither sent nor refused.
import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { type ChainsByNetwork, chainByNetwork } from "../../../adapters/networks/chain.ts"
import { unconfiguredChain } from "../../../adapters/unconfigured/ports.ts"
import type { Network } from "../../../core/standards/address/network.ts"
import { ChainUnavailable, type Float, type Outflow } from "../../../core/ports/chain.ts"
import type { ChainAdapter } from "../../../core/ports/moving/adapter.ts"
import { absent, done, unknown } from "../../../core/ports/outcome.ts"

const addresses = { evm: "0x00000000000000000000000000000000000000a1", tron: "T", solana: "S" }
const level: Float = { network: "polygon", what: "USDT", units: 5n, role: "treasury" }

/** A chain that says which one it is. */
const chainOf = (name: string, parts: Partial<ChainAdapter> = {}) => {
  const asked: Array<string> = []
  const chain: ChainAdapter = {
    ...unconfiguredChain,
    deliver: ({ operationId }) => Effect.sync(() => (asked.push(operationId), done({ transactionHash: name }))),
    submit: ({ operationId }) => Effect.sync(() => (asked.push(operationId), done({ transactionHash: name }))),
    lookUp: () => Effect.succeed(absent),
    treasury: () => Effect.succeed(name),
    spendable: () => Effect.succeed(7n),
    holdings: () => Effect.sync(() => (asked.push("holdings"), [{ asset: "USDT", network: "base", units: 1n }])),
    ...parts
  }
  return { asked, chain }
}

const byNetwork = (chains: ChainsByNetwork) => chainByNetwork(chains, unconfiguredChain)

const order = (network: "polygon" | "base" | "tron") =>
  ({ operationId: `to ${network}`, asset: "USDT", network, address: addresses.evm, units: 1n }) as const

describe("chains by network §chain-by-network", () => {
  const evm = chainOf("evm", { floats: () => Effect.succeed([level]), leastDelivery: () => 7n })
  const tron = chainOf("tron", { absentAfterMs: 90_000 })
  const all = byNetwork({ polygon: evm.chain, base: evm.chain, tron: tron.chain })

  it("sends each network's movements to its own", async () => {
    expect(await Effect.runPromise(all.deliver(order("base")))).toEqual(done({ transactionHash: "evm" }))
    expect(await Effect.runPromise(all.deliver(order("tron")))).toEqual(done({ transactionHash: "tron" }))
    expect(
      await Effect.runPromise(
        all.submit({ operationId: "spend", network: "polygon", payload: "", sendBefore: 0 })
      )
    ).toEqual(done({ transactionHash: "evm" }))
    expect(await Effect.runPromise(all.lookUp(order("tron")))).toEqual(absent)
    expect(await Effect.runPromise(all.treasury("tron"))).toBe("tron")
    expect([evm.asked, tron.asked]).toEqual([["to base", "spend"], ["to tron"]])
  })

  it("takes the least of a delivery from the adapter of its network, and delivers nothing on others §ways", () => {
    const least = (network: Network) => all.leastDelivery({ asset: "USDT", network })
    expect([least("base"), least("tron"), least("gnosis")]).toEqual([7n, undefined, undefined])
  })

  it("asks each adapter once for what a wallet holds on its networks, and gives no part for the whole", async () => {
    evm.asked.length = 0
    expect(await Effect.runPromise(all.holdings(addresses))).toEqual([{ asset: "USDT", network: "base", units: 1n }])
    expect(evm.asked).toEqual(["holdings"])
    const away = chainOf("away", { holdings: () => Effect.fail(new ChainUnavailable({ reason: "away" })) })
    const some = byNetwork({ polygon: evm.chain, tron: away.chain })
    expect(Exit.isFailure(await Effect.runPromiseExit(some.holdings(addresses)))).toBe(true)
  })

  it("tells the floats of those that tell theirs", async () => {
    const floatsOf = (network: Network) => Effect.runPromise(all.floats?.(network) ?? Effect.succeed([]))
    expect(await floatsOf("polygon")).toEqual([level])
    expect(await floatsOf("tron")).toEqual([])
    expect(byNetwork({ tron: tron.chain }).floats).toBeUndefined()
  })

  it("carries what is not final on each, also while another is away", async () => {
    const carried: Array<string> = []
    const carrying = (name: string) => chainOf(name, { carry: Effect.sync(() => void carried.push(name)) }).chain
    const away = chainOf("away", { carry: Effect.fail(new ChainUnavailable({ reason: "away" })) }).chain
    const some = byNetwork({ polygon: away, base: carrying("base"), tron: carrying("tron"), gnosis: evm.chain })
    expect(Exit.isFailure(await Effect.runPromiseExit(some.carry ?? Effect.void))).toBe(true)
    expect(carried.toSorted()).toEqual(["base", "tron"])
    expect(all.carry).toBeUndefined()
  })

  it("carries on each also while another hangs, and says so", async () => {
    let carried = 0
    const hangs = chainOf("hangs", { carry: Effect.never }).chain
    const carries = chainOf("carries", { carry: Effect.sync(() => void carried++) }).chain
    const step = byNetwork({ polygon: hangs, base: carries }).carry ?? Effect.void
    const ended = Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Effect.exit(step))
      yield* TestClock.adjust(29_999)
      const before = fiber.pollUnsafe()
      yield* TestClock.adjust(1)
      return { before, exit: yield* Fiber.join(fiber) }
    })
    const { before, exit } = await Effect.runPromise(Effect.provide(Effect.scoped(ended), TestClock.layer()))
    expect(before).toBeUndefined()
    expect(Exit.isFailure(exit)).toBe(true)
    expect(carried).toBe(1)
  })

  it("asks each network's own what left its treasury, and of whom its answers are", async () => {
    const outflow: Outflow = {
      mark: "deliver/1",
      to: "T2",
      asset: "USDT",
      units: 5n,
      receipt: { transactionHash: "77" },
      isDone: true
    }
    const shows = chainOf("shows", {
      account: () => Effect.succeed("tron:0x1/T1"),
      sentSince: ({ since }) => Effect.succeed(since === 7 ? [outflow] : []),
      spentSince: ({ from, since, until }) =>
        Effect.succeed(from === "T1" && since === 7 && until === 8 ? [outflow] : []),
      markOf: (operationId) => `mark of ${operationId}`,
      livesMs: () => 60_000,
      lookUpSigned: ({ payload }) => Effect.succeed(done({ transactionHash: payload }))
    }).chain
    const some = byNetwork({ tron: shows, base: evm.chain }) as Required<ChainAdapter>
    const signed = (network: Network) => ({ operationId: "spend/1", network, payload: "77", sendBefore: 9 })
    expect(await Effect.runPromise(some.account("tron"))).toBe("tron:0x1/T1")
    expect(await Effect.runPromise(some.sentSince({ network: "tron", since: 7 }))).toEqual([outflow])
    const spent = { from: "T1", since: 7, until: 8 }
    expect(await Effect.runPromise(some.spentSince({ network: "tron", ...spent }))).toEqual([outflow])
    expect([some.markOf("deliver/1", "tron"), some.livesMs("tron")]).toEqual(["mark of deliver/1", 60_000])
    expect(await Effect.runPromise(some.lookUpSigned(signed("tron")))).toEqual(done({ transactionHash: "77" }))
    // Where an adapter does not say it, nothing is taken for gone.
    expect(Exit.isFailure(await Effect.runPromiseExit(some.sentSince({ network: "base", since: 7 })))).toBe(true)
    expect(Exit.isFailure(await Effect.runPromiseExit(some.spentSince({ network: "base", ...spent })))).toBe(true)
    expect([some.markOf("deliver/1", "base"), some.livesMs("base")]).toEqual([null, Number.POSITIVE_INFINITY])
    expect(await Effect.runPromise(some.lookUpSigned(signed("base")))).toEqual(unknown("notSupported", "base"))
  })

  it("believes an Absent when the slowest may be believed", () => {
    expect(all.absentAfterMs).toBe(90_000)
    const silent = (({ absentAfterMs: _, ...chain }: ChainAdapter): ChainAdapter => chain)(evm.chain)
    expect(byNetwork({ base: silent }).absentAfterMs).toBe(40_000)
    expect(byNetwork({ base: { ...evm.chain, absentAfterMs: "never" }, tron: tron.chain }).absentAfterMs).toBe(
      "never"
    )
    expect(byNetwork({ base: { ...evm.chain, absentAfterMs: 0 } }).absentAfterMs).toBe(0)
  })

  it("neither sends nor refuses what no one serves, and cannot say what became of it", async () => {
    const few = byNetwork({ base: evm.chain })
    expect(await Effect.runPromise(few.deliver(order("tron")))).toMatchObject({
      _tag: "Held",
      reason: { code: "notConfigured" }
    })
    expect(await Effect.runPromise(few.lookUp(order("tron")))).toMatchObject({ _tag: "Unknown" })
    expect(few.settlement("tron")).toEqual({ chainId: 728_126_428, family: "tron" })
  })
})
