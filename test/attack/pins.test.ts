// PINs: however many guesses come at once, three are checked; none that is easy to guess is set.
import { expect, it } from "vitest"
import { attackPins } from "./pins.ts"

it("checks three guesses of 64, and sets no PIN that is easy to guess §pin-per-holder §pin-counted-before-checked", async () => {
  const { breaches, tried } = await attackPins()
  expect(breaches).toEqual([])
  expect(tried).toBeGreaterThan(170)
})
