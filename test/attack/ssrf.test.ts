// No URL makes the service send anything to where strangers may not: at registration, at delivery, after a name has moved, and by
// an answer that names another address.
import { expect, it } from "vitest"
import { attackByUrl } from "./ssrf.ts"

it("sends nothing but what was checked, and nothing inside §webhook-loopback §webhook-url-hint", async () => {
  const { breaches, tried } = await attackByUrl()
  expect(breaches).toEqual([])
  expect(tried).toBeGreaterThan(700)
})
