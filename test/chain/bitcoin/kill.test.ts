// Processes that deliver on one data store are killed by signal 9 at every step: when one is left alone at last, every receiver has his
// satoshis once.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { depth } from "../../support/depth.ts"
import { killedAndLeftAlone } from "../killed.ts"
import { steps } from "../kill-steps.ts"
import { bitcoindPath } from "./bitcoind.ts"
import { type World, freshAddress, openWorld } from "./world.ts"

let world: World
const folder = mkdtempSync(join(tmpdir(), "pontepay-bitcoin-"))
beforeAll(async () => {
  if (bitcoindPath !== undefined) world = await openWorld(bitcoindPath)
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true })
})

describe.skipIf(bitcoindPath === undefined)("on a real node", () => {
  it(`delivers once, killed ${depth.chainKills} times`, async () => {
    const treasury = await world.treasury()
    await treasury.fund(Array.from({ length: 20 }, () => 50_000_000n))
    try {
      const { killed, orders } = await killedAndLeftAlone({
        script: new URL("child.ts", import.meta.url),
        settings: JSON.stringify(treasury.settings({ timeoutMs: 60_000 })),
        database: join(folder, "plane.db"),
        order: async (place) => ({
          operationId: `deliver/killed/${place}`,
          asset: "BTC",
          network: "bitcoin",
          address: freshAddress(),
          units: String(100_000 + place)
        }),
        kills: depth.chainKills
      })
      for (const { address, units } of orders) expect(await treasury.moved(address)).toEqual([BigInt(units)])
      expect(Object.keys(killed).toSorted()).toEqual(steps.toSorted())
    } finally {
      await treasury.close()
    }
  })
})
