// Processes that deliver on one data store are killed by signal 9 at every step: when one is left alone at last, every receiver has his units
// once, as his own blinding key shows them.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { depth } from "../../support/depth.ts"
import { killedAndLeftAlone } from "../killed.ts"
import { steps } from "../kill-steps.ts"
import { openWorld, payeeOf } from "./world.ts"

const folder = mkdtempSync(join(tmpdir(), "pontepay-liquid-"))
afterAll(() => rmSync(folder, { recursive: true }))

// Fees for any number of kills; few coins, as each process opens all of them, which is most of its work.
const coins = { LBTC: Array.from({ length: 6 }, () => 7_000_000n), DEPIX: Array.from({ length: 6 }, () => 10n ** 10n) }

it(`delivers once, killed ${depth.chainKills} times`, async () => {
  const world = await openWorld({ coins, everyMs: 200 })
  try {
    const { killed, orders } = await killedAndLeftAlone({
      script: new URL("child.ts", import.meta.url),
      settings: JSON.stringify({ ...world.plan, timeoutMs: 60_000 }),
      database: join(folder, "plane.db"),
      order: async (place) => ({
        operationId: `deliver/dep_killed${place}3f`,
        asset: "DEPIX",
        network: "liquid",
        address: payeeOf(`killed ${place}`).address,
        units: String(1_000 + place)
      }),
      kills: depth.chainKills
    })
    for (const [place, { units }] of orders.entries()) {
      expect(world.moved(payeeOf(`killed ${place}`))).toEqual([BigInt(units)])
    }
    expect(Object.keys(killed).toSorted()).toEqual(steps.toSorted())
  } finally {
    await world.close()
  }
})
