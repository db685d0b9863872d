// The tricks find readers of JSON that are more lenient.
import { Effect } from "effect"
import { expect, it } from "vitest"
import { type Hole, attackWith } from "./planted.ts"

const attack = async () => (await import("./json.ts")).attackJson(0)

const holes: ReadonlyArray<Hole> = [
  {
    name: "bytes that are no UTF-8 are read as something",
    module: "hosts/http/api/request/wire.ts",
    opened: ({ parseJson }) => ({
      parseJson: (body: Uint8Array) =>
        (parseJson as (body: Uint8Array) => unknown)(Buffer.from(new TextDecoder().decode(body)))
    }),
    attack
  },
  {
    name: "any type of body is taken for JSON",
    module: "hosts/http/api/request/wire.ts",
    opened: () => ({ isJson: () => true }),
    attack
  },
  {
    name: "the reader of bodies lets its errors out",
    module: "hosts/http/api/request/wire.ts",
    opened: () => ({
      parseJson: (body: Uint8Array) => Effect.sync(() => JSON.parse(Buffer.from(body).toString()) as unknown)
    }),
    attack
  }
]

it.each(holes)("finds that $name", async (hole) => {
  const { breaches } = await attackWith(hole)
  expect(breaches.length).toBeGreaterThan(0)
})
