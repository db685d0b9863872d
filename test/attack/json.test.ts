// JSON tricks: whatever readers disagree about is refused, by every operation that takes a body.
import { expect, it } from "vitest"
import { depth } from "../support/depth.ts"
import { attackJson } from "./json.ts"

it("takes no body that readers disagree about", async () => {
  const { breaches, tried } = await attackJson(depth.attacks)
  expect(breaches).toEqual([])
  expect(tried).toBeGreaterThan(750)
})
