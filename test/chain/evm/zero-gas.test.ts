// Who has no coin of the network pays all the same, on nodes with the chain ids and settings of the real networks: the relayer
// pays, and what receipts say it cost is what it lost, to the unit.
import { Effect, Redacted, References } from "effect"
import type { Address, Hex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { afterEach, describe, expect, it } from "vitest"
import { deploy } from "../../../adapters/evm/devnet/deploy.ts"
import { type EvmNetworkName, networkFacts, openEvm } from "../../../adapters/evm/index.ts"
import { type Devnet, emptyDevnet, until } from "../../support/anvil.ts"
import { deliveryOf, freshKeys, freshWallet, openPlane, signerOf, spendOf } from "../../support/anvil-chain.ts"
import { type RpcProxy, openRpcProxy } from "../../support/rpc-proxy.ts"
import { deployBadToken } from "./bad-token.ts"

const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provideService(effect, References.MinimumLogLevel, "None"))

/** What Base takes for data is no part of anvil: it stands in the receipt, and the relayer does not lose it. Simulated. */
const dataFee = { polygon: 0n, base: 1_234n, arbitrum: 0n, gnosis: 0n } as const
/** The tip that nodes of the network refuse to go below. */
const leastTip = { polygon: 25n * 10n ** 9n, base: 0n, arbitrum: 0n, gnosis: 0n } as const

const opened: Array<Devnet> = []
const proxies: Array<RpcProxy> = []
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close()
  for (const devnet of opened.splice(0)) await devnet.stop()
})

const openWorld = async (network: EvmNetworkName) => {
  const devnet = await emptyDevnet(networkFacts[network].chainId)
  opened.push(devnet)
  await deploy(devnet.url)
  const proxy = await openRpcProxy(devnet.url)
  proxies.push(proxy)
  // What the node calls the market's tip, below what Polygon's nodes take: the floor of the settings decides there.
  proxy.answers("eth_maxPriorityFeePerGas", () => "0x1")
  const l1Fee: Hex = `0x${dataFee[network].toString(16)}`
  if (dataFee[network] > 0n) {
    proxy.answers(
      "eth_getTransactionReceipt",
      (_, receipt) => typeof receipt === "object" && receipt !== null ? { ...receipt, l1Fee } : undefined
    )
  }
  const keys = await freshKeys(devnet)
  const token = await deployBadToken(devnet)
  const { chain, verify } = openEvm({
    network,
    nodes: [{ name: "only", url: Redacted.make(proxy.url) }],
    agree: 1,
    tokens: [token.token],
    relayer: signerOf(keys.relayer),
    treasury: signerOf(keys.treasury),
    patienceMs: 0
  })
  await run(verify)
  return {
    devnet,
    token,
    relayer: privateKeyToAccount(keys.relayer).address,
    treasury: privateKeyToAccount(keys.treasury).address,
    chain: await run(Effect.provide(chain, await openPlane()))
  }
}

describe.each(["polygon", "base", "arbitrum", "gnosis"] as const)("on %s", (network) => {
  it("a wallet and a treasury without coins pay, and receipts add up to what the relayer lost", async () => {
    const { chain, devnet, relayer, token, treasury } = await openWorld(network)
    const wallet = await freshWallet()
    const [bought, paid] = [await freshWallet(), await freshWallet()]
    await token.mint(wallet.address, 7_000_000n)
    await token.mint(treasury, 5_000_000n)
    await until(() => token.balance(treasury), (held) => held === 5_000_000n)
    const before = await devnet.balance(relayer)
    const delivery = deliveryOf(bought.address, { network })
    expect(await run(chain.deliver(delivery))).toMatchObject({ _tag: "Unknown" })
    const order = spendOf(wallet, paid.address, { asset: "USDC", network, units: 7_000_000n })
    const spend = await run(chain.sign(order, wallet.seed))
    await run(chain.submit(spend))

    const costOf = async (of: { readonly operationId: string }): Promise<bigint> => {
      const found = await until(
        async () => {
          await devnet.mine(1)
          await run(Effect.ignore(chain.carry))
          return run(chain.lookUp({ ...of, network }))
        },
        ({ _tag }) => _tag === "Done"
      )
      if (found._tag !== "Done") throw new Error(found._tag)
      const { cost, transactionHash } = found.value
      expect(cost?.coin).toBe(networkFacts[network].coin)
      const transaction = await devnet.client.getTransaction({ hash: transactionHash as Hex })
      expect(transaction.maxPriorityFeePerGas ?? 0n).toBeGreaterThanOrEqual(leastTip[network])
      return cost?.units ?? 0n
    }
    const costs = [await costOf(delivery), await costOf(order)]
    const lost = before - (await devnet.balance(relayer))
    expect(costs.reduce((sum, cost) => sum + cost, 0n)).toBe(lost + 2n * dataFee[network])
    expect(lost).toBeGreaterThan(0n)
    // No one else had a coin, and no one else was given one.
    const others: ReadonlyArray<Address> = [wallet.address, treasury, bought.address, paid.address]
    for (const address of others) expect(await devnet.balance(address)).toBe(0n)
    expect(await token.transfers(bought.address)).toEqual([delivery.units])
    expect(await token.transfers(paid.address)).toEqual([order.units])
    expect(await token.balance(wallet.address)).toBe(0n)
  })
})
