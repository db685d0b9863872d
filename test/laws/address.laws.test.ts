// Laws of payment destinations: total on any text, canonical forms are fixed points, and a changed character is refused
// wherever the form has a checksum. The changes are made here, knowing nothing of the alphabets.
import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseAddress } from "../../core/standards/address/address.ts"
import { parseBolt11 } from "../../core/standards/address/bolt11.ts"
import { checksummedEvmAddress, parseEvmAddress } from "../../core/standards/address/evm.ts"
import { Network } from "../../core/standards/address/network.ts"
import * as bitcoin from "../vectors/address/bitcoin.ts"
import * as encode from "../vectors/address/encode.ts"
import { checksummed } from "../vectors/address/evm.ts"
import * as lightning from "../vectors/address/lightning.ts"
import * as liquid from "../vectors/address/liquid.ts"
import * as other from "../vectors/address/other.ts"

const network = fc.constantFrom(...Network.literals)
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const words = fc.array(fc.nat(31), { maxLength: 130 })
const variant = fc.constantFrom("original", "modified")
const key = fc.tuple(fc.constantFrom(2, 3), bytes(32)).map(([sign, x]) => [sign, ...x])
const program = fc.oneof(
  fc.constantFrom(20, 32).chain((length) => fc.tuple(fc.constant(0), bytes(length))),
  fc.tuple(fc.integer({ min: 1, max: 16 }), fc.uint8Array({ minLength: 2, maxLength: 40 }))
)
const hash20 = (...versions: ReadonlyArray<number>) =>
  fc.tuple(fc.constantFrom(...versions), bytes(20)).map(([version, hash]) => encode.base58CheckEncode([version], hash))

/** Valid destinations of every form that carries a checksum, except EIP-55, whose checksum is weaker. */
const checksumForms: Readonly<Partial<Record<Network, fc.Arbitrary<string>>>> = {
  tron: fc.oneof(fc.constantFrom(...other.tron), hash20(0x41)),
  bitcoin: fc.oneof(
    fc.constantFrom(...bitcoin.validBase58, ...bitcoin.validSegwit),
    hash20(0, 5),
    program.map(([version, payload]) => encode.segwit("bc", version, payload))
  ),
  liquid: fc.oneof(
    fc.constantFrom(...liquid.valid),
    hash20(57, 39),
    fc.tuple(fc.constantFrom(57, 39), key, bytes(20)).map(([version, point, hash]) =>
      encode.base58CheckEncode([12, version], point, hash)
    ),
    program.map(([version, payload]) => encode.segwit("ex", version, payload)),
    fc.tuple(program, key).map(([[version, payload], point]) => encode.confidential(version, [...point, ...payload]))
  ),
  spark: fc.oneof(
    fc.constantFrom(...other.spark),
    key.map((point) => encode.bech32Encode("spark", encode.toWords([0x0a, 0x21, ...point]), "modified"))
  ),
  lightning: fc.constantFrom(lightning.lnurlVector.text, ...lightning.valid.map(({ text }) => text))
}

const evm = bytes(20).map((address) => `0x${Buffer.from(address).toString("hex")}`)
const checksummedEvm = evm.map((text) => checksummedEvmAddress(Result.getOrThrow(parseEvmAddress(text))))

const valid: ReadonlyArray<readonly [Network, fc.Arbitrary<string>]> = [
  ...Network.literals.flatMap((name) => {
    const form = checksumForms[name]
    return form ? [[name, form] as const] : []
  }),
  ["base", fc.oneof(evm, checksummedEvm, fc.constantFrom(...checksummed))],
  ["solana", fc.oneof(bytes(32).map(encode.base58Encode), fc.constantFrom(...other.solana))],
  ["lightning", fc.constantFrom("alice@wallet.com", "a_b-c.d+tag@Sub.Wallet.COM")]
]

const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
const codeUnits = fc.array(fc.nat(0xffff), { maxLength: 150 }).map((codes) => String.fromCharCode(...codes))
const anyText = fc.oneof(fc.string({ unit: "binary", maxLength: 150 }), fc.string({ unit: "grapheme" }), codeUnits)

const splice = (text: string, at: number, removed: number, added: string) =>
  text.slice(0, at) + added + text.slice(at + removed)

const validOnNetwork = fc.oneof(...valid.map(([name, form]) => fc.tuple(fc.constant(name), form)))
const anyValid = validOnNetwork.map(([, text]) => text)

/** Near misses: a valid text cut, extended or overwritten anywhere with anything. */
const damaged = fc.tuple(anyValid, fc.nat(), fc.nat(3), fc.oneof(visible, anyText)).map(([text, at, removed, added]) =>
  splice(text, at % (text.length + 1), removed, added)
)

/** Right checksums over any words, so that parsing goes past the checksum. */
const checksummedNoise = fc.oneof(
  fc.tuple(fc.constantFrom("bc", "ex", "lq", "spark", "lnurl", "lnbc", "lnbc25m", "tb"), words, variant)
    .map(([hrp, data, kind]) => encode.bech32Encode(hrp, data, kind)),
  fc.tuple(words, variant).map(([data, kind]) => encode.blech32Encode("lq", data, kind)),
  fc.uint8Array({ maxLength: 60 }).map((payload) => encode.base58CheckEncode(payload)),
  fc.tuple(words, words).map(([fields, tail]) =>
    encode.bech32Encode("lnbc", [...fields, ...tail, ...encode.repeat(0, 104)], "original")
  )
)

describe("any text", () => {
  it("gives a canonical form that parses to itself, or a problem that says where", () => {
    fc.assert(
      fc.property(network, fc.oneof(anyText, anyValid, damaged, checksummedNoise), (name, text) => {
        Result.match(parseAddress(name, text), {
          onSuccess: (canonical) => expect(parseAddress(name, canonical)).toEqual(Result.succeed(canonical)),
          onFailure: ({ message, at = 0 }) => {
            expect(message).toMatch(/^[A-Z].*\.$/)
            expect(at).toBeGreaterThanOrEqual(0)
            expect(at).toBeLessThanOrEqual(text.length)
          }
        })
      })
    )
  })

  it("with white space in it is refused", () => {
    const space = fc.constantFrom(" ", "\t", "\n", "\r", "\u00a0", "\u200b", "\ufeff")
    fc.assert(
      fc.property(validOnNetwork, space, fc.nat(), ([name, text], blank, at) => {
        expect(Result.isFailure(parseAddress(name, splice(text, at % (text.length + 1), 0, blank)))).toBe(true)
      })
    )
  })
})

describe.each(valid)("a valid destination of %s", (name, form) => {
  it("is accepted, and its canonical form is a fixed point", () => {
    fc.assert(
      fc.property(form, (text) => {
        const canonical = Result.getOrThrow(parseAddress(name, text))
        expect(canonical.toLowerCase()).toBe(text.toLowerCase())
        expect(parseAddress(name, canonical)).toEqual(Result.succeed(canonical))
      })
    )
  })
})

describe.each(Object.entries(checksumForms) as Array<[Network, fc.Arbitrary<string>]>)(
  "a destination of %s with a checksum",
  (name, form) => {
    it("is refused with one character changed", () => {
      fc.assert(
        fc.property(form, fc.nat(), visible, (text, position, replacement) => {
          const at = position % text.length
          fc.pre(text.charAt(at) !== replacement)
          expect(Result.isFailure(parseAddress(name, splice(text, at, 1, replacement)))).toBe(true)
        })
      )
    })

    it("is refused with two neighbouring characters swapped", () => {
      fc.assert(
        fc.property(form, fc.nat(), (text, position) => {
          const at = position % (text.length - 1)
          fc.pre(text.charAt(at) !== text.charAt(at + 1))
          const swapped = splice(text, at, 2, text.charAt(at + 1) + text.charAt(at))
          expect(Result.isFailure(parseAddress(name, swapped))).toBe(true)
        })
      )
    })
  }
)

describe("a checksummed EVM address", () => {
  const isOneCase = (digits: string) => digits === digits.toLowerCase() || digits === digits.toUpperCase()

  it("is refused with one letter in the other case, unless no mixed case is left", () => {
    fc.assert(
      fc.property(checksummedEvm, fc.nat(), (text, position) => {
        const at = 2 + position % 40
        const letter = text.charAt(at)
        const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
        const changed = splice(text, at, 1, flipped)
        fc.pre(flipped !== letter && !isOneCase(changed.slice(2)))
        expect(Result.isFailure(parseEvmAddress(changed))).toBe(true)
      })
    )
  })

  it("is refused with one digit changed, but for the few per ten thousand the standard concedes", () => {
    const change = fc.tuple(checksummedEvm, fc.nat(39), fc.constantFrom(...Array.from("0123456789abcdefABCDEF")))
    const changes = fc.sample(change, { numRuns: 5000, seed: 55 })
      .map(([text, at, digit]) => [text, splice(text, 2 + at, 1, digit)] as const)
      .filter(([text, changed]) => text !== changed)
    const accepted = changes.filter(([, changed]) => Result.isSuccess(parseEvmAddress(changed)))
    expect(changes.length).toBeGreaterThan(4500)
    expect(accepted.length).toBeLessThanOrEqual(10)
  })
})

describe("a BOLT11 amount", () => {
  const picoBitcoin = { "": 1_000_000_000_000n, m: 1_000_000_000n, u: 1_000_000n, n: 1_000n, p: 1n } as const

  it("is exact: ten times the millisatoshis are the pico-bitcoins written", () => {
    const units = fc.constantFrom(...(Object.keys(picoBitcoin) as Array<keyof typeof picoBitcoin>))
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 20_000_000n }), units, (written, unit) => {
        const pico = written * picoBitcoin[unit]
        const parsed = parseBolt11(encode.invoice({ hrp: `lnbc${written}${unit}` }))
        if (pico % 10n === 0n) expect((Result.getOrThrow(parsed).amountMsat ?? 0n) * 10n).toBe(pico)
        else expect(Result.isFailure(parsed)).toBe(true)
      })
    )
  })
})
