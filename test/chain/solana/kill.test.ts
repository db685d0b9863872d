// Processes that deliver on one data store are killed by signal 9 at every step: when one is left alone at last, every receiver has his units
// once, by the network's own balances.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { depth } from "../../support/depth.ts"
import { killedAndLeftAlone } from "../killed.ts"
import { steps } from "../kill-steps.ts"
import { hasSurfnet, notRun } from "./surfnet.ts"
import { type World, freshWallet, openWorld } from "./world.ts"

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
    const keys = await world.freshKeys()
    const settings = world.plain(keys, {
      nonceAccounts: 0,
      patienceMs: 2_000
    })
    const { killed, orders } = await killedAndLeftAlone({
      script: new URL("child.ts", import.meta.url),
      settings: JSON.stringify(settings),
      database: join(folder, "plane.db"),
      order: async (place) => ({
        operationId: `deliver/dep_killed${place}3f`,
        asset: "USDC",
        network: "solana",
        address: (await freshWallet()).address,
        units: String(1_000_000 + place)
      }),
      kills: depth.chainKills
    })
    for (const { address, units } of orders) {
      expect(await world.received(world.tokens.USDC, address)).toEqual([BigInt(units)])
    }
    expect(Object.keys(killed).toSorted()).toEqual(steps.toSorted())
  })
})
