// The kernel under every interleaving of two workers, one provider that tells what it did (also twice), one crash at any
// point, and time that passes. What is put back wrong is found (bugs.test.ts).
import { expect, it } from "vitest"
import { depth } from "../support/depth.ts"
import { explore } from "./explore.ts"
import { orders } from "./run.ts"

const kinds = Object.keys(orders) as ReadonlyArray<keyof typeof orders>

it.each(kinds)("a %s moves once and its record hears of it once, whatever comes between", (kind) => {
  for (const keepsIds of [false, true]) {
    const { states, violation } = explore(kind, keepsIds, depth.exploredStates)
    process.stdout.write(
      `${kind}, ${keepsIds ? "a side that keeps ids" : "a side that keeps none"}: ${states} states\n`
    )
    expect(violation).toBeUndefined()
    expect(states).toBeGreaterThan(1_000)
  }
})
