// Processes that deliver the same on one data store are killed by signal 9 at any moment: when one is left alone at last, every receiver
// has his units once, counted on the chain, and what is Done has moved.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Devnet, devnetChainId, startDevnet } from "../../support/anvil.ts"
import { freshKeys, freshWallet } from "../../support/anvil-chain.ts"
import { depth } from "../../support/depth.ts"
import { openRpcProxy } from "../../support/rpc-proxy.ts"
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

const receivers = 4

it(`delivers once, killed ${depth.chainKills} times`, async () => {
  const [keys, proxy, bad] = await Promise.all([freshKeys(devnet), openRpcProxy(devnet.url), deployBadToken(devnet)])
  await bad.mint(privateKeyToAccount(keys.treasury).address, 10n ** 12n)
  const { level: _, ...token } = bad.token
  const settings: PlainEvm = {
    nodes: [{ name: "node", url: proxy.url }],
    agree: 1,
    chainId: devnetChainId,
    tokens: [token],
    keys,
    done: 1,
    patienceMs: 2_000
  }
  const orders = await Promise.all(Array.from({ length: receivers }, async (_, place) => ({
    operationId: `deliver/killed/${place}`,
    asset: "USDC" as const,
    network: "base" as const,
    address: (await freshWallet()).address,
    units: String(1_000_000 + place)
  })))
  const answers = await killedAndLeftAlone({
    script: new URL("child.ts", import.meta.url),
    settings: JSON.stringify(settings),
    filename: join(folder, "plane.db"),
    orders,
    asked: () => proxy.asked.length,
    kills: depth.chainKills,
    mostQuestions: 120,
    between: () => devnet.mine(1)
  })
  await proxy.close()
  for (const { address, operationId, units } of orders) {
    expect(answers.get(operationId)).toBe("Done")
    expect(await bad.transfers(address)).toEqual([BigInt(units)])
  }
})
