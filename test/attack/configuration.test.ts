// Configuration: nothing that is weak or open starts where others reach the service.
import { expect, it } from "vitest"
import { attackConfiguration } from "./configuration.ts"
import { type Hole, attackWith } from "./planted.ts"

it("starts with nothing that is weak or open §secret-strength §database-tls", () => {
  const { breaches, tried } = attackConfiguration()
  expect(breaches).toEqual([])
  expect(tried).toBeGreaterThan(200)
})

const attack = async () => (await import("./configuration.ts")).attackConfiguration()

const holes: ReadonlyArray<Hole> = [
  {
    name: "secrets may be weak",
    module: "core/customers/access/secret-strength.ts",
    opened: (original) => Object.fromEntries(Object.keys(original).map((name) => [name, () => undefined])),
    attack
  },
  {
    name: "a database is asked in the open",
    module: "hosts/http/settings/database-tls.ts",
    opened: () => ({ isAskedInTheOpen: () => false }),
    attack
  }
]

it.each(holes)("finds that $name", async (hole) => {
  expect((await attackWith(hole)).breaches.length).toBeGreaterThan(0)
})
