// Processes that deliver the same on one SQLite file are killed by signal 9 at any moment: when one is left alone at last, every receiver
// has his satoshis once.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { depth } from "../../support/depth.ts"
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

const script = fileURLToPath(new URL("child.ts", import.meta.url))
const receivers = 4
/** More than checking the node and sending all of them takes. */
const mostQuestions = 48

/** Starts one, and gives what it said once it has ended. */
const started = (...args: ReadonlyArray<string>): { readonly child: ChildProcess; readonly ended: Promise<string> } => {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] })
  let said = ""
  child.stdout?.on("data", (bytes: Buffer) => {
    said += bytes.toString()
  })
  return { child, ended: once(child, "close").then(() => said) }
}

describe.skipIf(bitcoindPath === undefined)("on a real node", () => {
  it(`delivers once, killed ${depth.chainKills} times`, async () => {
    const treasury = await world.treasury()
    await treasury.fund(Array.from({ length: receivers }, () => 1_000_000n))
    const orders = Array.from({ length: receivers }, (_, place) => ({
      operationId: `deliver/killed/${place}`,
      asset: "BTC",
      network: "bitcoin",
      address: freshAddress(),
      units: String(100_000 + place)
    }))
    const args = [
      JSON.stringify(treasury.settings({ timeoutMs: 60_000 })),
      join(folder, "plane.db"),
      JSON.stringify(orders)
    ]
    try {
      for (let kill = 0; kill < depth.chainKills; kill++) {
        const asked = treasury.proxies[0]?.asked.length ?? 0
        const { child, ended } = started(...args)
        // After so many questions to the node, whenever that is; some end before.
        const questions = Math.floor(kill * mostQuestions / depth.chainKills)
        while (child.exitCode === null && (treasury.proxies[0]?.asked.length ?? 0) < asked + questions) {
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
        child.kill("SIGKILL")
        await ended
      }
      const answers = (said: string) => said.split("\n").filter((line) => line.endsWith(" Done")).length
      while (answers(await started(...args).ended) < receivers);
      for (const { address, units } of orders) expect(await treasury.moved(address)).toEqual([BigInt(units)])
    } finally {
      await treasury.close()
    }
  })
})
