// Laws of idempotency: a fingerprint tells requests apart by what they say, not by how they say it; the same key and
// request have one effect and one answer, whatever the mix of keys and requests.
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, it } from "vitest"
import { answered, fingerprint, once } from "../../core/customers/idempotency/idempotency.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { World } from "../support/world.ts"

type Json = Parameters<typeof fingerprint>[0]

const json = fc.jsonValue().map((value) => value as Json)

const shuffled = (value: Json, order: (keys: ReadonlyArray<string>) => ReadonlyArray<string>): Json => {
  if (Array.isArray(value)) return value.map((each: Json) => shuffled(each, order))
  if (value === null || typeof value !== "object") return value
  const fields = value as { readonly [key: string]: Json }
  return Object.fromEntries(order(Object.keys(fields)).map((key) => [key, shuffled(fields[key], order)]))
}

const same = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

describe("a fingerprint", () => {
  it("is 64 lower-case hex digits", () => {
    fc.assert(fc.property(json, (value) => /^[0-9a-f]{64}$/.test(fingerprint(value))))
  })

  it("does not depend on the order of fields", () => {
    fc.assert(
      fc.property(json, (value) => fingerprint(value) === fingerprint(shuffled(value, (keys) => keys.toReversed())))
    )
  })

  it("does not see fields that are absent", () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), json), fc.string(), (fields, name) => {
      fc.pre(!(name in fields))
      return fingerprint({ ...fields, [name]: undefined }) === fingerprint(fields)
    }))
  })

  it("tells null from absent", () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), json), fc.string(), (fields, name) => {
      fc.pre(!(name in fields))
      return fingerprint({ ...fields, [name]: null }) !== fingerprint(fields)
    }))
  })

  it("tells any two values apart that differ in canonical form", () => {
    const canonical = (value: Json) => shuffled(value, (keys) => keys.toSorted())
    fc.assert(
      fc.property(json, json, (a, b) => (fingerprint(a) === fingerprint(b)) === same(canonical(a), canonical(b)))
    )
  })

  it("depends on the order of a list, on types and on nesting", () => {
    const different: ReadonlyArray<Json> = [
      [1, 2],
      [2, 1],
      [[1], 2],
      ["1", 2],
      "1,2",
      { a: 1 },
      { a: "1" },
      { a: { a: 1 } },
      [["a", 1]],
      {},
      [],
      "",
      null,
      0,
      false
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...different.keys()),
        fc.constantFrom(...different.keys()),
        (a, b) => (fingerprint(different[a]) === fingerprint(different[b])) === (a === b)
      )
    )
  })
})

describe("keys and requests in any mix", () => {
  const asked = fc.array(
    fc.record({ owner: fc.nat({ max: 1 }), key: fc.nat({ max: 2 }), request: fc.nat({ max: 1 }) }),
    { minLength: 1, maxLength: 20 }
  )

  it("have one effect for a key, its answer for the first request and a conflict for any other", async () => {
    await fc.assert(fc.asyncProperty(asked, async (requests) => {
      const world = await World.open()
      const first = new Map<string, { readonly request: number; readonly body: string }>()
      let runs = 0
      const answers = requests.map(({ key, owner, request }) =>
        once<string, never, Store>(
          `acc_${owner}`,
          { route: "r", key: String(key), fingerprint: String(request), encode: (answer) => answer },
          (remember) =>
            Effect.suspend(() => {
              const answer = `effect ${++runs}`
              return Store.use((store) => store.commit(changeSet({ writes: remember(answer, 0) }))).pipe(
                Effect.as(answered(answer)),
                Effect.orDie
              )
            })
        ).pipe(Effect.match({
          onFailure: (error) => error._tag,
          onSuccess: (given) => given._tag === "Stored" ? given.body : given.answer
        }))
      )
      for (const [index, { key, owner, request }] of requests.entries()) {
        const answer = await world.run(answers[index] ?? Effect.die("no answer"))
        const name = `${owner} ${key}`
        const known = first.get(name)
        if (known === undefined) first.set(name, { request, body: answer })
        else if (answer !== (known.request === request ? known.body : "IdempotencyConflict")) return false
      }
      return runs === first.size
    }))
  })
})
