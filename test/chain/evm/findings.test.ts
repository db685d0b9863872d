// What was found wrong with the adapter once, each on a real node: what it believed, what it paid, and what it sent.
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { Clock, Effect, Redacted, References } from "effect"
import type { Address } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type SecpSigner, SignerAway } from "../../../adapters/custody/index.ts"
import { entryPoint, operationEvent, transferEvent } from "../../../adapters/evm/contracts.ts"
import { addressOf } from "../../../adapters/evm/devnet/test-token.ts"
import { EvmTransactions } from "../../../adapters/evm/movement.ts"
import { makeNode } from "../../../adapters/evm/node.ts"
import { Store } from "../../../core/engine/store/store.ts"
import { type Devnet, startDevnet, until } from "../../support/anvil.ts"
import {
  type ChainService,
  type Keys,
  type Plane,
  deliveryOf,
  freshKeys,
  freshWallet,
  openChain,
  openPlane,
  signerOf,
  spendOf
} from "../../support/anvil-chain.ts"
import { onLoopback } from "../../support/loopback.ts"
import { ManualClock } from "../../support/ports.ts"
import { openRpcProxy } from "../../support/rpc-proxy.ts"
import { type BadToken, type Way, deployBadToken } from "./bad-token.ts"

let devnet: Devnet
let keys: Keys
let plane: Plane

beforeAll(async () => {
  devnet = await startDevnet()
})
beforeEach(async () => {
  await devnet.automine(true)
  keys = await freshKeys(devnet)
  plane = await openPlane()
})
afterAll(() => devnet.stop())

interface Range {
  readonly fromBlock: string
  readonly toBlock: string
}

const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provideService(effect, References.MinimumLogLevel, "None"))

const stored = async (operationId: string) => {
  const found = await run(
    Store.use((store) => store.get(EvmTransactions.kind, operationId)).pipe(Effect.provide(plane))
  )
  return found._tag === "Some" ? EvmTransactions.decode(found.value.body) : undefined
}

const treasuryOf = (of: Keys): Address => privateKeyToAccount(of.treasury).address
const relayerOf = (of: Keys): Address => privateKeyToAccount(of.relayer).address

/** The adapter for one token, with what its treasury holds. */
const openFor = async (bad: BadToken, units: bigint): Promise<ChainService> => {
  await bad.mint(treasuryOf(keys), units)
  await until(() => bad.balance(treasuryOf(keys)), (held) => held === units)
  return openChain(devnet, plane, keys, {
    patienceMs: 0,
    tokenOf: () => bad.token,
    shown: { network: "base", tokens: [bad.token] }
  })
}

const carriedUntil = (chain: ChainService, order: { readonly operationId: string }, tags: ReadonlyArray<string>) =>
  until(
    () => run(Effect.andThen(Effect.ignore(chain.carry), chain.lookUp({ ...order, network: "base" }))),
    ({ _tag }) => tags.includes(_tag)
  )

describe("a token that does not do as it says (M8)", () => {
  let bad: BadToken
  beforeEach(async () => {
    bad = await deployBadToken(devnet)
  })

  it.each(["fee", "false", "nothing", "paused"] as const)("is held before anything is sent: %s", async (way) => {
    const chain = await openFor(bad, 10_000_000n)
    await bad.becomes(way)
    await devnet.mine(1)
    const order = deliveryOf((await freshWallet()).address)
    expect(await run(chain.deliver(order))).toMatchObject({ _tag: "Held" })
    expect(await run(chain.lookUp(order))).toEqual({ _tag: "Absent" })
    expect(await bad.balance(order.address as Address)).toBe(0n)
  })

  // It changes its ways in the block that the transfer is in, so that no trial shows it.
  const changing: ReadonlyArray<readonly [Way, string, bigint]> = [
    ["fee", "Unknown", 4_950_000n],
    ["silent", "Unknown", 5_000_000n],
    ["nothing", "Refused", 0n],
    ["false", "Refused", 0n],
    // Another attempt may be made of it.
    ["paused", "Absent", 0n]
  ]
  it.each(changing)("is never Done when it changes on the way: %s", async (way, answer, arrived) => {
    const chain = await openFor(bad, 10_000_000n)
    const order = deliveryOf((await freshWallet()).address)
    await devnet.automine(false)
    expect(await run(chain.deliver(order))).toMatchObject({ _tag: "Unknown" })
    await bad.becomes(way)
    await devnet.mine(1)
    await devnet.automine(true)
    // Nothing but what has no explanation is known before its block is final.
    expect(await run(chain.lookUp(order))).toMatchObject({ _tag: "Unknown" })
    await devnet.mine(2)
    expect(await run(chain.lookUp(order))).toMatchObject({ _tag: answer })
    expect(await bad.balance(order.address as Address)).toBe(arrived)
  })
})

describe("a token that blocks accounts", () => {
  it("ends what goes to a blocked receiver once that is final, and holds what a blocked treasury pays", async () => {
    const bad = await deployBadToken(devnet)
    const chain = await openFor(bad, 10_000_000n)
    await devnet.mine(2)
    const order = deliveryOf((await freshWallet()).address)
    await bad.blocks(order.address as Address, true)
    await devnet.mine(1)
    expect(await run(chain.deliver(order))).toMatchObject({ _tag: "Held", reason: { code: "paused" } })
    await devnet.mine(3)
    expect(await run(chain.deliver(order))).toMatchObject({ _tag: "Refused" })
    const other = deliveryOf((await freshWallet()).address)
    await bad.blocks(treasuryOf(keys), true)
    await devnet.mine(3)
    expect(await run(chain.deliver(other))).toMatchObject({ _tag: "Held", reason: { code: "paused" } })
    await bad.blocks(treasuryOf(keys), false)
    await devnet.mine(3)
    await run(chain.deliver(other))
    await carriedUntil(chain, other, ["Done"])
    expect(await bad.balance(other.address as Address)).toBe(5_000_000n)
    expect(await bad.balance(order.address as Address)).toBe(0n)
  })
})

describe("a treasury that is too small for two (M7)", () => {
  it("makes the one that lost later, and refuses none", async () => {
    const bad = await deployBadToken(devnet)
    const chain = await openFor(bad, 5_000_000n)
    const orders = await Promise.all([1, 2].map(async () => deliveryOf((await freshWallet()).address)))
    await devnet.automine(false)
    for (const order of orders) expect(await run(chain.deliver(order))).toMatchObject({ _tag: "Unknown" })
    await devnet.mine(1)
    await devnet.automine(true)
    await devnet.mine(2)
    const found = await Promise.all(orders.map((order) => run(chain.lookUp(order))))
    expect(found.map(({ _tag }) => _tag).toSorted()).toEqual(["Absent", "Done"])
    const late = orders[found.findIndex(({ _tag }) => _tag === "Absent")]
    if (late === undefined) throw new Error("none was late")
    expect(await run(chain.deliver(late))).toMatchObject({ _tag: "Held", reason: { code: "float" } })
    await bad.mint(treasuryOf(keys), 5_000_000n)
    await until(() => bad.balance(treasuryOf(keys)), (held) => held === 5_000_000n)
    await run(chain.deliver(late))
    await carriedUntil(chain, late, ["Done"])
    for (const { address } of orders) expect(await bad.balance(address as Address)).toBe(5_000_000n)
  })
})

describe("a look-up (M2)", () => {
  it("sends nothing, and what is withdrawn never moves", async () => {
    const proxy = await openRpcProxy(devnet.url)
    const chain = openChain(proxy, plane, keys, { patienceMs: 0 })
    const order = deliveryOf((await freshWallet()).address)
    proxy.always("eth_sendRawTransaction", "cut")
    expect(await run(chain.deliver(order))).toMatchObject({ _tag: "Unknown" })
    proxy.always("eth_sendRawTransaction", "passed")
    const sends = () => proxy.asked.filter((method) => method === "eth_sendRawTransaction").length
    const before = sends()
    for (let look = 0; look < 5; look++) expect(await run(chain.lookUp(order))).toMatchObject({ _tag: "Unknown" })
    expect(sends()).toBe(before)
    // Its nonce is used up by an operation of nothing.
    const cancel = chain.cancel
    if (cancel === undefined) throw new Error("it cannot be withdrawn")
    await until(
      async () => {
        const found = await run(cancel(order))
        await run(Effect.ignore(chain.carry))
        await devnet.mine(1)
        return found
      },
      ({ _tag }) => _tag === "Absent"
    )
    expect(await run(chain.deliver(order))).toMatchObject({ _tag: "Refused" })
    expect(await devnet.received("USDH", order.address as Address)).toEqual([])
    await proxy.close()
  })
})

describe("one node that invents a receipt (M9)", () => {
  it("is believed by no quorum", async () => {
    const proxies = await Promise.all([1, 2, 3].map(() => openRpcProxy(devnet.url)))
    const [liar] = proxies
    if (liar === undefined) throw new Error("there are three")
    const order = deliveryOf((await freshWallet()).address)
    const three = openChain(proxies, plane, keys, { patienceMs: 0 })
    await devnet.automine(false)
    expect(await run(three.deliver(order))).toMatchObject({ _tag: "Unknown" })
    await devnet.dropPending()
    const movement = await stored(order.operationId)
    const hash = movement?.operation.hash ?? "0x"
    const head = await devnet.client.getBlock()
    const word = (value: bigint) => value.toString(16).padStart(64, "0")
    const address = (of: string) => `0x${of.slice(2).toLowerCase().padStart(64, "0")}`
    liar.answers("eth_getTransactionReceipt", () => ({
      blockHash: head.hash,
      blockNumber: `0x${head.number.toString(16)}`,
      gasUsed: "0x1",
      effectiveGasPrice: "0x1",
      logs: [
        {
          address: addressOf("USDH"),
          topics: [transferEvent, address(treasuryOf(keys)), address(order.address)],
          data: `0x${word(order.units)}`
        },
        {
          address: entryPoint,
          topics: [operationEvent, hash, address(treasuryOf(keys)), `0x${word(0n)}`],
          data: `0x${word(0n)}${word(1n)}${word(0n)}${word(0n)}`
        }
      ]
    }))
    expect(await run(three.lookUp(order))).toMatchObject({ _tag: "Unknown" })
    // The same lie is believed where its teller is the only node: that the quorum decides is what this shows.
    const alone = openChain(liar, plane, keys, { patienceMs: 0 })
    expect(await run(alone.lookUp(order))).toMatchObject({ _tag: "Done" })
    await Promise.all(proxies.map(({ close }) => close()))
  })
})

describe("a network that stands still (M1)", () => {
  const begin = 1_800_000_000_000
  const at = (ms: number) => <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
    run(Effect.provideService(effect, Clock.Clock, new ManualClock(begin + ms)))

  it("costs nothing beyond the first sending for three hours", async () => {
    const chain = openChain(devnet, plane, keys, { patienceMs: 0 })
    const order = deliveryOf((await freshWallet()).address)
    await devnet.automine(false)
    await at(0)(chain.deliver(order))
    const before = await devnet.balance(relayerOf(keys))
    for (let minute = 1; minute <= 180; minute++) {
      await at(minute * 60_000)(Effect.ignore(chain.carry))
      expect(await at(minute * 60_000)(chain.lookUp(order))).toMatchObject({ _tag: "Unknown" })
    }
    expect((await stored(order.operationId))?.carriers.length).toBe(1)
    await devnet.mine(1)
    const found = await at(180 * 60_000)(chain.lookUp(order))
    if (found._tag !== "Done") throw new Error(found._tag)
    // Relayer's spending is what the receipt says, to the wei, and what the market took.
    expect(before - (await devnet.balance(relayerOf(keys)))).toBe(found.value.cost?.units)
    expect(await devnet.received("USDH", order.address as Address)).toEqual([order.units])
  })

  it("is not outbid by who has no coins: what it cannot pay for is held, and sent when it can", async () => {
    const poor: Keys = { ...keys, relayer: (await freshKeys(devnet)).relayer }
    await devnet.ask({ method: "anvil_setBalance", params: [relayerOf(poor), "0x1"] })
    const chain = openChain(devnet, plane, poor, { patienceMs: 0 })
    const order = deliveryOf((await freshWallet()).address)
    expect(await run(chain.deliver(order))).toMatchObject({ _tag: "Held", reason: { code: "fuel" } })
    expect(await stored(order.operationId)).toBeUndefined()
    await devnet.fund(relayerOf(poor))
    await run(chain.deliver(order))
    await carriedUntil(chain, order, ["Done"])
  })

  it("is above the ceiling: nothing is sent", async () => {
    const chain = openChain(devnet, plane, keys, { patienceMs: 0, fees: { leastTip: 0n, ceiling: 1n } })
    const order = deliveryOf((await freshWallet()).address)
    expect(await run(chain.deliver(order))).toMatchObject({ _tag: "Held", reason: { code: "fuel" } })
  })
})

describe("a block that is taken back (M10)", () => {
  it("refuses nothing that can still be paid", async () => {
    const bad = await deployBadToken(devnet)
    const chain = await openFor(bad, 10_000_000n)
    const order = deliveryOf((await freshWallet()).address)
    await devnet.automine(false)
    await run(chain.deliver(order))
    await bad.becomes("false")
    await devnet.mine(1)
    expect(await run(chain.lookUp(order))).toMatchObject({ _tag: "Unknown" })
    await devnet.reorg(1)
    await devnet.dropPending()
    await devnet.automine(true)
    await carriedUntil(chain, order, ["Done"])
    expect(await bad.balance(order.address as Address)).toBe(5_000_000n)
  })

  it("costs what it took in the block that stays", async () => {
    const bad = await deployBadToken(devnet)
    const chain = await openFor(bad, 10_000_000n)
    const order = deliveryOf((await freshWallet()).address)
    const before = await devnet.balance(relayerOf(keys))
    await run(chain.deliver(order))
    await devnet.mine(1)
    const first = await carriedUntil(chain, order, ["Done"])
    if (first._tag !== "Done") throw new Error("it is not Done")
    await devnet.automine(false)
    await devnet.reorg(2)
    expect(await bad.balance(order.address as Address)).toBe(0n)
    await run(Effect.ignore(chain.carry))
    // The least that is there is doubled: the same bytes pay another price.
    const { baseFeePerGas } = await devnet.client.getBlock()
    await devnet.ask({
      method: "anvil_setNextBlockBaseFeePerGas",
      params: [`0x${((baseFeePerGas ?? 0n) + 1_000_000n).toString(16)}`]
    })
    await devnet.mine(1)
    await devnet.automine(true)
    await devnet.mine(80)
    await run(chain.carry)
    const last = await run(chain.lookUp({ ...order, network: "base" }))
    const lost = before - await devnet.balance(relayerOf(keys))
    expect(last).toMatchObject({ _tag: "Done", value: { cost: { coin: "ETH", units: lost } } })
    expect(first.value.cost?.units).not.toBe(lost)
    expect(await bad.balance(order.address as Address)).toBe(5_000_000n)
  })
})

describe("a signer that gives no signature", () => {
  const silent = (publicKey: Uint8Array): SecpSigner => ({
    publicKey,
    sign: () => Effect.fail(new SignerAway({ reason: "the module is away" }))
  })

  it.each(["treasury", "relayer"] as const)(
    "holds what it should have signed, and keeps nothing: the %s",
    async (role) => {
      const { publicKey } = signerOf(keys[role])
      const away = openChain(devnet, plane, keys, { patienceMs: 0, [role]: silent(publicKey) })
      const order = deliveryOf((await freshWallet()).address)
      expect(await run(away.deliver(order))).toMatchObject({ _tag: "Held", reason: { code: "custody" } })
      expect(await run(away.lookUp(order))).toEqual({ _tag: "Absent" })
      const back = openChain(devnet, plane, keys, { patienceMs: 0 })
      await run(back.deliver(order))
      await carriedUntil(back, order, ["Done"])
      expect(await devnet.received("USDH", order.address as Address)).toEqual([order.units])
    }
  )
})

describe("a node that shows few blocks at a time", () => {
  it("is given smaller and smaller pages to look at, without a gap", async () => {
    const asked: Array<readonly [from: bigint, to: bigint]> = []
    const most = 300n
    const { base, close } = await onLoopback(createServer((request, response) => {
      void text(request).then((body) => {
        const { id, params } = JSON.parse(body) as { readonly id: unknown; readonly params: [Range] }
        const [from, to] = [BigInt(params[0].fromBlock), BigInt(params[0].toBlock)]
        const isRefused = to - from + 1n > most
        if (!isRefused) asked.push([from, to])
        const said = isRefused ? { error: { code: -32_005, message: "too many blocks" } } : { result: [] }
        response.writeHead(200, { "content-type": "application/json" })
        response.end(JSON.stringify({ jsonrpc: "2.0", id, ...said }))
      })
    }))
    const node = makeNode({ name: "narrow", url: Redacted.make(base) })
    expect(await run(node.search(`0x${"a".repeat(64)}`, 5n, 2_004n))).toBeUndefined()
    expect(asked[0]?.[0]).toBe(5n)
    expect(asked.at(-1)?.[1]).toBe(2_004n)
    expect(asked.slice(1).every(([from], place) => from === (asked[place]?.[1] ?? 0n) + 1n)).toBe(true)
    await close()
  })
})

describe("what a rollup takes for its data", () => {
  it("is part of the cost", async () => {
    const proxy = await openRpcProxy(devnet.url)
    proxy.answers(
      "eth_getTransactionReceipt",
      (_, receipt) => typeof receipt === "object" && receipt !== null ? { ...receipt, l1Fee: "0x3e8" } : undefined
    )
    const chain = openChain(proxy, plane, keys)
    const order = deliveryOf((await freshWallet()).address)
    const before = await devnet.balance(relayerOf(keys))
    await run(chain.deliver(order))
    const found = await carriedUntil(chain, order, ["Done"])
    if (found._tag !== "Done") throw new Error(found._tag)
    expect(found.value.cost?.units).toBe(before - (await devnet.balance(relayerOf(keys))) + 1_000n)
    await proxy.close()
  })
})

describe("another process that was faster", () => {
  it("is left as it is by one that signs the same delivery meanwhile: one transaction, at its cost", async () => {
    const bad = await deployBadToken(devnet)
    const fast = await openFor(bad, 10_000_000n)
    const real = signerOf(keys.treasury)
    const [asked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const treasury: SecpSigner = {
      ...real,
      sign: (digest, purpose) =>
        Effect.andThen(
          Effect.promise(() => {
            asked.resolve()
            return over.promise
          }),
          real.sign(digest, purpose)
        )
    }
    const slow = openChain(devnet, plane, keys, {
      patienceMs: 0,
      tokenOf: () => bad.token,
      shown: { network: "base", tokens: [bad.token] },
      treasury
    })
    const order = deliveryOf((await freshWallet()).address)
    const before = await devnet.balance(relayerOf(keys))
    const late = run(slow.deliver(order))
    await asked.promise
    await run(fast.deliver(order))
    over.resolve()
    await late
    const found = await carriedUntil(fast, order, ["Done"])
    await devnet.mine(3)
    expect(await devnet.client.getTransactionCount({ address: relayerOf(keys) })).toBe(1)
    if (found._tag !== "Done") throw new Error(found._tag)
    expect(found.value.cost?.units).toBe(before - await devnet.balance(relayerOf(keys)))
  })

  it("has not been refused because what it sent is missing in the wallet", async () => {
    const bad = await deployBadToken(devnet)
    const wallet = await freshWallet()
    await bad.mint(wallet.address, 5_000_000n)
    await until(() => bad.balance(wallet.address), (units) => units === 5_000_000n)
    const [asked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // It is looked at before what the wallet holds.
    const proxy = await openRpcProxy(devnet.url, async (method) => {
      if (method !== "eth_chainId") return
      asked.resolve()
      await over.promise
    })
    const open = (node: Pick<Devnet, "url">) =>
      openChain(node, plane, keys, {
        patienceMs: 0,
        tokenOf: () => bad.token,
        shown: { network: "base", tokens: [bad.token] }
      })
    const [fast, slow] = [open(devnet), open(proxy)]
    const to = (await freshWallet()).address
    const order = spendOf(wallet, to, { asset: "USDC", network: "base", units: 5_000_000n })
    const signed = await run(fast.sign(order, wallet.seed))
    const late = run(slow.submit(signed))
    await asked.promise
    await run(fast.submit(signed))
    await carriedUntil(fast, order, ["Done"])
    over.resolve()
    expect(await late).toMatchObject({ _tag: "Done" })
    expect(await run(fast.lookUp({ ...order, network: "base" }))).toMatchObject({ _tag: "Done" })
    expect(await bad.balance(to)).toBe(5_000_000n)
    await proxy.close()
  })
})
