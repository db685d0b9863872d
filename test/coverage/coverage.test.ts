// Every rule of the interface is proven by a test that names it, and every name in a title is a rule.
import { expect, it } from "vitest"
import { decisions } from "./decisions.ts"
import { proofs } from "./proofs.ts"
import { ruleGroups } from "./rules.ts"

const rules = ruleGroups().flatMap(({ rules }) => rules)
const claimed = proofs()

it("sees rules and proofs", () => {
  expect(rules.length).toBeGreaterThan(300)
  expect(claimed.length).toBeGreaterThan(300)
})

it("gives each rule one id", () => {
  const ids = rules.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

it("has a test for every rule", () => {
  const proven = new Set(claimed.map(({ rule }) => rule))
  expect(rules.filter(({ id }) => !proven.has(id)).map(({ id }) => id)).toEqual([])
})

it("has a rule for every name in a title", () => {
  const known = new Set(rules.map(({ id }) => id))
  expect(claimed.filter(({ rule }) => !known.has(rule)).map(({ file, rule }) => `${file}: ${rule}`)).toEqual([])
})

it("names decisions that have a record", () => {
  const known = decisions()
  expect(known.size).toBeGreaterThan(100)
  const named = rules.flatMap(({ id, source }) =>
    (source.match(/\bC\d+\b|\b\d{4}\b/g) ?? []).map((name) => ({ id, name }))
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !known.has(name))).toEqual([])
})
