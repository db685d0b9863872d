// Bodies of records: what is read again is not decoded again, and is never somebody else's.
import { Schema } from "effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { recordKind } from "../../../../core/engine/store/records.ts"
import { noPersonalData } from "../../../../core/engine/store/personal.ts"

const Note = Schema.Struct({ id: Schema.String, owner: Schema.String, text: Schema.String })
const notes = () => recordKind({ kind: "note", schema: Note, personal: noPersonalData("what a test writes") })
const note = (n: number) => ({ id: `n${n}`, owner: "o", text: `text ${n}` })

it("reads a body that it read before without decoding it again", () => {
  const kind = notes()
  const body = kind.encode(note(1))
  expect(kind.decode(body)).toEqual(note(1))
  expect(kind.decode(String(Buffer.from(body)))).toBe(kind.decode(body))
})

it("reads every body as it is, whatever was read before", () => {
  const kind = notes()
  fc.assert(
    fc.property(fc.array(fc.nat(2_000), { maxLength: 600, size: "max" }), (order) => {
      for (const n of order) expect(kind.decode(kind.encode(note(n)))).toEqual(note(n))
    }),
    { numRuns: 5 }
  )
})

it("does not remember a body that does not decode", () => {
  const kind = notes()
  const read = () => kind.decode("{\"id\":\"n\",\"owner\":\"o\"}")
  expect(read).toThrow(/text/)
  expect(read).toThrow(/text/)
})
