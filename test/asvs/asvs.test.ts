// The security page is whole and true: it has each requirement of levels 1 and 2 once, and every test that it names is there.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { levels, wanted } from "./levels.ts"
import { rows } from "./render.ts"

const root = join(import.meta.dirname, "..")

describe("the security page §docs-security", () => {
  it("has every requirement of levels 1 and 2, once and in order", () => {
    // As many as ASVS 5.0.0 has.
    expect(Object.values(levels).join("").length).toBe(345)
    expect(rows.map(({ id }) => id)).toEqual(wanted)
  })

  it("names tests that are there", () => {
    const named = rows.filter((row) => row.state === "covered")
    // A title may begin with the rules that it proves.
    const isTitle = (text: string, title: string): boolean =>
      text.split(title).slice(0, -1).some((before) => /["`](?:§[\w-]+ )*$/.test(before))
    const lost = named.filter(({ file, test }) => {
      const path = join(root, file)
      return !existsSync(path) || !isTitle(readFileSync(path, "utf8").replaceAll("\\\"", "\""), test)
    })
    expect(named.length).toBeGreaterThan(100)
    expect(lost.map(({ file, id, test }) => `${id} ${file} ${test}`)).toEqual([])
  })

  it("gives a reason for all others", () => {
    const silent = rows.filter((row) => row.state !== "covered" && row.why.length < 10)
    expect(silent).toEqual([])
  })
})
