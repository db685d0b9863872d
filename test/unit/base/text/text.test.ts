// Text that people send: lengths count code points, control characters are refused (C43); e-mail addresses.
import { Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { emailAddress, text } from "../../../../core/base/text/text.ts"

const accepts = (schema: Schema.Codec<string, string>) => (value: unknown): boolean => Schema.is(schema)(value)

describe("text", () => {
  const short = accepts(text({ minimum: 1, maximum: 3 }))

  it.each([
    ["a", true],
    ["abc", true],
    ["", false],
    ["abcd", false],
    ["😀😀😀", true],
    ["😀😀😀😀", false],
    ["é", true],
    ["e\u0301e\u0301", false],
    ["ção", true],
    ["a\u0000", false],
    ["a\n", false],
    ["a\u007f", false],
    ["a\u0085", false],
    ["\ud83d", false],
    ["\ude00", false],
    ["\ude00\ud83d", false],
    ["\u200d", true],
    [7, false],
    [null, false]
  ])("%j: %s", (value, accepted) => {
    expect(short(value)).toBe(accepted)
  })

  it("counts code points, whatever they are made of §text-length", () => {
    const point = fc.integer({ min: 0x20, max: 0x10ffff })
      .filter((code) => !(code >= 0x7f && code <= 0x9f) && !(code >= 0xd800 && code <= 0xdfff))
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1, maxLength: 70 }),
        (points) =>
          accepts(text({ minimum: 1, maximum: 64 }))(String.fromCodePoint(...points)) === (points.length <= 64)
      )
    )
  })

  it("refuses a control character or half a character in any place", () => {
    const wrong = fc.oneof(
      fc.integer({ min: 0, max: 0x1f }),
      fc.integer({ min: 0x7f, max: 0x9f }),
      fc.integer({ min: 0xdc00, max: 0xdfff })
    ).map((code) => String.fromCharCode(code))
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{0,9}$/),
        wrong,
        fc.stringMatching(/^[a-z]{0,9}$/),
        (a, bad, b) => !accepts(text({ minimum: 1, maximum: 64 }))(a + bad + b)
      )
    )
  })
})

describe("an e-mail address", () => {
  it.each([
    ["a@b.co", true],
    ["ana.souza+pix@mail.example.com.br", true],
    ["ção@exemplo.com", true],
    ["a@b", false],
    ["a@@b.co", false],
    ["a b@c.co", false],
    ["@b.co", false],
    ["a@.co", false],
    ["a@b..co", false],
    ["a@b.co\n", false],
    [`${"a".repeat(248)}@b.com`, true],
    [`${"a".repeat(249)}@b.com`, false]
  ])("%s: %s §subaccount-email", (value, accepted) => {
    expect(accepts(emailAddress)(value)).toBe(accepted)
  })
})
