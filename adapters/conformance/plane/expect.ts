// What is expected of what came, in the few forms that the checks of the data plane use. Values are compared as data: by
// what they hold, absent and undefined fields alike.
import { inspect } from "node:util"
import { mismatch } from "../suite.ts"

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null

const namesOf = (value: Fields): ReadonlyArray<string> => Object.keys(value).filter((name) => value[name] !== undefined)

// What an Option or an error is, is said by its prototype.
const tagOf = (value: Fields): unknown => value["_tag"]

const sameList = (a: ReadonlyArray<unknown>, b: ReadonlyArray<unknown>, same: typeof equal): boolean =>
  a.length === b.length && a.every((each, n) => same(each, b[n]))

const sameMap = (a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.has(key) && equal(value, b.get(key)))

/** Whether two values hold the same. */
const equal = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && sameList(a, b, equal)
  if (a instanceof Map || b instanceof Map) return a instanceof Map && b instanceof Map && sameMap(a, b)
  if (!isObject(a) || !isObject(b) || tagOf(a) !== tagOf(b)) return false
  const names = namesOf(a)
  return names.length === namesOf(b).length && names.every((name) => equal(a[name], b[name]))
}

/** Whether a value has what is requested, and perhaps more. */
const has = (asked: unknown, value: unknown): boolean => {
  if (Array.isArray(asked)) return Array.isArray(value) && sameList(asked, value, has)
  if (isObject(asked)) return isObject(value) && Object.keys(asked).every((name) => has(asked[name], value[name]))
  return Object.is(asked, value)
}

const shown = (value: unknown): string =>
  inspect(value, { depth: 8, breakLength: 100, maxArrayLength: 30, maxStringLength: 200 })

const demand = (holds: boolean, expected: string, found: unknown): void => {
  if (!holds) throw mismatch(expected, shown(found))
}

/** Fails the check unless what was found is as said. */
export const expect = (found: unknown) => ({
  toBe: (expected: unknown) => demand(Object.is(found, expected), shown(expected), found),
  toEqual: (expected: unknown) => demand(equal(expected, found), shown(expected), found),
  toMatchObject: (asked: unknown) => demand(has(asked, found), `something with ${shown(asked)}`, found),
  toHaveLength: (length: number) =>
    demand((found as { readonly length?: unknown } | undefined)?.length === length, `${length} of them`, found),
  toContain: (part: unknown) =>
    demand(Array.isArray(found) && found.includes(part), `a list with ${shown(part)}`, found),
  toBeLessThanOrEqual: (most: number) => demand(typeof found === "number" && found <= most, `at most ${most}`, found),
  not: { toBe: (other: unknown) => demand(!Object.is(found, other), `anything but ${shown(other)}`, found) }
})

/** What was looked for, which has to be there. */
export const present = <A>(found: A | undefined, expected: string): A => {
  if (found === undefined) throw mismatch(expected, "nothing")
  return found
}
