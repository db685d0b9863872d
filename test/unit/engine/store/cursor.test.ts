// Cursors of lists: one gives back its place in its own list, shows nothing of it, and opens no other list.
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cursorAt, placeOf } from "../../../../core/engine/store/cursor.ts"
import type { Secrets } from "../../../../core/engine/store/secrets.ts"
import { secretsOfTests } from "../../../support/secrets.ts"

const run = <A, E>(effect: Effect.Effect<A, E, Secrets>) =>
  Effect.runSync(
    Effect.result(effect).pipe(Effect.provide(secretsOfTests()))
  )
const made = (list: string, place: bigint): string => {
  const cursor = run(cursorAt(list, place))
  if (cursor._tag === "Failure") throw new Error("no cursor")
  return cursor.success
}
const refused = { _tag: "Failure", failure: { _tag: "ValidationFailed", details: [{ field: "cursor" }] } }
const place = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })

// S15
describe("a cursor", () => {
  it("gives back its place, in 48 characters, the same whenever it is made §cursor-opaque", () => {
    fc.assert(fc.property(place, (seq) => {
      const cursor = made("events/acc_1", seq)
      expect(cursor).toMatch(/^[0-9a-f]{48}$/)
      expect(made("events/acc_1", seq)).toBe(cursor)
      expect(run(placeOf("events/acc_1", cursor))).toMatchObject({ success: seq })
    }))
  })

  it("is of one list: foreign ones are refused, also those of the same place §cursor-opaque", () => {
    const cursor = made("events/acc_1", 7n)
    for (const list of ["events/acc_2", "subaccounts/acc_1", "events/acc_1 7"]) {
      expect(run(placeOf(list, cursor))).toMatchObject(refused)
    }
  })

  it("shows nothing of its place: neighbours have next to nothing in common §cursor-opaque", () => {
    const cursors = Array.from({ length: 200 }, (_, n) => made("events/acc_1", BigInt(n)))
    for (const from of [0, 32]) expect(new Set(cursors.map((each) => each.slice(from, from + 16))).size).toBe(200)
    for (let digit = 0; digit < 48; digit++) {
      expect(new Set(cursors.map((each) => each[digit])).size).toBeGreaterThan(10)
    }
  })

  it("cannot be forged: one changed digit is refused §cursor-opaque", () => {
    const cursor = made("events/acc_1", 123_456n)
    for (let digit = 0; digit < cursor.length; digit++) {
      const other = cursor[digit] === "0" ? "1" : "0"
      const forged = cursor.slice(0, digit) + other + cursor.slice(digit + 1)
      expect(run(placeOf("events/acc_1", forged))).toMatchObject(refused)
    }
  })

  it("refuses any other text", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{48}$/)), (text) => {
      expect(run(placeOf("events/acc_1", text))).toMatchObject(refused)
    }))
    for (const text of ["", "p1", "0".repeat(47), "0".repeat(49), "A".repeat(48), "0".repeat(1_000_000)]) {
      expect(run(placeOf("events/acc_1", text))).toMatchObject(refused)
    }
  })
})
