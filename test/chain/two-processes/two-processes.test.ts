// Two processes that get the same orders on one database of PostgreSQL: whoever is faster at each step, everything moves once, and what the
// networks took is what the receipts say.
import { expect, it } from "vitest"
import { depth, isDeep } from "../../support/depth.ts"
import { describePostgres, freshDatabase } from "../../support/postgres.ts"
import { bitcoindPath } from "../bitcoin/bitcoind.ts"
import { hasSurfnet } from "../solana/surfnet.ts"
import { raced } from "./raced.ts"
import type { Stage } from "./stage.ts"
import { bitcoin, evm, liquid, solana, tron } from "./stages.ts"

const rows: ReadonlyArray<{ readonly name: string; readonly open: () => Promise<Stage>; readonly runs: boolean }> = [
  { name: "EVM", open: evm, runs: true },
  { name: "TRON", open: tron, runs: isDeep },
  { name: "Solana", open: solana, runs: isDeep && hasSurfnet },
  { name: "Bitcoin", open: () => bitcoin(bitcoindPath ?? ""), runs: isDeep && bitcoindPath !== undefined },
  { name: "Liquid", open: liquid, runs: isDeep }
]

await describePostgres("two processes on one PostgreSQL", () => {
  for (const { name, open, runs } of rows) {
    it.runIf(runs)(`move everything once on ${name}`, async () => {
      const stage = await open()
      try {
        const found = await raced({
          stage,
          database: await freshDatabase(),
          deliveries: 6,
          spends: 3,
          rounds: depth.raceRounds
        })
        expect(
          found.movements.filter(({ answer, moved, units }) => answer !== "Done" || moved.join() !== String(units))
        )
          .toEqual([])
        expect(found.unexplained).toBeUndefined()
      } finally {
        await stage.close()
      }
    })
  }
})
