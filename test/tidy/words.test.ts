// Banned words and calls (words.ts) over every file of the project. Each rule has a planted source whose `// refused`
// lines it must find, no more and no fewer; the test fails when too few files were seen.
import { readFileSync } from "node:fs"
import { relative } from "node:path"
import { describe, expect, it } from "vitest"
import { filesUnder, fixtures, markedLines, plantedSources, projectSources, root } from "./sources.ts"
import {
  dividesNumbers,
  divisions,
  findings,
  readings,
  readsSentences,
  rules,
  textFindings,
  textRules
} from "./words.ts"

/** Fewer files than this means that the test did not look at the project. */
const leastFiles = 40

const sources = projectSources()
const texts = filesUnder(root).filter((file) => !file.startsWith(fixtures))

describe("the project", () => {
  it("is seen", () => {
    expect(sources.length).toBeGreaterThanOrEqual(leastFiles)
    expect(texts.length).toBeGreaterThan(sources.length)
  })

  it("holds none of the banned words and calls", () => {
    expect(sources.flatMap(findings)).toEqual([])
  })

  it("holds no word of one machine, prose included", () => {
    expect(texts.flatMap((file) => textFindings(relative(root, file), readFileSync(file, "utf8")))).toEqual([])
  })

  it("lists no file as dividing numbers that does not divide", () => {
    const dividing = sources.filter((source) => source.path in dividesNumbers && divisions(source).length > 0)
    expect(dividing.map((source) => source.path).toSorted()).toEqual(Object.keys(dividesNumbers).toSorted())
  })

  it("lists no file as reading sentences that reads none", () => {
    const reading = sources.filter((source) => source.path in readsSentences && readings(source).length > 0)
    expect(reading.map((source) => source.path).toSorted()).toEqual(Object.keys(readsSentences).toSorted())
  })
})

describe.each(Object.keys(rules))("the rule %s", (name) => {
  const planted = plantedSources(`words/${name.replaceAll(" ", "-")}`)

  it("finds what is planted, and only that", () => {
    const expected = planted.flatMap((source) => markedLines(source).map((line) => `${source.path}:${line} ${name}`))
    expect(expected.length).toBeGreaterThan(0)
    expect(planted.flatMap(findings)).toEqual(expected)
  })
})

describe.each(Object.keys(textRules))("the text rule %s", (name) => {
  const planted = plantedSources(`words/${name.replaceAll(" ", "-")}`)

  it("finds what is planted, and only that", () => {
    const expected = planted.flatMap((source) => markedLines(source).map((line) => `${source.path}:${line} ${name}`))
    expect(expected.length).toBeGreaterThan(0)
    expect(planted.flatMap((source) => textFindings(source.path, source.text))).toEqual(expected)
  })
})
