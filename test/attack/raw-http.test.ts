// Raw HTTP: bytes that two readers could take for different requests are refused, and nothing that is hidden in them is answered.
import { expect, it } from "vitest"
import { attackRawHttp } from "./raw-http.ts"

it("lets no bytes through that can be read in two ways §host-one §envelope", async () => {
  const { breaches, tried } = await attackRawHttp()
  expect(breaches).toEqual([])
  expect(tried).toBeGreaterThan(170)
})
