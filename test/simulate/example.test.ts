// The example as its reader runs it, and the file that it writes.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { child } from "./child.ts"

it("the careless bank adapter breaks a promise in a file of its own", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-simulate-"))
  try {
    const file = join(folder, "scenario.ts")
    const example = await child(join(import.meta.dirname, "../../examples/simulated-shop/main.ts"), [file])
    expect([example.problem, example.code]).toEqual(["", 0])
    expect(example.out).toMatch(/^careful bank adapter: 40 orders, .*\n.* 0 promises broken\n/)
    expect(example.out).toMatch(/the smallest scenario that breaks it: 1 steps, in /)
    const alone = await child(file)
    expect(alone.out).toMatch(/ambiguous-is-processing, 1 times\n .*RESTORING.*\n {4}unavailable at wire\/payments\//)
    expect(alone.code).toBe(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 300_000)
