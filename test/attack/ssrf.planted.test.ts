// The attacks by URL find ways inside.
import { expect, it } from "vitest"
import { type Hole, attackWith } from "./planted.ts"

const attack = async () => (await import("./ssrf.ts")).attackByUrl()

const holes: ReadonlyArray<Hole> = [
  {
    name: "every address counts as public",
    module: "adapters/http-client/public-address.ts",
    opened: () => ({ isPublicAddress: () => true }),
    attack
  },
  {
    name: "translated addresses count as public",
    module: "adapters/http-client/public-address.ts",
    opened: ({ isPublicAddress }) => ({
      isPublicAddress: (address: string) =>
        address.startsWith("64:ff9b") || (isPublicAddress as (address: string) => boolean)(address)
    }),
    attack
  }
]

it.each(holes)("finds that $name", async (hole) => {
  const { breaches } = await attackWith(hole)
  expect(breaches.length).toBeGreaterThan(0)
})
