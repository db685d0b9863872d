// Processes that deliver the same on one data store are killed by signal 9 at any moment: when one is left alone at last, every receiver
// has his units once, by the network's own balances, and what is Done has moved.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { depth } from "../../support/depth.ts"
import { killedAndLeftAlone } from "../killed.ts"
import { openLine } from "./line.ts"
import { hasSurfnet, notRun } from "./surfnet.ts"
import { type World, freshWallet, openWorld } from "./world.ts"

const receivers = 4

describe.skipIf(!hasSurfnet)(`processes on Solana${notRun}`, () => {
  let world: World
  const folder = mkdtempSync(join(tmpdir(), "pontepay-solana-"))
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => {
    world.close()
    rmSync(folder, { recursive: true })
  })

  it(`deliver once, killed ${depth.chainKills} times`, async () => {
    const [keys, line] = await Promise.all([world.freshKeys(), openLine(world.node.url)])
    const settings = world.plain(keys, {
      nodes: [{ name: "node", url: line.url }],
      nonceAccounts: 0,
      patienceMs: 2_000
    })
    const orders = await Promise.all(Array.from({ length: receivers }, async (_, place) => ({
      operationId: `deliver/dep_killed${place}3f`,
      asset: "USDC" as const,
      network: "solana" as const,
      address: (await freshWallet()).address,
      units: String(1_000_000 + place)
    })))
    const answers = await killedAndLeftAlone({
      script: new URL("child.ts", import.meta.url),
      settings: JSON.stringify(settings),
      filename: join(folder, "plane.db"),
      orders,
      asked: () => line.asked.length,
      kills: depth.chainKills,
      mostQuestions: 120
    })
    await line.close()
    for (const { address, operationId, units } of orders) {
      expect(answers.get(operationId)).toBe("Done")
      expect(await world.received(world.tokens.USDC, address)).toEqual([BigInt(units)])
    }
  })
})
