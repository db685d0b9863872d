// Integers beyond 2^53 (C36), read by an engine that tells their source and by one that does not.
import { describe, expect, it } from "vitest"
import fc from "fast-check"
import { readExactJson, readQuoted } from "../../../hosts/client/exact-json.ts"

const readers = { "by their source": readExactJson, "out of strings": readQuoted }

describe.each(Object.entries(readers))("numbers %s", (_name, read) => {
  const of = (text: string): unknown => read(text, ["amount"])

  it("keeps what passes 2^53, in its field alone §client-exact", () => {
    const text = "{\"success\":true,\"data\":{\"amount\":9027777777777777778,\"other\":9027777777777777778}}"
    expect(of(text)).toEqual({
      success: true,
      data: { amount: 9_027_777_777_777_777_778n, other: Number("9027777777777777778") }
    })
  })

  it("makes small ones bigint as well, and leaves null, text and everything else alone", () => {
    expect(of("{\"amount\":0}")).toEqual({ amount: 0n })
    expect(of("[{\"amount\":-7},{\"amount\":null},{\"amount\":\"12\"}]")).toEqual([
      { amount: -7n },
      { amount: null },
      { amount: "12" }
    ])
    expect(of("{ \"a\": 1.5e3, \"b\": [1, 2], \"amount\" \n:\t 3 }")).toEqual({ a: 1_500, b: [1, 2], amount: 3n })
  })

  it("is not taken in by what looks like the field inside of a text", () => {
    const inside = { note: "\"amount\":9027777777777777778", tricky: "\\\"amount\\\": 1", amount: "\\" }
    expect(of(JSON.stringify(inside))).toEqual(inside)
    expect(of("[\"amount\",9007199254740993]")).toEqual(["amount", 9_007_199_254_740_992])
  })

  it.each(["1.5", "1e3", "-0.0"])("refuses %s where an integer has to be", (number) => {
    expect(() => of(`{"amount":${number}}`)).toThrow(SyntaxError)
  })

  it.each(["", "{", "{\"amount\":}", "{\"amount\":01}", "<html>", "{\"amount\":1,}"])(
    "refuses %o, which is no JSON",
    (text) => {
      expect(() => of(text)).toThrow(SyntaxError)
    }
  )

  it("reads every other JSON as it is §client-exact", () => {
    fc.assert(fc.property(fc.json(), fc.bigInt(), (text, amount) => {
      const read = of(`{"value":${text},"amount":${amount}}`)
      expect(read).toEqual({ value: of(text), amount })
      expect(of(text)).toEqual(JSON.parse(text))
    }))
  })
})
