// `keyedDigest` against the HMAC-SHA256 of node:crypto, for several texts under one key.
import * as fc from "fast-check"
import { createHmac } from "node:crypto"
import { expect, it } from "vitest"
import { keyedDigest } from "../../../../adapters/node/sealing.ts"

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  // UTF-16 without its pair has no UTF-8 of its own.
  fc.constant("a\ud800b"),
  // Around the length up to which the buffer is shared.
  fc.integer({ min: 1_020, max: 1_030 }).chain((length) =>
    fc.constantFrom("a", "é", "€").map((one) => one.repeat(length))
  )
)

it("gives each text its HMAC-SHA256, in any order", () => {
  fc.assert(fc.property(
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
    fc.array(text, { minLength: 1, maxLength: 6 }),
    (key, texts) => {
      const expected = texts.map((each) => createHmac("sha256", key).update(each).digest("hex"))
      expect(texts.map(keyedDigest(Buffer.from(key)))).toEqual(expected)
    }
  ))
})
