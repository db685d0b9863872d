// The table of faults, each on a network's own contracts: what is answered, and what arrives by the token's own reports.
import { Effect, Redacted, References } from "effect"
import { type Address, zeroAddress } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openEvm } from "../../../adapters/evm/index.ts"
import { type Devnet, devnetChainId, startDevnet, until } from "../../support/anvil.ts"
import { deliveryOf, freshKeys, freshWallet, openPlane, signerOf } from "../../support/anvil-chain.ts"
import { deployBadToken } from "./bad-token.ts"
import { type Cause, elsewhere, faults } from "./faults.ts"

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())

const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provideService(effect, References.MinimumLogLevel, "None"))

const held = 10_000_000n

const receiver = (cause: Cause, token: Address, treasury: Address, fresh: Address): string => {
  if (!("to" in cause)) return fresh
  if (cause.to === "zero address") return zeroAddress
  if (cause.to === "token") return token
  return cause.to === "treasury" ? treasury : "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
}

it.each(faults)("$case", async ({ answer, cause, moved }) => {
  const bad = await deployBadToken(devnet)
  const keys = await freshKeys(devnet)
  const relayer = privateKeyToAccount(keys.relayer).address
  const treasury = privateKeyToAccount(keys.treasury).address
  await bad.mint(treasury, held)
  await until(() => bad.balance(treasury), (units) => units === held)
  if ("treasury" in cause && cause.treasury === "paused") await bad.becomes("paused")
  if ("treasury" in cause && cause.treasury === "without fuel") {
    await devnet.ask({ method: "anvil_setBalance", params: [relayer, "0x1"] })
  }
  const opened = openEvm({
    network: "base",
    chainId: "node" in cause ? devnetChainId + 1 : devnetChainId,
    nodes: [{ name: "only", url: Redacted.make(devnet.url) }],
    agree: 1,
    tokens: [bad.token],
    relayer: signerOf(keys.relayer),
    treasury: signerOf(keys.treasury),
    finality: { done: 1, refused: "finalized" },
    fees: { leastTip: 0n, ceiling: "market" in cause ? 1n : 1_000n * 10n ** 9n },
    patienceMs: 0
  })
  const chain = await run(Effect.provide(opened.chain, await openPlane()))
  const fresh = (await freshWallet()).address
  const units = "units" in cause ? cause.units : 5_000_000n
  const order = deliveryOf(receiver(cause, bad.token.address, treasury, fresh), { units })
  const first = await run(chain.deliver(order))
  if (answer._tag === "Done") {
    await until(
      () => run(Effect.andThen(Effect.ignore(chain.carry), chain.lookUp({ ...order, network: "base" }))),
      ({ _tag }) => _tag === "Done"
    )
  } else {
    expect(first).toMatchObject(answer)
    // Nothing was sent, and nothing is.
    await run(Effect.ignore(chain.carry))
    expect(await run(chain.lookUp({ ...order, network: "base" }))).toEqual({ _tag: "Absent" })
    expect(await devnet.client.getTransactionCount({ address: relayer })).toBe(0)
  }
  expect(await bad.balance(fresh)).toBe(moved)
  expect(await bad.balance(treasury)).toBe(held - moved)
})

for (const { case: name, reason } of elsewhere) {
  it(`${name}: ${reason}`, ({ skip }) => {
    expect(reason).not.toBe("")
    skip(reason)
  })
}
