// The printer of `core/base/errors/use-cases.md` over planted use cases (review A5): it finds the errors of whatever makes an
// effect, and refuses those that no host can answer.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { expect, it } from "vitest"
import { errorTags, inOrder } from "../support/use-case-errors.ts"
import { root } from "./sources.ts"

const planted = `
import { Data, Effect } from "effect"
export class NotFound extends Data.TaggedError("NotFound")<{}> {}
export class ChainAway extends Data.TaggedError("ChainAway")<{}> {}
export const one = Effect.fnUntraced(function*() { return yield* new NotFound() })
export const either = (isFound: boolean) => isFound ? Effect.fail(new NotFound()) : Effect.fail(new ChainAway())
export const curried = (_a: string) => (_b: string) => Effect.fail(new NotFound())
export const never = Effect.void
export const unsure = () => Effect.fail("reason" as unknown)
export const untyped = () => Effect.fail(JSON.parse("1"))
export const constant = 1
`

const expected = {
  one: ["NotFound"],
  either: ["ChainAway", "NotFound"],
  curried: ["NotFound"],
  never: [],
  unsure: ["unknown"],
  untyped: ["any"],
  constant: ["none"]
}

it("finds the errors of planted use cases and refuses the unknown ones", () => {
  const folder = mkdtempSync(join(tmpdir(), "planted-errors-"))
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    writeFileSync(join(folder, "planted.mts"), planted)
    const path = relative(root, join(folder, "planted.mts"))
    const useCases = Object.keys(expected).map((name) => ({ path, name }))
    const tags = errorTags(useCases).map((own) => own.toSorted())
    expect(Object.fromEntries(useCases.map(({ name }, index) => [name, tags[index]]))).toEqual(expected)
    const refused = useCases.filter((useCase, index) => {
      try {
        return inOrder(useCase, tags[index] ?? []).includes("none")
      } catch {
        return true
      }
    })
    expect(refused.map(({ name }) => name)).toEqual(["either", "unsure", "untyped", "constant"])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it("puts refusals before errors of the store", () => {
  const useCase = { path: "core/payments/deposit/read-deposit.ts", name: "readDeposit" }
  expect(inOrder(useCase, ["StoreUnavailable", "NotFound", "Unauthorized"])).toEqual([
    "Unauthorized",
    "NotFound",
    "StoreUnavailable"
  ])
  expect(() => inOrder(useCase, ["NotFound", "ChainUnavailable"])).toThrow("readDeposit fails with ChainUnavailable")
})
