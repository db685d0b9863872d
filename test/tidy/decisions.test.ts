// The decision records against the code: a decision that code cites has its record, records are numbered without gaps and
// stand in the index, and what records and guides name is there. Fails when too few records or citations were seen.
import { existsSync, readFileSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { plantedSources, projectSources, root, tree, walk } from "./sources.ts"
import type { Source, SyntaxNode } from "./sources.ts"

/** Fewer than this means that the test did not look at the project. */
const least = { records: 45, cited: 25, paths: 100 }

const folder = "core/decisions"
const index = `${folder}/README.md`
const read = (path: string): string => readFileSync(join(root, path), "utf8")

const decisionNumbers = (text: string): ReadonlyArray<string> => text.match(/\bC\d+\b/g) ?? []

const keyOf = (property: SyntaxNode): unknown => {
  const key = property["key"] as SyntaxNode
  return key["name"] ?? key["value"]
}

/** The decisions that a source cites, in its comments and in the `spec` of its tables. */
const citedBy = (source: Source): ReadonlyArray<string> => {
  const texts = source.comments.map((comment) => comment.value)
  walk(tree(source), (node) => {
    if (node.type !== "Property" || keyOf(node) !== "spec") return
    const value = node["value"] as SyntaxNode
    texts.push(source.text.slice(value.start, value.end))
  })
  return texts.flatMap(decisionNumbers)
}

/** `0003-fee-placement.md` begins with `# 0003 (C4) Fees: inside or on top`; the C number is that of an interface's silence. */
const records = readdirSync(join(root, folder)).filter((name) => /^\d/.test(name)).toSorted().map((name) => {
  const text = read(`${folder}/${name}`)
  const [, number, decision, title] = /^# (\d{4}) (?:\((C\d+)\) )?(.+)\n/.exec(text) ?? []
  return { name, text, number, decision, title }
})

const cited = projectSources()
  .filter(({ path }) => /^(?:core|adapters|hosts)\//.test(path))
  .flatMap((source) => citedBy(source).map((decision) => ({ decision, path: source.path })))

it("sees the records and who cites them", () => {
  expect(records.length).toBeGreaterThanOrEqual(least.records)
  expect(new Set(cited.map(({ decision }) => decision)).size).toBeGreaterThanOrEqual(least.cited)
})

it("reads citations in comments and in the spec of a table, and nowhere else", () => {
  const found = plantedSources("decisions").flatMap(citedBy)
  expect(found).toEqual(["C901", "C902", "C903", "C904", "C905", "C906"])
})

it("has a record for every decision that code cites", () => {
  const recorded = new Set(records.map(({ decision }) => decision))
  expect(cited.filter(({ decision }) => !recorded.has(decision))).toEqual([])
})

it("has one record for a decision", () => {
  const decisions = records.flatMap(({ decision }) => decision ?? [])
  expect(decisions.toSorted()).toEqual([...new Set(decisions)].toSorted())
})

it("numbers the records without gaps, in the file's name as in its title", () => {
  const expected = records.map((_, place) => String(place + 1).padStart(4, "0"))
  expect(records.map(({ name }) => name.slice(0, 4))).toEqual(expected)
  expect(records.map(({ number }) => number)).toEqual(expected)
})

it("lists every record in the index under its title, on one line, in order", () => {
  const expected = records.map(({ decision, name, number, title }) =>
    `- [${number}](${name}) ${decision === undefined ? "" : `(${decision}) `}${title}`
  )
  expect(read(index).split("\n").filter((line) => line.startsWith("- ["))).toEqual(expected)
})

it.each(records)("$name has a date, a decision, its consequence and the code that follows it", ({ text }) => {
  expect(text).toMatch(/^Date: \d{4}-\d{2}-\d{2}\. \S/m)
  for (const part of ["Decision", "Consequence", "Code"]) {
    expect(text).toMatch(new RegExp(`^\\*\\*${part}\\.\\*\\* \\S`, "m"))
  }
})

describe("what is named", () => {
  const pages = [...records.map(({ name }) => `${folder}/${name}`), index, "core/README.md", "ARCHITECTURE.md"]
  const namedBy = (page: string, pattern: RegExp, from: string) =>
    [...read(page).matchAll(pattern)].map((match) => ({ page, path: join(from, match[1] ?? "") }))
  const paths = pages.flatMap((page) => namedBy(page, /`((?:core|adapters|hosts|examples|test)(?:\/[\w.-]+)*)`/g, ""))
  const links = pages.flatMap((page) => namedBy(page, /\]\(((?!https?:)[^)#]+)\)/g, dirname(page)))

  it("is seen", () => {
    expect(paths.length).toBeGreaterThanOrEqual(least.paths)
    expect(links.length).toBeGreaterThanOrEqual(least.records)
  })

  it("is there", () => {
    expect([...paths, ...links].filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
  })
})
