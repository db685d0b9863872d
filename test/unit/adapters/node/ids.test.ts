// Identifiers of production: shape and time of a UUIDv7 (RFC 9562), order whatever the clock does, the digits of the account,
// secrets.
import { it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { describe, expect, it as test } from "vitest"
import { layer, uuidMaker } from "../../../../adapters/node/ids.ts"
import { Ids } from "../../../../core/engine/store/ids.ts"

const uuidV7 = /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/
const timeOf = (uuid: string): number => Number.parseInt(uuid.slice(0, 12), 16)

describe("Ids", () => {
  it.effect("makes a prefix and a UUIDv7 at the time of the Clock", () =>
    Effect.gen(function*() {
      const { next } = yield* Ids
      yield* TestClock.setTime(1_790_000_000_123)
      const id = yield* next("dep", "acc_3f")
      expect(id).toMatch(/^dep_/)
      expect(id.slice(4)).toMatch(uuidV7)
      expect(timeOf(id.slice(4))).toBe(1_790_000_000_123)
      yield* TestClock.adjust("1 hour")
      expect(timeOf((yield* next("acc")).slice(4))).toBe(1_790_003_600_123)
    }).pipe(Effect.provide(layer)))

  it.effect("makes different ids in order within one millisecond", () =>
    Effect.gen(function*() {
      const { next } = yield* Ids
      const ids = yield* Effect.forEach(Array.from({ length: 20_000 }), (_, n) =>
        next("ent", n % 2 === 0 ? "acc_ff" : "acc_00"))
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.toSorted()).toEqual(ids)
      expect(
        new Set(ids.map((id) =>
          timeOf(id.slice(4))
        ))
      ).toEqual(new Set([0]))
    }).pipe(Effect.provide(layer)))

  it.effect("makes different ids in two processes at the same time", () =>
    Effect.gen(function*() {
      const some = Effect.gen(function*() {
        const { next } = yield* Ids
        return yield* Effect.forEach(Array.from({ length: 1_000 }), () => next("evt", "acc_00"))
      }).pipe(Effect.provide(layer, { local: true }))
      expect(new Set([...yield* some, ...yield* some]).size).toBe(2_000)
    }))

  it.effect("ends what belongs to an account as the account's id ends, and draws that end at random", () =>
    Effect.gen(function*() {
      const { next, walletId } = yield* Ids
      const accounts = yield* Effect.forEach(Array.from({ length: 2_000 }), () => next("acc"))
      expect(new Set(accounts.map((id) => id.slice(-2))).size).toBeGreaterThan(200)
      for (const account of accounts.slice(0, 50)) {
        const deposit = yield* next("dep", account)
        const event = yield* next("evt", deposit)
        expect(deposit.slice(4)).toMatch(uuidV7)
        expect([deposit, event, yield* walletId(account)].map((id) => id.slice(-2))).toEqual(
          Array.from({ length: 3 }, () => account.slice(-2))
        )
      }
    }).pipe(Effect.provide(layer)))

  it.effect("makes different wallet ids within one second, with the time first", () =>
    Effect.gen(function*() {
      const { walletId } = yield* Ids
      yield* TestClock.setTime(1_790_000_000_123)
      const ids = yield* Effect.forEach(Array.from({ length: 1_000 }), () => walletId("acc_3f"))
      expect(new Set(ids).size).toBe(1_000)
      expect(ids.every((id) => /^[0-9a-f]{22}3f$/.test(id) && Number.parseInt(id.slice(0, 8), 16) === 1_790_000_000))
        .toBe(true)
    }).pipe(Effect.provide(layer)))

  it.effect("dies of an account whose id is none of ours", () =>
    Effect.gen(function*() {
      const { next, walletId } = yield* Ids
      for (const near of ["acc_nobody", "acc_A0", "0", ""]) {
        expect(String(yield* Effect.flip(Effect.sandbox(next("dep", near))))).toContain("hex digits")
        expect(String(yield* Effect.flip(Effect.sandbox(walletId(near))))).toContain("hex digits")
      }
    }).pipe(Effect.provide(layer)))

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
    const ends = fc.array(fc.constantFrom(undefined, "00", "3f", "ff"), { minLength: 1, maxLength: 5 })
    fc.assert(fc.property(course, fc.constantFrom("0", "7", "f"), ends, (steps, digit, ends) => {
      const uuidAt = uuidMaker(digits(digit))
      let now = 3
      const uuids = steps.map((step, n) => uuidAt(now += step, ends[n % ends.length]))
      expect(uuids.every((uuid) => uuidV7.test(uuid))).toBe(true)
      expect(uuids.toSorted()).toEqual(uuids)
      expect(new Set(uuids).size).toBe(uuids.length)
    }))
  })

  test("borrows a millisecond when the counter is full", () => {
    const uuidAt = uuidMaker(digits("f"))
    expect([5, 5, 5, 7].map((now) => timeOf(uuidAt(now)))).toEqual([5, 6, 7, 8])
  })

  test("counts over the place where the counter is split", () => {
    const seeds = ["00000000", "0003fffe"]
    const uuidAt = uuidMaker((characters) => characters === 8 ? seeds.shift() ?? "" : "0".repeat(characters))
    expect([1, 1, 1].map((now) => uuidAt(now))).toEqual([
      "00000000000170" + "00bfffe" + "00000000000",
      "00000000000170" + "00bffff" + "00000000000",
      "00000000000170" + "0180000" + "00000000000"
    ])
  })
})
