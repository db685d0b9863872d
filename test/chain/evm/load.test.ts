// A hundred deliveries at once by one relayer, on blocks of a second: all of them land, their nonces have no gap, and the gas is paid
// for at what the market takes.
import { Effect, References } from "effect"
import type { Address, Hex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, expect, it } from "vitest"
import { technical } from "../../../core/base/reason/reason.ts"
import { type Devnet, startDevnet } from "../../support/anvil.ts"
import { deliveryOf, freshKeys, freshWallet, openChain, openPlane } from "../../support/anvil-chain.ts"

const deliveries = 100
/** From the first request to the last answer, on a machine that does nothing else; a busy one takes longer and is not judged by it. */
const withinBlocks = 60n

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())

const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provideService(effect, References.MinimumLogLevel, "None"))

it("a hundred deliveries at once are all done, without a gap, at the market's price", async () => {
  const keys = await freshKeys(devnet)
  const relayer = privateKeyToAccount(keys.relayer).address
  const chain = openChain(devnet, await openPlane(), keys, { patienceMs: 0 })
  // The treasury delegates once.
  await run(chain.deliver(deliveryOf((await freshWallet()).address)))
  const before = await devnet.balance(relayer)
  const first = await devnet.client.getBlockNumber()
  await devnet.automine(false)
  await devnet.ask({ method: "evm_setIntervalMining", params: [1] })
  const orders = await Promise.all(
    Array.from({ length: deliveries }, async () => deliveryOf((await freshWallet()).address))
  )
  const ended = async (order: typeof orders[number]) => {
    for (;;) {
      const answer = await run(chain.deliver(order))
      if (answer._tag === "Done") return answer.value
      if (answer._tag === "Refused") throw new Error(technical(answer.reason))
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  const receipts = await Promise.all(orders.map(ended))
  expect((await devnet.client.getBlockNumber()) - first).toBeLessThan(withinBlocks)
  for (const { address, units } of orders) expect(await devnet.received("USDH", address as Address)).toEqual([units])
  // One transaction each, so none was sent in vain.
  expect(await devnet.client.getTransactionCount({ address: relayer })).toBe(deliveries + 1)
  const spent = before - (await devnet.balance(relayer))
  expect(receipts.reduce((sum, { cost }) => sum + (cost?.units ?? 0n), 0n)).toBe(spent)
  const market = (await Promise.all(receipts.map(async ({ transactionHash }) => {
    const { blockNumber, gasUsed } = await devnet.client.getTransactionReceipt({ hash: transactionHash as Hex })
    const { baseFeePerGas } = await devnet.client.getBlock({ blockNumber })
    return gasUsed * ((baseFeePerGas ?? 0n) + 10n ** 9n)
  }))).reduce((sum, each) => sum + each, 0n)
  expect(spent * 10n).toBeLessThanOrEqual(market * 12n)
  console.info(`${deliveries} deliveries: ${spent} wei spent, ${market} at the market's price`)
})
