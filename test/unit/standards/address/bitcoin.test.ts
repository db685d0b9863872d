// Bitcoin addresses: the lists of BIP-173 and BIP-350, base58check of both kinds, and payloads of other lengths.
import { describe, expect, it } from "vitest"
import { parseBitcoinAddress } from "../../../../core/standards/address/bitcoin.ts"
import { invalid, validBase58, validSegwit } from "../../../vectors/address/bitcoin.ts"
import { base58CheckEncode, bech32Encode, segwit } from "../../../vectors/address/encode.ts"
import { problem, reason, value } from "./outcome.ts"

const zeros = (length: number) => new Uint8Array(length)

describe("a Bitcoin address", () => {
  it.each(validBase58)("%s is accepted unchanged", (text) => expect(value(parseBitcoinAddress(text))).toBe(text))

  it.each(validSegwit)(
    "%s is accepted in lower case",
    (text) => expect(value(parseBitcoinAddress(text))).toBe(text.toLowerCase())
  )

  it.each(invalid)("%s is refused for its %s", (text, wanted) => expect(reason(parseBitcoinAddress(text))).toBe(wanted))

  it("is refused without any text, with spaces around it, and when it is too long", () => {
    expect(reason(parseBitcoinAddress(""))).toBe("empty")
    expect(problem(parseBitcoinAddress(` ${validBase58[0]}`))).toMatchObject({ reason: "character", at: 0 })
    expect(problem(parseBitcoinAddress(`${validSegwit[1]} `))).toMatchObject({ reason: "character", at: 42 })
    expect(reason(parseBitcoinAddress("1".repeat(36)))).toBe("length")
    expect(reason(parseBitcoinAddress("1".repeat(91)))).toBe("length")
  })

  it.each([0, 19, 21, 32])(
    "of base58check is refused with %i bytes after the version",
    (length) => expect(reason(parseBitcoinAddress(base58CheckEncode([0], zeros(length))))).toBe("length")
  )

  it.each([[0, 20], [0, 32], [1, 2], [1, 32], [1, 40], [16, 2]])(
    "of witness version %i may hold %i bytes",
    (v, length) => expect(value(parseBitcoinAddress(segwit("bc", v, zeros(length))))).toBeDefined()
  )

  it.each([[0, 2], [0, 21], [0, 40], [1, 0], [1, 1], [1, 41], [16, 41]])(
    "of witness version %i may not hold %i bytes",
    (v, length) => expect(reason(parseBitcoinAddress(segwit("bc", v, zeros(length))))).toBe("payload")
  )

  it("has the checksum of its witness version", () => {
    expect(reason(parseBitcoinAddress(segwit("bc", 0, zeros(20), "modified")))).toBe("checksum")
    expect(reason(parseBitcoinAddress(segwit("bc", 1, zeros(32), "original")))).toBe("checksum")
  })

  it("is refused at the first letter that changes case", () => {
    const [, text] = validSegwit
    expect(problem(parseBitcoinAddress(`Bc${text.slice(2)}`))).toMatchObject({ reason: "case", at: 1 })
    expect(problem(parseBitcoinAddress(`${text.slice(0, 12)}J${text.slice(13)}`))).toMatchObject({
      reason: "case",
      at: 12
    })
  })

  it("is refused with a second separator, and names where", () => {
    const text = `${bech32Encode("bc", [0], "original").slice(0, 5)}1qqqqqq`
    expect(problem(parseBitcoinAddress(text))).toMatchObject({ reason: "character", at: 5 })
  })
})
