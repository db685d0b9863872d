// A service whose file of networks leads to a real node: a deposit is delivered there from the treasury, what is above its limits waits, and
// a network that is not the one that is meant ends the start with code 2.
import { afterAll, beforeAll, expect, it } from "vitest"
import { freshWallet } from "../support/anvil-chain.ts"
import { type TestHost, eventually, keyOf, runProcess, secretsKey, sqliteDatabase } from "../support/host.ts"
import { asOperator } from "./as-operator.ts"
import { type BaseNetwork, openBaseNetwork } from "./base-network.ts"
import { expectAccepted, makeDeposit, settleWithKey, untilStatus } from "./sandbox.ts"

const key = keyOf("acme")
const parts = { limits: { USDC: { perMovement: "100" } }, floats: { USDC: { low: "1000000" } } }
let network: BaseNetwork
let host: TestHost

beforeAll(async () => {
  network = await openBaseNetwork(1_000_000_000n)
  host = await network.openOn(parts, { perTxLimitBrl: "1000000.00" })
})

afterAll(async () => {
  try {
    await host.close()
  } finally {
    await network.devnet.stop()
  }
})

it("delivers a deposit from the treasury of its file", async () => {
  const { address } = await freshWallet()
  const { externalId, trackId } = await makeDeposit(host.base, key, { address, asset: "USDC", network: "base" })
  expectAccepted(await settleWithKey(host.base, key, trackId))
  await untilStatus(host.base, key, externalId, "COMPLETED")
  const arrived = await network.token.transfers(address)
  expect(arrived).toHaveLength(1)
  expect(await network.token.balance(network.treasury)).toBe(1_000_000_000n - (arrived[0] ?? 0n))
})

it("holds what is above the limit of a movement, for an operator", async () => {
  const { address } = await freshWallet()
  const { trackId } = await makeDeposit(host.base, key, { address, asset: "USDC", network: "base", value: 200_000 })
  expectAccepted(await settleWithKey(host.base, key, trackId))
  const held = await eventually(
    async () => (await asOperator(host)("GET", "/admin/open")).text,
    (found) => found.includes("\"code\":\"treasuryLimit\"")
  )
  expect(held).toContain("would pass the limit of 100 USDC a movement")
  expect(await network.token.transfers(address)).toEqual([])
})

it("still simulates what is not in its file", async () => {
  const { address } = await freshWallet()
  const { externalId, trackId } = await makeDeposit(host.base, key, { address, asset: "USDT", network: "polygon" })
  expectAccepted(await settleWithKey(host.base, key, trackId))
  await untilStatus(host.base, key, externalId, "COMPLETED")
})

it("ends the start with code 2 where a node is of another network", async () => {
  const variables = network.variables({ ...parts, chainId: 8_453 })
  const { code, stderr } = await runProcess({
    ...variables,
    DATABASE_URL: sqliteDatabase().url,
    PORT: "0",
    LOG_LEVEL: "none",
    PONTEPAY_SECRETS_KEY: secretsKey
  })
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^PONTEPAY_SANDBOX_NETWORKS: \S+networks\.json: networks\.base own is a node of chain 84532, not 8453\n$/
  )
  expect(stderr).not.toContain(variables.NETWORK_RELAYER.slice(0, 16))
})
