// Processes that deliver on one data store are killed by signal 9 at every step: when one is left alone at last, every receiver has his units
// once, counted on the chain.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Devnet, devnetChainId, startDevnet } from "../../support/anvil.ts"
import { freshKeys, freshWallet } from "../../support/anvil-chain.ts"
import { depth } from "../../support/depth.ts"
import { killedAndLeftAlone } from "../killed.ts"
import type { PlainEvm } from "./adapter-of.ts"
import { deployBadToken } from "./bad-token.ts"

let devnet: Devnet
const folder = mkdtempSync(join(tmpdir(), "pontepay-evm-"))
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(async () => {
  await devnet.stop()
  rmSync(folder, { recursive: true })
})

it(`delivers once, killed ${depth.chainKills} times`, async () => {
  const [keys, bad] = await Promise.all([freshKeys(devnet), deployBadToken(devnet)])
  await bad.mint(privateKeyToAccount(keys.treasury).address, 10n ** 12n)
  const { level: _, ...token } = bad.token
  const settings: PlainEvm = {
    nodes: [{ name: "node", url: devnet.url }],
    agree: 1,
    chainId: devnetChainId,
    tokens: [token],
    keys,
    done: 1,
    patienceMs: 2_000
  }
  const { killed, orders } = await killedAndLeftAlone({
    script: new URL("child.ts", import.meta.url),
    settings: JSON.stringify(settings),
    database: join(folder, "plane.db"),
    order: async (place) => ({
      operationId: `deliver/killed/${place}`,
      asset: "USDC",
      network: "base",
      address: (await freshWallet()).address,
      units: String(1_000_000 + place)
    }),
    kills: depth.chainKills,
    between: () => devnet.mine(1)
  })
  for (const { address, units } of orders) {
    expect(await bad.transfers(address as `0x${string}`)).toEqual([BigInt(units)])
  }
  // It commits nothing of a delivery before it has signed it.
  expect(Object.keys(killed).toSorted()).toEqual(["answer", "ask", "send", "sign", "store", "verdict"])
})
