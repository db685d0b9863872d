// Identifiers of production: shape and time of a UUIDv7 (RFC 9562), order whatever the clock does, secrets.
import { it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { describe, expect, it as test } from "vitest"
import { layer, uuidMaker } from "../../../../adapters/node/ids.ts"
import { Ids } from "../../../../core/ports/ids.ts"

const uuidV7 = /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/
const timeOf = (uuid: string): number => Number.parseInt(uuid.slice(0, 12), 16)

describe("Ids", () => {
  it.effect("makes a prefix and a UUIDv7 at the time of the Clock", () =>
    Effect.gen(function*() {
      const { next } = yield* Ids
      yield* TestClock.setTime(1_790_000_000_123)
      const id = yield* next("dep")
      expect(id).toMatch(/^dep_/)
      expect(id.slice(4)).toMatch(uuidV7)
      expect(timeOf(id.slice(4))).toBe(1_790_000_000_123)
      yield* TestClock.adjust("1 hour")
      expect(timeOf((yield* next("acc")).slice(4))).toBe(1_790_003_600_123)
    }).pipe(Effect.provide(layer)))

  it.effect("makes different ids in order within one millisecond", () =>
    Effect.gen(function*() {
      const { next } = yield* Ids
      const ids = yield* Effect.forEach(Array.from({ length: 20_000 }), () => next("ent"))
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.toSorted()).toEqual(ids)
      expect(new Set(ids.map((id) => timeOf(id.slice(4))))).toEqual(new Set([0]))
    }).pipe(Effect.provide(layer)))

  it.effect("makes different ids in two processes at the same time", () =>
    Effect.gen(function*() {
      const some = Effect.gen(function*() {
        const { next } = yield* Ids
        return yield* Effect.forEach(Array.from({ length: 1_000 }), () => next("evt"))
      }).pipe(Effect.provide(layer, { local: true }))
      expect(new Set([...yield* some, ...yield* some]).size).toBe(2_000)
    }))

  it.effect("makes secrets of the asked length that never repeat", () =>
    Effect.gen(function*() {
      const { secret } = yield* Ids
      const secrets = yield* Effect.forEach(Array.from({ length: 100 }), () => secret(32))
      expect(secrets.every((each) => /^[0-9a-f]{64}$/.test(each))).toBe(true)
      expect(new Set(secrets).size).toBe(100)
    }).pipe(Effect.provide(layer)))
})

describe("uuidMaker", () => {
  const digits = (digit: string) => (characters: number) => digit.repeat(characters)

  test("keeps the order for any course of the clock", () => {
    const course = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 2, maxLength: 200 })
    fc.assert(fc.property(course, fc.constantFrom("0", "7", "f"), (steps, digit) => {
      const uuidAt = uuidMaker(digits(digit))
      let now = 3
      const uuids = steps.map((step) => uuidAt(now += step))
      expect(uuids.every((uuid) => uuidV7.test(uuid))).toBe(true)
      expect(uuids.toSorted()).toEqual(uuids)
      expect(new Set(uuids).size).toBe(uuids.length)
    }))
  })

  test("borrows a millisecond when the counter is full", () => {
    const uuidAt = uuidMaker(digits("f"))
    expect([5, 5, 5, 7].map(uuidAt).map(timeOf)).toEqual([5, 6, 7, 8])
  })

  test("counts over the place where the counter is split", () => {
    const seeds = ["00000000", "0003fffe"]
    const uuidAt = uuidMaker((characters) => characters === 8 ? seeds.shift() ?? "" : "0".repeat(characters))
    expect([1, 1, 1].map(uuidAt)).toEqual([
      "00000000000170" + "00bfffe" + "00000000000",
      "00000000000170" + "00bffff" + "00000000000",
      "00000000000170" + "0180000" + "00000000000"
    ])
  })
})
