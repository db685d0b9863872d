// Credentials: nothing but the right one opens a door, and it opens no other door.
import { expect, it } from "vitest"
import { isDeep } from "../support/depth.ts"
import { attackCredentials } from "./credentials.ts"

it("opens to no credential but the right one §provider-signature §provider-tolerance", async () => {
  const { breaches, tried } = await attackCredentials(isDeep ? 1_000 : 16)
  expect(breaches).toEqual([])
  expect(tried).toBeGreaterThan(800)
})
