// What goes wrong between a service, its node and the network. Whatever it is, a receiver gets his units once, and nothing
// is told that does not hold.
import { Clock, Context, Effect, Fiber, References } from "effect"
import type { Address, Hex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { EvmTransactions } from "../../adapters/evm/movement.ts"
import type { DeliveryReceipt, SpendOrder } from "../../core/ports/chain.ts"
import type { LookUp, Sending } from "../../core/ports/outcome.ts"
import { Store } from "../../core/engine/store/store.ts"
import { type Devnet, devnetChainId, startDevnet, until } from "../support/anvil.ts"
import {
  type ChainService,
  type Keys,
  type Plane,
  deliveryOf,
  freshKeys,
  freshWallet,
  openChain,
  openPlane,
  spendOf
} from "../support/anvil-chain.ts"
import { ManualClock } from "../support/ports.ts"
import { type RpcProxy, openRpcProxy } from "../support/rpc-proxy.ts"

let devnet: Devnet
let keys: Keys
let plane: Plane
let proxy: RpcProxy

beforeAll(async () => {
  devnet = await startDevnet()
})

beforeEach(async () => {
  await devnet.automine(true)
  keys = await freshKeys(devnet)
  plane = await openPlane()
  proxy = await openRpcProxy(devnet.url)
})

afterEach(() => proxy.close())
afterAll(() => devnet.stop())

const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provideService(effect, References.MinimumLogLevel, "None"))

const hashOf = (answer: LookUp<DeliveryReceipt> | Sending<DeliveryReceipt>): string => {
  if (answer._tag !== "Done") throw new Error(JSON.stringify(answer))
  return answer.value.transactionHash
}

const storedAt = async (of: Plane, operationId: string) => {
  const found = await run(Store.use((store) => store.get(EvmTransactions.kind, operationId)).pipe(Effect.provide(of)))
  return found._tag === "Some" ? EvmTransactions.decode(found.value.body) : undefined
}

const stored = (operationId: string) => storedAt(plane, operationId)

/** Starts something and kills whoever does it once a condition holds. */
const killedWhen = async (doing: Effect.Effect<unknown, unknown>, holds: () => Promise<boolean>) => {
  const fiber = Effect.runFork(doing)
  await until(holds, (isSo) => isSo)
  await run(Fiber.interrupt(fiber))
}

const waiting = async (): Promise<number> => {
  const status = await devnet.ask({ method: "txpool_status" }) as Readonly<Record<"pending" | "queued", string>>
  return Number(status.pending) + Number(status.queued)
}

const mined = async (answer: () => Promise<LookUp<DeliveryReceipt>>): Promise<LookUp<DeliveryReceipt>> =>
  until(answer, ({ _tag }) => _tag !== "Unknown")

/** What a host does beside an adapter: whatever is open is taken a step further. */
const carried = (chain: ChainService): Promise<void> => run(Effect.ignore(chain.carry))

/** Carries and looks until it is known: a node answers a broadcast before the block is there. */
const foundBy = async (chain: ChainService, operationId: string, by: typeof run = run): Promise<string> =>
  hashOf(
    await mined(() => by(Effect.andThen(Effect.ignore(chain.carry), chain.lookUp({ operationId, network: "base" }))))
  )

const slow = (of: Plane): Plane => {
  const store = Context.get(of, Store)
  return Context.add(of, Store, { ...store, commit: (changes) => Effect.delay(store.commit(changes), 10) })
}

/** A node answers a broadcast before its block is there. */
const inBlock = (token: "BRLH" | "USDH", to: Address) =>
  until(() => devnet.received(token, to), ({ length }) => length === 1)

/** A transaction of an account that no movement of ours has. */
const sendFrom = async (key: Hex, nonce: number): Promise<void> => {
  const account = privateKeyToAccount(key)
  const raw = await account.signTransaction({
    type: "eip1559",
    chainId: devnetChainId,
    nonce,
    to: account.address,
    gas: 21_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 10n ** 9n
  })
  await devnet.ask({ method: "eth_sendRawTransaction", params: [raw] })
}

/** The same, in a block by itself. */
const minedFrom = async (key: Hex, nonce: number): Promise<void> => {
  await sendFrom(key, nonce)
  const { address } = privateKeyToAccount(key)
  await until(() => devnet.client.getTransactionCount({ address }), (count) => count > nonce)
}

/** A spend from a new wallet to a new receiver. */
const signedSpend = async (chain: ChainService, parts: Partial<SpendOrder> = {}) => {
  const wallet = await freshWallet()
  const to = (await freshWallet()).address
  const order = spendOf(wallet, to, parts)
  return { order, to, spend: await run(chain.sign(order, wallet.seed)) }
}

describe("a process that is killed", () => {
  it("after its commit and before its broadcast: the next one sends what is stored §evm-commit-first", async () => {
    const first = openChain(proxy, plane, keys)
    const { order, spend, to } = await signedSpend(first)
    proxy.next("eth_sendRawTransaction", "stuck")
    await killedWhen(first.submit(spend), async () => proxy.asked.includes("eth_sendRawTransaction"))
    const [carrier] = (await stored(order.operationId))?.carriers ?? []
    expect(await devnet.received("BRLH", to)).toEqual([])
    const hash = await foundBy(openChain(devnet, plane, keys), order.operationId)
    expect(hash).toBe(carrier?.hash)
    expect(await devnet.received("BRLH", to)).toEqual([order.units])
  })

  it("after its broadcast and before a block: the next one finds it", async () => {
    await devnet.automine(false)
    const first = openChain(devnet, plane, keys)
    const { order, spend, to } = await signedSpend(first)
    const before = await waiting()
    await killedWhen(first.submit(spend), async () => await waiting() > before)
    const next = openChain(devnet, plane, keys)
    expect(await run(next.lookUp(order))).toMatchObject({ _tag: "Unknown" })
    await devnet.mine(1)
    await foundBy(next, order.operationId)
    expect(await devnet.received("BRLH", to)).toEqual([order.units])
  })

  it("before its broadcast: whoever takes the next nonce fills the gap §evm-gap", async () => {
    const first = openChain(proxy, plane, keys)
    const killed = await signedSpend(first)
    proxy.next("eth_sendRawTransaction", "stuck")
    await killedWhen(first.submit(killed.spend), async () => proxy.asked.includes("eth_sendRawTransaction"))
    const next = openChain(devnet, plane, keys)
    const { order, spend, to } = await signedSpend(next)
    expect(await run(next.submit(spend))).toMatchObject({ _tag: "Unknown" })
    await foundBy(next, order.operationId)
    expect(await devnet.received("BRLH", to)).toEqual([order.units])
    expect(await devnet.received("BRLH", killed.to)).toEqual([killed.order.units])
  })
})

describe("an answer that is lost", () => {
  it("of the broadcast: it is looked for, and not sent as another", async () => {
    const chain = openChain(proxy, plane, keys)
    const { order, spend, to } = await signedSpend(chain)
    proxy.next("eth_sendRawTransaction", "lost")
    const hash = hashOf(await run(chain.submit(spend)))
    expect(hashOf(await run(chain.submit(spend)))).toBe(hash)
    expect(await devnet.received("BRLH", to)).toEqual([order.units])
    expect((await stored(order.operationId))?.carriers.length).toBe(1)
  })

  it("of everything after the commit: Unknown, and known when the node is back §evm-unknown", async () => {
    const chain = openChain(proxy, plane, keys)
    const { address } = await freshWallet()
    const order = deliveryOf(address)
    proxy.always("eth_sendRawTransaction", "lost")
    proxy.always("eth_getTransactionReceipt", "cut")
    expect(await run(chain.deliver(order))).toMatchObject({ _tag: "Unknown" })
    expect(await run(chain.deliver(order))).toMatchObject({ _tag: "Unknown" })
    proxy.always("eth_getTransactionReceipt", "passed")
    await foundBy(chain, order.operationId)
    expect(await devnet.received("USDH", address)).toEqual([order.units])
  })

  it("of any question at random: every movement ends, each receiver has his units once §evm-once", async () => {
    let seed = 20_261_121
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
    const chain = openChain(proxy, plane, keys, { patienceMs: 0 })
    for (const method of ["eth_sendRawTransaction", "eth_getTransactionReceipt", "eth_call", "eth_getCode"]) {
      proxy.next(
        method,
        ...Array.from({ length: 60 }, () => random() < 0.3 ? "lost" as const : random() < 0.3 ? "cut" : "passed")
      )
    }
    const orders = await Promise.all(
      Array.from({ length: 10 }, async () => deliveryOf((await freshWallet()).address))
    )
    // As a job does it: asks, and from then on looks up before it asks again.
    const settle = async (order: typeof orders[number]) => {
      for (let attempt = 1; attempt <= 1_000; attempt++) {
        const found = attempt === 1 ? { _tag: "Absent" } : await run(chain.lookUp(order))
        const answer = found._tag === "Absent" ? await run(chain.deliver(order)) : found
        if (answer._tag !== "Unknown" && answer._tag !== "Held") return answer._tag
        await carried(chain)
        // A node that failed several times in a row is asked rarely for a while.
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      return "Unknown"
    }
    expect(new Set(await Promise.all(orders.map(settle)))).toEqual(new Set(["Done"]))
    const received = await Promise.all(orders.map(({ address }) => devnet.received("USDH", address as Address)))
    expect(received).toEqual(orders.map(({ units }) => [units]))
  })
})

describe("several at once", () => {
  it("two relayers on one data plane send one operation once §evm-race", async () => {
    const other = { ...keys, relayer: (await freshKeys(devnet)).relayer }
    const [one, two] = [openChain(devnet, plane, keys), openChain(devnet, plane, other)]
    const { order, spend, to } = await signedSpend(one)
    const delivery = deliveryOf((await freshWallet()).address)
    await Promise.all([one, two, one, two].map((chain) => run(chain.submit(spend))))
    await Promise.all([two, one, two, one].map((chain) => run(chain.deliver(delivery))))
    const hashes = await Promise.all(
      [one, two].map((chain) => foundBy(chain, order.operationId))
    )
    expect(new Set(hashes).size).toBe(1)
    expect(await devnet.received("BRLH", to)).toEqual([order.units])
    expect(await devnet.received("USDH", delivery.address as Address)).toEqual([delivery.units])
  })

  it("two relayers that know nothing of each other move the money of one operation once", async () => {
    const strangers = await freshKeys(devnet)
    const away = await openPlane()
    const [one, two] = [openChain(devnet, plane, keys), openChain(devnet, away, strangers)]
    const { order, spend, to } = await signedSpend(one)
    await devnet.automine(false)
    const submitted = [one, two].map((chain) => run(chain.submit(spend)))
    await until(waiting, (count) => count >= 2)
    await devnet.mine(1)
    await devnet.automine(true)
    await Promise.all(submitted)
    const hashes = await Promise.all(
      [one, two].map((chain) => foundBy(chain, order.operationId))
    )
    expect(new Set(hashes).size).toBe(1)
    expect(await devnet.received("BRLH", to)).toEqual([order.units])
  })

  it("twenty movements of one relayer take twenty nonces in a row, in one process or in two §evm-nonces", async () => {
    // Slow enough for both to read the same row.
    const processes = [1, 2].map(() => openChain(devnet, slow(plane), keys))
    const relayer = privateKeyToAccount(keys.relayer).address
    const orders = await Promise.all(Array.from({ length: 20 }, async () => deliveryOf((await freshWallet()).address)))
    await Promise.all(orders.map((order, n) => run((processes[n % 2] as ChainService).deliver(order))))
    const answers = await Promise.all(
      orders.map((order, n) => mined(() => run((processes[n % 2] as ChainService).lookUp(order))))
    )
    expect(new Set(answers.map(hashOf)).size).toBe(20)
    expect(await devnet.client.getTransactionCount({ address: relayer })).toBe(20)
    const nonces = await Promise.all(
      orders.map(async ({ operationId }) => (await stored(operationId))?.carriers[0]?.nonce)
    )
    expect(nonces.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, n) => n))
    for (const { address, units } of orders) expect(await devnet.received("USDH", address as Address)).toEqual([units])
  })
})

describe("blocks that are not final", () => {
  it("a reorg of two blocks undoes the transaction and no answer §evm-reorg", async () => {
    const chain = openChain(devnet, plane, keys, { finality: { done: 3, refused: "finalized" }, patienceMs: 0 })
    const { order, spend, to } = await signedSpend(chain)
    expect(await run(chain.submit(spend))).toMatchObject({ _tag: "Unknown" })
    await inBlock("BRLH", to)
    expect(await devnet.received("BRLH", to)).toEqual([order.units])
    await devnet.mine(1)
    expect(await run(chain.lookUp(order))).toMatchObject({ _tag: "Unknown" })
    await devnet.reorg(2)
    await devnet.dropPending()
    expect(await devnet.received("BRLH", to)).toEqual([])
    // It is carried again by the bytes that were stored, and done two blocks later.
    const answers = [(await run(chain.lookUp(order)))._tag]
    await carried(chain)
    await inBlock("BRLH", to)
    for (let block = 0; block < 3; block++) {
      await devnet.mine(1)
      answers.push((await run(chain.lookUp(order)))._tag)
    }
    expect(answers).toEqual(["Unknown", "Unknown", "Done", "Done"])
    expect(await devnet.received("BRLH", to)).toEqual([order.units])
  })

  it("answers Done no sooner than the network calls the block final §evm-finality", async () => {
    const chain = openChain(devnet, plane, keys, {
      finality: { done: "finalized", refused: "finalized" },
      patienceMs: 0
    })
    const { address } = await freshWallet()
    const order = deliveryOf(address)
    expect(await run(chain.deliver(order))).toMatchObject({ _tag: "Unknown" })
    await inBlock("USDH", address)
    await devnet.mine(1)
    expect(await run(chain.lookUp(order))).toMatchObject({ _tag: "Unknown" })
    await devnet.mine(1)
    await foundBy(chain, order.operationId)
  })

  it("a final answer stands when the node is away", async () => {
    const chain = openChain(proxy, plane, keys)
    const order = deliveryOf((await freshWallet()).address)
    const hash = hashOf(await run(chain.deliver(order)))
    proxy.always("*", "cut")
    expect(await foundBy(chain, order.operationId)).toBe(hash)
  })
})

describe("a transaction that cannot land", () => {
  it("whose nonce went to another: the same operation travels in a new one §evm-rewrap", async () => {
    await devnet.automine(false)
    const chain = openChain(devnet, plane, keys, { patienceMs: 0 })
    const { order, spend, to } = await signedSpend(chain)
    await run(chain.submit(spend))
    await devnet.dropPending()
    await sendFrom(keys.relayer, 0)
    await devnet.mine(1)
    await devnet.automine(true)
    await foundBy(chain, order.operationId)
    expect((await stored(order.operationId))?.carriers.map(({ nonce }) => nonce)).toEqual([0, 1])
    expect(await devnet.received("BRLH", to)).toEqual([order.units])
  })
})

describe("fees that rose", () => {
  const begin = 1_800_000_000_000
  const atHour = (ms: number) => <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
    run(Effect.provideService(effect, Clock.Clock, new ManualClock(begin + ms)))
  const later = { sendBefore: begin + 86_400_000 }

  it("a transaction that waits too long is replaced under its nonce for a higher fee §evm-bump", async () => {
    await devnet.automine(false)
    const chain = openChain(devnet, plane, keys, { patienceMs: 0 })
    const { order, spend, to } = await signedSpend(chain, later)
    await atHour(0)(chain.submit(spend))
    await devnet.ask({ method: "anvil_setNextBlockBaseFeePerGas", params: ["0x174876e800"] })
    await devnet.mine(1)
    await atHour(20_000)(chain.carry)
    expect((await stored(order.operationId))?.carriers.length).toBe(1)
    await atHour(20_001)(chain.carry)
    expect(await atHour(20_001)(chain.lookUp(order))).toMatchObject({ _tag: "Unknown" })
    const [first, second, ...others] = (await stored(order.operationId))?.carriers ?? []
    expect(others).toEqual([])
    expect(second?.nonce).toBe(first?.nonce)
    expect(second?.maxFeePerGas).toBeGreaterThan(first?.maxFeePerGas ?? 0n)
    expect(second?.maxPriorityFeePerGas).toBeGreaterThan(first?.maxPriorityFeePerGas ?? 0n)
    await devnet.mine(1)
    expect(await foundBy(chain, order.operationId, atHour(20_002))).toBe(second?.hash)
    expect(await devnet.received("BRLH", to)).toEqual([order.units])
  })

  it("another relayer's transaction that waits too long is overtaken, and the money moves once", async () => {
    await devnet.automine(false)
    const gone = openChain(devnet, plane, keys, { patienceMs: 0 })
    const { order, spend, to } = await signedSpend(gone, later)
    await atHour(0)(gone.submit(spend))
    await devnet.dropPending()
    await devnet.mine(3)
    const other = { ...keys, relayer: (await freshKeys(devnet)).relayer }
    const next = openChain(devnet, plane, other, { patienceMs: 0 })
    await atHour(20_001)(next.carry)
    await devnet.mine(1)
    await foundBy(next, order.operationId, atHour(20_002))
    expect((await stored(order.operationId))?.carriers.length).toBe(2)
    expect(await devnet.received("BRLH", to)).toEqual([order.units])
  })
})

describe("a data plane that is behind its relayer", () => {
  it("takes the nonces that the chain has reached", async () => {
    await minedFrom(keys.relayer, 0)
    await minedFrom(keys.relayer, 1)
    await run(openChain(devnet, plane, keys).deliver(deliveryOf((await freshWallet()).address)))
    await minedFrom(keys.relayer, 3)
    const order = deliveryOf((await freshWallet()).address)
    hashOf(await run(openChain(devnet, plane, keys).deliver(order)))
    expect((await stored(order.operationId))?.carriers.map(({ nonce }) => nonce)).toEqual([4])
  })

  it("fills nonces that no one has bytes for", async () => {
    const snapshot = await devnet.ask({ method: "evm_snapshot" })
    await minedFrom(keys.relayer, 0)
    hashOf(await run(openChain(devnet, plane, keys).deliver(deliveryOf((await freshWallet()).address))))
    await devnet.ask({ method: "evm_revert", params: [snapshot] })
    const order = deliveryOf((await freshWallet()).address)
    expect(await run(openChain(devnet, plane, keys).deliver(order))).toMatchObject({ _tag: "Unknown" })
    await foundBy(openChain(devnet, plane, keys), order.operationId)
    expect((await stored(order.operationId))?.carriers.map(({ nonce }) => nonce)).toEqual([2])
  })
})

describe("a node that is away", () => {
  it("nothing is stored, nothing is sent, and nothing is told §evm-away", async () => {
    const chain = openChain(proxy, plane, keys)
    const { order, spend } = await signedSpend(chain)
    proxy.always("*", "cut")
    const wallet = await freshWallet()
    const failure = await run(Effect.flip(chain.sign(spendOf(wallet, wallet.address), wallet.seed)))
    expect(failure._tag).toBe("ChainUnavailable")
    const { addresses } = wallet
    for (
      const question of [
        chain.spendable({ asset: "BRLA", network: "polygon", addresses }),
        chain.holdings(addresses)
      ]
    ) {
      expect((await run(Effect.flip<unknown, { readonly _tag: string }, never>(question)))._tag).toBe(
        "ChainUnavailable"
      )
    }
    const delivery = deliveryOf(wallet.address)
    expect(await run(chain.submit(spend))).toMatchObject({ _tag: "Held", reason: { code: "paused" } })
    expect(await run(chain.deliver(delivery))).toMatchObject({ _tag: "Held", reason: { code: "paused" } })
    expect(await run(chain.lookUp(order))).toEqual({ _tag: "Absent" })
    expect(await run(chain.lookUp(delivery))).toEqual({ _tag: "Absent" })
    proxy.always("*", "passed")
    // A node that failed several times in a row is asked rarely for a while.
    hashOf(await until(() => run(chain.deliver(delivery)), ({ _tag }) => _tag !== "Held"))
  })

  it("that hangs is given up on", async () => {
    const chain = openChain(devnet, plane, keys)
    devnet.pause()
    try {
      expect(await run(chain.deliver(deliveryOf((await freshWallet()).address)))).toMatchObject({ _tag: "Held" })
    } finally {
      devnet.resume()
    }
  })
})
