// Queries: their parameters as fields, in one pass, and how many there may be.
import { describe, expect, it } from "vitest"
import { limits } from "../../../../core/base/limits/limits.ts"
import { isTooLong, queryOf } from "../../../../hosts/http/api/request/wire.ts"

describe("a query", () => {
  it.each([
    ["", {}],
    ["a=1&b=2", { a: "1", b: "2" }],
    ["a", { a: "" }],
    ["a=1&b=2&a=3&a=", { a: ["1", "3", ""], b: "2" }],
    ["a=b+c&d=%2B%20", { a: "b c", d: "+ " }],
    ["&&a=1&", { a: "1" }],
    ["=1", { "": "1" }]
  ])("%j has the fields %j", (search, fields) => {
    expect(queryOf(search)).toEqual(fields)
  })

  it("has names that objects have as well", () => {
    const fields = queryOf("__proto__=1&constructor=2&toString=3&__proto__=4")
    expect(Object.entries(fields)).toEqual([["__proto__", ["1", "4"]], ["constructor", "2"], ["toString", "3"]])
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
  })

  it("has so many parameters at most, whatever they are called §limit-query-parameters", () => {
    const many = (count: number, name: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => name(n)).join("&")
    for (const name of [(n: number) => `n${n}=1`, () => "a=1", (n: number) => `${n}`]) {
      expect(isTooLong(many(limits.queryParameters, name))).toBe(false)
      expect(isTooLong(many(limits.queryParameters + 1, name))).toBe(true)
    }
    expect(isTooLong("a=".padEnd(10_000, "b"))).toBe(false)
    expect(isTooLong("")).toBe(false)
  })
})
