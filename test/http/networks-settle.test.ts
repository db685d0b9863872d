// A service whose file of networks leads to a real node: a deposit is delivered there from the treasury, what is above its limits waits, and
// a network that is not the one that is meant ends the start with code 2.
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, expect, it } from "vitest"
import { configuredNetworks } from "../../hosts/http/networks/index.ts"
import { type BadToken, deployBadToken } from "../chain/evm/bad-token.ts"
import { type Devnet, devnetChainId, startDevnet } from "../support/anvil.ts"
import { type Keys, freshKeys, freshWallet } from "../support/anvil-chain.ts"
import {
  type TestHost,
  declared,
  eventually,
  keyOf,
  openHost,
  runProcess,
  scratch,
  secretsKey,
  sqliteDatabase
} from "../support/host.ts"
import { asOperator } from "./as-operator.ts"
import { expectAccepted, makeDeposit, settleWithKey, untilStatus } from "./sandbox.ts"

const key = keyOf("acme")
let devnet: Devnet
let token: BadToken
let keys: Keys
let host: TestHost
let variables: Readonly<Record<string, string>>

const fileOf = (chainId: number): string => {
  const path = join(scratch(), "networks.json")
  const { level: _, ...known } = token.token
  const base = {
    nodes: [{ name: "own", url: devnet.url }],
    agree: 1,
    signers: { relayer: "relayer", treasury: "treasury" },
    tokens: [known],
    chainId,
    done: 1,
    fees: { leastTip: "0", ceiling: "1000000000000" },
    limits: { USDC: { perMovement: "100" } },
    floats: { USDC: { low: "1000000" } }
  }
  const signers = {
    relayer: { kind: "local", key: "{NETWORK_RELAYER}" },
    treasury: { kind: "local", key: "{NETWORK_TREASURY}" }
  }
  writeFileSync(path, JSON.stringify({ signers, networks: { base } }))
  chmodSync(path, 0o600)
  return path
}

beforeAll(async () => {
  devnet = await startDevnet()
  token = await deployBadToken(devnet)
  keys = await freshKeys(devnet)
  await token.mint(privateKeyToAccount(keys.treasury).address, 1_000_000_000n)
  // What is in no final block cannot be promised.
  await devnet.mine(3)
  variables = {
    NETWORK_RELAYER: keys.relayer.slice(2),
    NETWORK_TREASURY: keys.treasury,
    PONTEPAY_SANDBOX_NETWORKS: fileOf(devnetChainId)
  }
  const { sandbox } = await Effect.runPromise(configuredNetworks(variables))
  host = await openHost({
    accounts: [declared("acme", { perTxLimitBrl: "1000000.00" })],
    adapters: { sandbox: { ...sandbox, providers: sandbox.providers ?? [] } }
  })
})

afterAll(async () => {
  try {
    await host.close()
  } finally {
    await devnet.stop()
  }
})

it("delivers a deposit from the treasury of its file", async () => {
  const { address } = await freshWallet()
  const { externalId, trackId } = await makeDeposit(host.base, key, { address, asset: "USDC", network: "base" })
  expectAccepted(await settleWithKey(host.base, key, trackId))
  await untilStatus(host.base, key, externalId, "COMPLETED")
  const arrived = await token.transfers(address)
  expect(arrived).toHaveLength(1)
  expect(await token.balance(privateKeyToAccount(keys.treasury).address)).toBe(1_000_000_000n - (arrived[0] ?? 0n))
})

it("holds what is above the limit of a movement, for an operator", async () => {
  const { address } = await freshWallet()
  const { trackId } = await makeDeposit(host.base, key, { address, asset: "USDC", network: "base", value: 200_000 })
  expectAccepted(await settleWithKey(host.base, key, trackId))
  const held = await eventually(
    async () => (await asOperator(host)("GET", "/admin/open")).text,
    (found) => found.includes("limit: ")
  )
  expect(held).toContain("would pass the 100 USDC of a movement")
  expect(await token.transfers(address)).toEqual([])
})

it("still simulates what is not in its file", async () => {
  const { address } = await freshWallet()
  const { externalId, trackId } = await makeDeposit(host.base, key, { address, asset: "USDT", network: "polygon" })
  expectAccepted(await settleWithKey(host.base, key, trackId))
  await untilStatus(host.base, key, externalId, "COMPLETED")
})

it("ends the start with code 2 where a node is of another network", async () => {
  const { code, stderr } = await runProcess({
    ...variables,
    DATABASE_URL: sqliteDatabase().url,
    PORT: "0",
    LOG_LEVEL: "none",
    PONTEPAY_SECRETS_KEY: secretsKey,
    PONTEPAY_SANDBOX_NETWORKS: fileOf(8_453)
  })
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^PONTEPAY_SANDBOX_NETWORKS: \S+networks\.json: networks\.base own is a node of chain 84532, not 8453\n$/
  )
  expect(stderr).not.toContain((variables["NETWORK_RELAYER"] ?? "").slice(0, 16))
})
