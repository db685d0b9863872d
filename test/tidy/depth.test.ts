// One file says how much the tests do, and reads the variable that chooses; a value that is none is refused.
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { expect, it } from "vitest"
import { projectSources, root } from "./sources.ts"

it("one file reads PONTEPAY_DEPTH", () => {
  const readers = projectSources().filter(({ text }) => /process\.env(?:\.|\[["'])PONTEPAY_DEPTH/.test(text))
  expect(readers.map(({ path }) => path)).toEqual(["test/support/depth.ts"])
})

const killsAt = (value: string | undefined) => {
  const { PONTEPAY_DEPTH: _, ...others } = process.env
  const env = value === undefined ? others : { ...others, PONTEPAY_DEPTH: value }
  const program = `import { depth } from ${
    JSON.stringify(join(root, "test/support/depth.ts"))
  }; console.log(depth.kills)`
  const { status, stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
    env
  })
  return status === 0 ? Number(stdout) : stderr
}

it("quick is less than deep, and a number multiplies deep", () => {
  const [usual, quick, deep, five] = [undefined, "quick", "deep", "5"].map(killsAt)
  expect(usual).toBe(quick)
  expect(Number(quick)).toBeLessThan(Number(deep))
  expect(five).toBe(5 * Number(deep))
})

it.each(["fast", "0", "0.5", "-1", ""])("%j is refused", (value) => {
  expect(killsAt(value)).toContain("PONTEPAY_DEPTH must be")
})
