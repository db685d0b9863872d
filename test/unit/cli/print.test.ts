// Tables that fit the terminal, and text from outside that cannot steer it.
import * as fc from "fast-check"
import { CliOutput } from "effect/cli"
import { describe, expect, it } from "vitest"
import { record, shown, table } from "../../../hosts/cli/print.ts"
import { progress } from "../../../hosts/cli/progress.ts"
import type { WorldShape } from "../../../hosts/cli/world.ts"

interface Row {
  readonly id: string
  readonly text: string
}

const columns = [
  { title: "ID", of: ({ id }: Row) => id },
  { title: "TEXT", of: ({ text }: Row) => text, canShrink: true }
]

describe("a table", () => {
  it("§cli-tables is cut only where there is a terminal, and only in what may be cut", () => {
    const rows = [{ id: "acc_0123456789", text: "a long text that does not fit" }, { id: "acc_1", text: "short" }]
    expect(table(rows, columns, undefined)).toBe(
      "ID              TEXT\nacc_0123456789  a long text that does not fit\nacc_1           short\n"
    )
    expect(table(rows, columns, 30)).toBe(
      "ID              TEXT\nacc_0123456789  a long text t…\nacc_1           short\n"
    )
    expect(table(rows, columns, 5)).toContain("acc_0123456789")
    expect(table([], columns, 80)).toBe("ID  TEXT\n")
  })

  it("§cli-tables fits for any text, wide characters included", () => {
    const row = fc.record({ id: fc.string({ maxLength: 8 }), text: fc.string({ unit: "grapheme", maxLength: 60 }) })
    fc.assert(fc.property(fc.array(row), fc.integer({ min: 100, max: 120 }), (rows, terminal) => {
      const lines = table(rows, columns, terminal).slice(0, -1).split("\n")
      expect(lines).toHaveLength(rows.length + 1)
      for (const line of lines) expect(CliOutput.displayWidth(line)).toBeLessThanOrEqual(terminal)
    }))
  })
})

describe("text from outside", () => {
  it("§cli-safe-text is shown without what could steer a terminal", () => {
    expect(shown("a\u001b[31mb\r\n\u202ec")).toBe("a\\u001b[31mb\\u000d\\u000a\\u202ec")
    expect(record({ name: "x\u0007", missing: null, flags: ["A"] })).toBe(
      "name     x\\u0007\nmissing  -\nflags    [\"A\"]\n"
    )
  })
})

describe("a bar", () => {
  const drawn = (canAnimate: boolean): string => {
    let text = ""
    let at = 0
    const world: Pick<WorldShape, "canAnimate" | "columns" | "err" | "now"> = {
      canAnimate,
      columns: 40,
      err: (part) => void (text += part),
      now: () => at += 100
    }
    const bar = progress(world)
    bar.to(1, 2, "half of it")
    bar.end()
    return text
  }

  it("§cli-progress is drawn on a terminal, fits it and is taken away; elsewhere nothing is", () => {
    expect(drawn(true)).toBe("\r\u001b[K[############............] 50% half of \r\u001b[K")
    expect(drawn(false)).toBe("")
  })
})
