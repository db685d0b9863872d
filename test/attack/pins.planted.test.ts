// The attacks on PINs find what lets them be guessed.
import { Effect } from "effect"
import { expect, it } from "vitest"
import { type Hole, attackWith } from "./planted.ts"

const attack = async () => (await import("./pins.ts")).attackPins()

const holes: ReadonlyArray<Hole> = [
  {
    name: "a PIN may be tried more often",
    module: "core/base/limits/limits.ts",
    opened: ({ limits }) => ({ limits: { ...limits as object, pinAttempts: 40 } }),
    attack
  },
  {
    name: "any PIN of six digits is good",
    module: "core/customers/wallet/pin.ts",
    opened: () => ({ settablePin: () => Effect.void }),
    attack
  }
]

it.each(holes)("finds that $name", async (hole) => {
  const { breaches } = await attackWith(hole)
  expect(breaches.length).toBeGreaterThan(0)
})
