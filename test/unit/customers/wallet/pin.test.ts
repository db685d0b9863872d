// What a PIN may be (0146): its form, and which ones are refused where one is set because they are easy to guess.
import { runInNewContext } from "node:vm"
import { Effect, Redacted, Result, Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { limits } from "../../../../core/base/limits/limits.ts"
import { WalletPin, normalPin, pinProblem, settablePin } from "../../../../core/customers/wallet/pin.ts"
import { depth } from "../../../support/depth.ts"

const problemOf = (pin: string) => pinProblem(pin, limits.pin)

describe("the form of a PIN that is set §pin-form §limit-pin", () => {
  it.each([
    "",
    "1",
    "48291",
    "abcdefg",
    "4829 1",
    "48291a",
    "x".repeat(65),
    "4".repeat(65),
    "frase\u0000secreta",
    "٤٨٢٩١٣"
  ])(
    "is not that of %j",
    (pin) => expect(problemOf(pin)).toBe("form")
  )

  it.each([
    "482913",
    "4829137",
    "48291370",
    "correct horse battery staple",
    "çédilhas",
    "🐎🔋🧷🎠🌳🪑🧵🗝"
  ])("is that of %j", (pin) => expect(problemOf(pin)).toBeUndefined())

  it("counts code points of the composed text, however it was typed", () => {
    // Seven characters, of which one is typed as two.
    const seven = "cação x".normalize("NFD")
    expect(seven).toHaveLength(9)
    expect(problemOf(seven)).toBe("form")
    const longest = `${"ã".repeat(31)}b${"ã".repeat(32)}`
    expect(Array.from(longest)).toHaveLength(64)
    expect(problemOf(longest.normalize("NFD"))).toBeUndefined()
    expect(problemOf(`${longest}c`)).toBe("form")
  })
})

// S16
describe("a PIN that is easy to guess §pin-guessable", () => {
  // Equal, runs, blocks, pairs and triples; days of the last hundred years in both ways of writing them; common ones.
  const guessable = [
    "000000 111111 999999 11111111 aaaaaaaa",
    "123456 012345 345678 890123 654321 987654 321098 1234567890 abcdefgh hgfedcba",
    "121212 696969 123123 789789 12121212 12341234 abcabcabc ABABABAB",
    "112233 998877 774411 111222 000999",
    "010190 311299 290200 901231 000229 01011990 19900101 31122024",
    "123321 147258 159753 789456 314159 password Senha123 qwertyui"
  ]
  it.each(guessable.flatMap((line) => line.split(" ")))("is refused: %s", (pin) => {
    expect(problemOf(pin)).toBe("guessable")
    expect(Effect.runSync(Effect.result(settablePin(Redacted.make(pin))))).toMatchObject(
      Result.fail({
        _tag: "ValidationFailed",
        details: [{ field: "pin", message: expect.stringContaining("guess") as string }]
      })
    )
  })

  it.each(["482913", "739105", "320158", "904438", "1234567x", "123456789a", "00132479", "99999000991"])(
    "is not %s",
    (pin) => expect(Effect.runSync(settablePin(Redacted.make(pin)))).toBeUndefined()
  )

  it("leaves nine of ten PINs of six digits, so a holder finds one", () => {
    let refused = 0
    for (let pin = 0; pin < 1_000_000; pin += 7) if (problemOf(String(pin).padStart(6, "0")) !== undefined) refused++
    expect(refused / (1_000_000 / 7)).toBeLessThan(0.1)
  })

  it("is judged where it is set, never where it is checked", () => {
    const decode = Schema.decodeUnknownSync(WalletPin)
    for (const pin of ["111111", "1", "123456", "frase secreta"]) expect(Redacted.value(decode(pin))).toBe(pin)
    for (const pin of ["", "x".repeat(65), "a\u0000b"]) expect(() => decode(pin)).toThrow(/1 to 64 characters/)
  })

  it("is the same for every way in which keyboards compose it §pin-composed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (pin) => {
        const [composed, taken] = [pin.normalize("NFC"), pin.normalize("NFD")]
        expect(Redacted.value(normalPin(Redacted.make(taken)))).toBe(composed)
        expect(problemOf(taken)).toBe(problemOf(composed))
      }),
      { numRuns: depth.cases }
    )
  })

  it("names nothing from outside itself, since pages get it as text", () => {
    const alone = runInNewContext(`(${pinProblem.toString()})`) as typeof pinProblem
    expect(["482913", "111111", "1"].map((pin) => alone(pin, limits.pin))).toEqual([undefined, "guessable", "form"])
  })
})
