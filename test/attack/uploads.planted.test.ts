// The attacks on uploads find what takes too much.
import { Effect } from "effect"
import { expect, it } from "vitest"
import { type Hole, attackWith } from "./planted.ts"

const attack = async () => (await import("./uploads.ts")).attackUploads()

const holes: ReadonlyArray<Hole> = [
  {
    name: "a file is what it is declared as",
    module: "core/customers/kyc/document-file.ts",
    opened: () => ({ fileTypeOf: () => Effect.succeed("image/png") }),
    attack
  },
  {
    name: "a file may have any size",
    module: "core/base/limits/limits.ts",
    opened: ({ limits }) => ({ limits: { ...limits as object, documentBytes: 20 * 1_024 * 1_024 } }),
    attack
  }
]

it.each(holes)("finds that $name", async (hole) => {
  const { breaches } = await attackWith(hole)
  expect(breaches.length).toBeGreaterThan(0)
})
