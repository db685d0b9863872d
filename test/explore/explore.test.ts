// The kernel under every interleaving of two workers, one provider that tells what it did (also twice), one crash at any
// point, and time that passes. What is put back wrong is found (bugs.test.ts). The quick tier visits the first states.
import { expect, it } from "vitest"
import { atOnce, child } from "../simulate/child.ts"
import { depth } from "../support/depth.ts"
import { type Found, script, sidesOf } from "./explore.ts"
import { orders } from "./orders.ts"

/** Ends what hangs. */
const timeLimitMs = 2 * 60 * 60_000

it("each kind moves once and its record hears of it once, whatever comes between", async () => {
  const kinds = Object.keys(orders) as ReadonlyArray<keyof typeof orders>
  const each = kinds.flatMap((kind) => sidesOf(kind).map((side) => [String(depth.exploredStates), kind, side]))
  const found = await atOnce(each, 2, async (words) => {
    const { out, problem } = await child(script, words)
    expect(problem).toBe("")
    const one = JSON.parse(out) as Found
    process.stdout.write(`${one.kind}, a side that ${one.side}: ${one.states} states by ${one.runs} runs\n`)
    return one
  })
  expect(found.filter(({ violation }) => violation !== undefined)).toEqual([])
  expect(Math.min(...found.map(({ states }) => states))).toBeGreaterThan(1_000)
}, timeLimitMs)
