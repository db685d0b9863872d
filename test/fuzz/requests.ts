// Requests made from the interface's document: mostly right ones that meet each other through shared ids, and ones that are
// wrong in every way a client or an attacker gets them wrong.
import * as fc from "fast-check"
import { type JsonSchema, type Operation, operations, resolved } from "./document.ts"
import type { Pools } from "./pools.ts"

/** A value that is settled when the request is made, since it may come from an earlier answer. */
type Maker = (pools: Pools) => unknown

/** A request to be sent. */
export interface Plan {
  readonly operation: Operation
  readonly make: (pools: Pools) => Sent
}

export interface Sent {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const fixed = (value: unknown): Maker => () => value

const hostileTexts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e1000",
  "\u200b",
  "ａｂｃ",
  "é\u0301",
  "' or 1=1 --",
  "../../etc/passwd",
  "%2e%2e%2f",
  "__proto__",
  "constructor",
  "null",
  "NaN",
  "0x10",
  "1e3",
  "-1",
  "+1",
  " 1",
  "1.",
  ".5",
  "00",
  "1,5",
  "9".repeat(400),
  "a".repeat(3_000),
  "2025-02-29",
  "0000-00-00",
  "275760-09-13",
  "p".repeat(20)
]

const hostile: fc.Arbitrary<Maker> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    0.5,
    1e-7,
    1e308,
    2 ** 53 + 1,
    2 ** 63,
    [],
    {},
    [[]],
    { a: 1 },
    ["x"],
    JSON.parse(`{"__proto__":{"x":1},"constructor":{"prototype":1}}`)
  ),
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: "binary", maxLength: 20 })
).map(fixed)

/** `polite` asks as a client would that means well; `wild` gets things wrong. */
type Manner = "polite" | "wild"

const number = (schema: JsonSchema, isInteger: boolean, manner: Manner): fc.Arbitrary<unknown> => {
  const low = schema.minimum ?? schema.exclusiveMinimum ?? 0
  const high = schema.maximum ?? 1_000_000
  const edges = [low - 1, low, low + 1, high - 1, high, high + 1]
  const inside = fc.integer({ min: Math.ceil(low), max: Math.floor(Math.min(high, low + 100_000)) })
  if (manner === "polite") return inside
  return fc.oneof(
    { weight: 6, arbitrary: inside },
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
    ...isInteger ? [] : [{ weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) }]
  )
}

const patterned = (pattern: string): fc.Arbitrary<string> => {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return fc.string()
  }
}

const text = (schema: JsonSchema, manner: Manner): fc.Arbitrary<unknown> => {
  if (schema.pattern !== undefined) return patterned(schema.pattern)
  const minLength = schema.minLength ?? 0
  const maxLength = Math.min(schema.maxLength ?? 40, minLength + 60)
  if (manner === "polite") return fc.string({ minLength, maxLength })
  return fc.oneof(
    { weight: 5, arbitrary: fc.string({ minLength, maxLength }) },
    { weight: 2, arbitrary: fc.stringMatching(/^\d{1,6}(\.\d{1,9})?$/) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength, maxLength }) },
    { weight: 1, arbitrary: fc.constant("x".repeat((schema.maxLength ?? 255) + 1)) }
  )
}

const byType = (schema: JsonSchema, type: string, depth: number, manner: Manner): fc.Arbitrary<Maker> => {
  switch (type) {
    case "object":
      return objectOf(schema, depth, manner)
    case "array":
      return fc.array(valueOf(schema.items ?? {}, "", depth + 1, manner), { maxLength: 3 })
        .map((makers) => (pools) => makers.map((make) => make(pools)))
    case "integer":
      return number(schema, true, manner).map(fixed)
    case "number":
      return number(schema, false, manner).map(fixed)
    case "boolean":
      return fc.boolean().map(fixed)
    case "null":
      return fc.constant(fixed(null))
    default:
      return text(schema, manner).map(fixed)
  }
}

const plainValue = (asked: JsonSchema, depth: number, manner: Manner): fc.Arbitrary<Maker> => {
  const schema = resolved(asked)
  const branches = schema.anyOf ?? schema.oneOf
  if (depth > 8) return fc.constant(fixed(null))
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => plainValue(branch, depth + 1, manner)))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum).map(fixed)
  if (schema.const !== undefined) return fc.constant(fixed(schema.const))
  const types = schema.type === undefined
    ? [schema.properties === undefined ? "string" : "object"]
    : [schema.type].flat()
  return fc.oneof(...types.map((type) => byType(schema, type, depth, manner)))
}

const valueOf = (schema: JsonSchema, name: string, depth: number, manner: Manner): fc.Arbitrary<Maker> => {
  const right = fc.tuple(fc.nat({ max: 1_000 }), plainValue(schema, depth, manner)).map(
    ([at, made]): Maker => (pools) => pools.has(name) && at % 50 !== 0 ? pools.pick(name, at) : made(pools)
  )
  return manner === "polite"
    ? right
    : fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: hostile })
}

const objectOf = (schema: JsonSchema, depth: number, manner: Manner): fc.Arbitrary<Maker> => {
  const required = new Set(schema.required ?? [])
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    fc.tuple(
      fc.constant(name),
      fc.integer({ min: 0, max: 99 }).map((chance) =>
        required.has(name) ? manner === "polite" || chance < 97 : chance < 40
      ),
      valueOf(field, name, depth + 1, manner)
    )
  )
  const stranger = manner === "polite"
    ? fc.constant(null)
    : fc.option(fc.constantFrom("extra", "__proto__", "constructor", "amount_", "Value"), { freq: 40 })
  return fc.tuple(fc.tuple(...fields), stranger).map(([parts, extra]): Maker => (pools) => {
    const object = Object.fromEntries(
      parts.filter(([, isThere]) => isThere).map(([name, , make]) => [name, make(pools)])
    )
    return extra === null ? object : { ...object, [extra]: 1 }
  })
}

const authorization = fc.oneof(
  { weight: 30, arbitrary: fc.constant("own") },
  { weight: 4, arbitrary: fc.constant("other") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "Bearer", "Bearer x", "Basic abc", "Bearer pontepay_live_x", "bearer  ")
  }
)

const headersOf = (key: string | null, auth: string, type: string, body: string, pools: Pools) => {
  const bearer = auth === "own" || auth === "other" ? `Bearer ${String(pools.pick(`key-${auth}`, 0))}` : auth
  return {
    host: "localhost",
    ...(bearer === "" ? {} : { authorization: bearer }),
    ...(body === "" ? {} : { "content-type": type }),
    ...(key === null ? {} : { "idempotency-key": key })
  }
}

const damaged: ReadonlyArray<(body: string) => string> = [
  (body) => `${body}x`,
  (body) => body.slice(0, -1),
  (body) => `\ufeff${body}`,
  () => "",
  () => "null",
  () => "[]",
  () => "[".repeat(100) + "]".repeat(100),
  () => `{"a":`,
  (body) => body.replace("{", `{"value":1,`)
]

const targetOf = (operation: Operation, makers: ReadonlyMap<string, Maker>, pools: Pools): string => {
  const query = new URLSearchParams()
  let path = operation.path
  for (const { in: place, name } of operation.parameters) {
    const value = makers.get(name)?.(pools)
    const written = typeof value === "string" ? value : JSON.stringify(value ?? null)
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(written.toWellFormed() || "x"))
    else if (place === "query" && value !== undefined) query.append(name, written)
  }
  return query.size === 0 ? path : `${path}?${query}`
}

const plan = (operation: Operation, manner: Manner): fc.Arbitrary<Plan> => {
  const parameters = fc.tuple(
    ...operation.parameters.map(({ in: place, name, required, schema }) =>
      fc.tuple(fc.constant(name), valueOf(schema, name, 0, manner), fc.integer({ min: 0, max: 9 })).map(
        ([name, make, chance]): readonly [string, Maker] => [
          name,
          place === "path" || required === true || chance < 5 ? make : fixed(undefined)
        ]
      )
    )
  )
  const body = operation.body === undefined ? fc.constant(fixed(undefined)) : valueOf(operation.body, "", 0, manner)
  const damage = manner === "polite" ? fc.constant(null) : fc.option(fc.constantFrom(...damaged), { freq: 30 })
  const type = manner === "polite" ? fc.constant("application/json") : fc.oneof(
    { weight: 40, arbitrary: fc.constant("application/json") },
    { weight: 1, arbitrary: fc.constantFrom("text/plain", "application/json; charset=utf-8", "application/xml", "") }
  )
  const key = fc.option(
    fc.oneof(fc.constantFrom("k1", "k2", "k3", "k4"), fc.string({ unit: "grapheme-ascii", maxLength: 30 })),
    { freq: 4 }
  )
  return fc.record({
    parameters,
    body,
    damage,
    type,
    key,
    auth: manner === "polite" ? fc.constant("own") : authorization
  }).map((parts) => ({
    operation,
    make: (pools) => {
      const value = parts.body(pools)
      const whole = value === undefined ? "" : JSON.stringify(value)
      const text = parts.damage === null ? whole : parts.damage(whole)
      return {
        method: operation.method,
        target: targetOf(operation, new Map(parts.parameters), pools),
        headers: headersOf(parts.key, parts.auth, parts.type, text, pools),
        body: text
      }
    }
  }))
}

/** A request to this operation from a client that means well. */
export const politePlan = (operation: Operation): fc.Arbitrary<Plan> => plan(operation, "polite")

/** A request to any of the interface's operations. */
export const anyPlan: fc.Arbitrary<Plan> = fc.oneof(
  ...operations.flatMap((operation) => [plan(operation, "polite"), plan(operation, "wild")])
)
