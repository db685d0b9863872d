// Work in slices: what arrives is served between two of them, and one piece of work goes on at a time.
import { setImmediate } from "node:timers/promises"
import { expect, it } from "vitest"
import { type Steps, inSlices } from "../../../../hosts/http/pages/docs/slices.ts"

/** Steps of at least a millisecond each, and what they say when they are done. */
function* slow(name: string, steps: number, told: Array<string>): Steps<string> {
  for (let n = 0; n < steps; n++) {
    const end = performance.now() + 1
    while (performance.now() < end);
    told.push(`${name}${n}`)
    yield
  }
  return name
}

it("lets other work go on between two slices, before the first one too §docs-slices", async () => {
  const told: Array<string> = []
  let isDone = false
  const done = inSlices(() => slow("a", 4, told)).finally(() => {
    isDone = true
  })
  while (!isDone) {
    told.push("other")
    await setImmediate()
  }
  expect(await done).toBe("a")
  expect(told.join(" ")).toMatch(/^other (?:other )*a0 (?:other )+a1 (?:other )+a2 (?:other )+a3(?: other)*$/)
})

it("does one piece of work after the other, and the next one where one failed §docs-slices", async () => {
  const told: Array<string> = []
  const [first, broken, last] = await Promise.allSettled([
    inSlices(() => slow("a", 2, told)),
    inSlices(() => {
      throw new Error("broken")
    }),
    inSlices(() => slow("b", 2, told))
  ])
  expect(told).toEqual(["a0", "a1", "b0", "b1"])
  expect([first.status, broken.status, last.status]).toEqual(["fulfilled", "rejected", "fulfilled"])
})
