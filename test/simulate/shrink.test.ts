// What a failing seed is made into: a file that fits on one screen and breaks the same promise by itself.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { child } from "./child.ts"

const bug = "deliver-again-on-unknown"

it("a failing seed becomes a file of one screen that fails with the bug and passes without it", async () => {
  const { out, problem } = await child("shrinking.ts", [], bug)
  expect(problem).toBe("")
  expect(out).toMatch(/^\/\/ ambiguous-is-processing: /)
  expect(out.trimEnd().split("\n").length).toBeLessThanOrEqual(40)
  const folder = mkdtempSync(join(tmpdir(), "pontepay-simulate-"))
  try {
    const file = join(folder, "scenario.ts")
    writeFileSync(file, out)
    const broken = await child(file, [], bug)
    expect(broken.out).toContain("ambiguous-is-processing")
    expect(broken.code).toBe(1)
    const mended = await child(file)
    expect(mended.out).toContain("no promise was broken")
    expect(mended.code).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 900_000)
