// Minutes of mixed payments on all networks with faults: at the end the books are what the chains are, to the unit.
import { join } from "node:path"
import { expect, it } from "vitest"
import { seed } from "../../crash/random.ts"
import { depth, timeoutMs } from "../../support/depth.ts"
import { scratch } from "../../support/host.ts"
import { bitcoindPath } from "../bitcoin/bitcoind.ts"
import { hasSurfnet } from "../solana/surfnet.ts"
import { longRun } from "./run.ts"
import { openBase } from "./sites/base.ts"
import { openBitcoinSite } from "./sites/bitcoin.ts"
import { openLiquidSite } from "./sites/liquid.ts"
import { openSolanaSite } from "./sites/solana.ts"
import { openTronSite } from "./sites/tron.ts"

it(
  `books what happened on every chain in ${depth.longRunSeconds} seconds, with the seed ${seed}`,
  async () => {
    const sites = await Promise.all([
      openBase(),
      openTronSite(),
      openLiquidSite(),
      ...hasSurfnet ? [openSolanaSite()] : [],
      ...bitcoindPath === undefined ? [] : [openBitcoinSite(bitcoindPath)]
    ])
    try {
      const outcome = await longRun({
        sites,
        path: join(scratch(), "plane.db"),
        seconds: depth.longRunSeconds,
        seed,
        killsWithinMs: 15_000
      })
      console.log(JSON.stringify(outcome, null, 2))
      expect(outcome.wrong).toEqual([])
      expect(outcome.unexplained).toEqual([])
    } finally {
      for (const { close } of sites) await close()
    }
  },
  timeoutMs + depth.longRunSeconds * 3_000
)
