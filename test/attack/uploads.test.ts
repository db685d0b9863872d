// Uploads: one file of the right type and size, and nothing of any other.
import { expect, it } from "vitest"
import { attackUploads } from "./uploads.ts"

it("takes no file that is not what it says §kyc-upload-once §kyc-upload-forged", async () => {
  const { breaches, tried } = await attackUploads()
  expect(breaches).toEqual([])
  expect(tried).toBeGreaterThan(35)
})
