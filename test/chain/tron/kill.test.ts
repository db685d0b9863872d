// Processes that deliver on one data store are killed by signal 9 at every step: when one is left alone at last, every receiver has his units
// once, by the logs of the model's blocks.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { depth } from "../../support/depth.ts"
import { killedAndLeftAlone } from "../killed.ts"
import { steps } from "../kill-steps.ts"
import { type World, openWorld } from "./world.ts"

let world: World
const folder = mkdtempSync(join(tmpdir(), "pontepay-tron-"))
beforeAll(async () => {
  world = await openWorld({ blockMs: 60 })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

it(`delivers once, killed ${depth.chainKills} times`, async () => {
  const keys = await world.fundedKeys()
  // Each delivery takes some TRX.
  world.fund(world.keysAt(keys).treasury, 100_000_000_000n)
  const { killed, orders } = await killedAndLeftAlone({
    script: new URL("child.ts", import.meta.url),
    settings: world.jsonOf(keys),
    database: join(folder, "plane.db"),
    order: async (place) => ({
      operationId: `deliver/killed-${place}`,
      asset: "USDT",
      network: "tron",
      address: world.receiver(),
      units: String(1_000_001 + place)
    }),
    kills: depth.chainKills
  })
  expect(orders.map(({ address }) => world.moved(address))).toEqual(orders.map(({ units }) => [BigInt(units)]))
  expect(Object.keys(killed).toSorted()).toEqual(steps.toSorted())
})
