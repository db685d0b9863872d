// The attacks on credentials find doors that open too easily.
import { expect, it } from "vitest"
import { type Hole, attackWith } from "./planted.ts"

const attack = async () => (await import("./credentials.ts")).attackCredentials(16)

const holes: ReadonlyArray<Hole> = [
  {
    name: "only the first half of a credential is compared",
    module: "core/base/text/text.ts",
    opened: () => ({ equalInConstantTime: (a: string, b: string) => a.slice(0, 32) === b.slice(0, 32) }),
    attack
  },
  {
    name: "a key works from anywhere",
    module: "core/customers/account/address-range.ts",
    opened: () => ({ isInRanges: () => true }),
    attack
  },
  {
    name: "a key that was revoked goes on",
    module: "core/customers/account/api-key.ts",
    opened: () => ({ isOver: () => false }),
    attack
  },
  {
    name: "a signature has no time",
    module: "core/base/limits/limits.ts",
    opened: ({ limits }) => ({ limits: { ...limits as object, signatureToleranceMs: Number.MAX_SAFE_INTEGER } }),
    attack
  }
]

it.each(holes)("finds that $name", async (hole) => {
  const { breaches } = await attackWith(hole)
  expect(breaches.length).toBeGreaterThan(0)
})
