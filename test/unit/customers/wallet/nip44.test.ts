// NIP-44 version 2 against the vectors of its specification and against another implementation.
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import * as fc from "fast-check"
import { v2 } from "nostr-tools/nip44"
import { describe, expect, it } from "vitest"
import { openNip44, paddedLength, sealNip44 } from "../../../../adapters/node/wallet-vault.ts"

const key = hexToBytes("c41c775356fd92eadc63ff5a0dc1da211b268cbea22316767095b2871ea1412d")
const one = hexToBytes("1".padStart(64, "0"))
const payload =
  "AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABee0G5VSK0/9YypIObAtDKfYEAjD35uVkHyB0F4DwrcNaCXlCWZKaArsGrY6M9wnuTMxWfp1RTN9Xga8no+kF5Vsb"

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const texts = fc.string({ minLength: 1, maxLength: 300, unit: "binary" }).filter((text) => text.isWellFormed())

describe("NIP-44", () => {
  it("seals and opens the vector of the specification", () => {
    expect(sealNip44("a", key, one)).toBe(payload)
    expect(openNip44(payload, key)).toMatchObject({ success: "a" })
  })

  it.each([
    [16, 32],
    [32, 32],
    [33, 64],
    [37, 64],
    [45, 64],
    [49, 64],
    [64, 64],
    [65, 96],
    [100, 128],
    [111, 128],
    [200, 224],
    [250, 256],
    [320, 320],
    [383, 384],
    [384, 384],
    [400, 448],
    [500, 512],
    [512, 512],
    [515, 640],
    [700, 768],
    [800, 896],
    [900, 1_024],
    [1_020, 1_024],
    [65_535, 65_536]
  ])("pads %i bytes to %i", (length, padded) => {
    expect(paddedLength(length)).toBe(padded)
  })

  it("is what another implementation writes and reads", () => {
    fc.assert(fc.property(bytes, bytes, texts, (conversation, nonce, text) => {
      const sealed = sealNip44(text, conversation, nonce)
      expect(sealed).toBe(v2.encrypt(text, conversation, nonce))
      expect(v2.decrypt(sealed, conversation)).toBe(text)
      expect(openNip44(sealed, conversation)).toMatchObject({ success: text })
    }))
  })

  it("opens under no other key, and not when a byte was changed", () => {
    fc.assert(fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (other, place, change) => {
      fc.pre(bytesToHex(other) !== bytesToHex(key))
      expect(openNip44(payload, other)).toMatchObject({ failure: { reason: "mac" } })
      const altered = Buffer.from(payload, "base64")
      const at = place % altered.length
      altered[at] = (altered[at] ?? 0) ^ change
      expect(openNip44(altered.toString("base64"), key)).toMatchObject({ _tag: "Failure" })
    }))
  })

  it.each([31, 33])("takes no key of %i bytes, which other implementations do", (length) => {
    expect(openNip44(payload, new Uint8Array(length))).toMatchObject({ failure: { reason: "key" } })
    expect(() => sealNip44("a", new Uint8Array(length), one)).toThrow(RangeError)
    expect(() => sealNip44("a", key, new Uint8Array(length))).toThrow(RangeError)
  })

  it("takes texts of 1 to 65,535 bytes", () => {
    expect(() => sealNip44("", key, one)).toThrow(RangeError)
    expect(() => sealNip44("x".repeat(65_536), key, one)).toThrow(RangeError)
    const longest = "x".repeat(65_535)
    expect(openNip44(sealNip44(longest, key, one), key)).toMatchObject({ success: longest })
  })

  it.each([
    ["", "length"],
    ["#", "base64"],
    [`${payload}!`, "base64"],
    [payload.slice(0, -8), "length"],
    [Buffer.concat([Buffer.from([1]), Buffer.from(payload, "base64").subarray(1)]).toString("base64"), "version"],
    ["A".repeat(100_000), "length"]
  ])("refuses what is no payload: %#", (text, reason) => {
    expect(openNip44(text, key)).toMatchObject({ failure: { reason } })
  })
})
