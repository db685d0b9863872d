// BOLT11 invoices: the examples of the standard and invoices built part by part, each part wrong in turn.
import { DateTime, Result } from "effect"
import { describe, expect, it } from "vitest"
import { parseBolt11 } from "../../../../core/standards/address/bolt11.ts"
import { type Field, hashField, invoice, repeat, usualFields } from "../../../vectors/address/encode.ts"
import { invalid, valid } from "../../../vectors/address/lightning.ts"
import { reason, value } from "./outcome.ts"

const expiresAt = (text: string) => {
  const parsed = value(parseBolt11(text))
  return parsed && DateTime.toEpochMillis(parsed.expiresAt)
}
const withFields = (...fields: ReadonlyArray<Field>) => invoice({ fields })
const features = (...words: ReadonlyArray<number>) => withFields(...usualFields, ["9", words])

describe("the examples of the standard", () => {
  it.each(valid)("reads $text", ({ text, amountMsat, paymentHash, expiresAt: instant }) => {
    const parsed = value(parseBolt11(text))
    expect(parsed).toMatchObject({ kind: "bolt11", text: text.toLowerCase(), paymentHash })
    expect(parsed?.amountMsat).toBe(amountMsat)
    expect(parsed && DateTime.formatIso(parsed.expiresAt)).toBe(instant)
  })

  // F11: two of them have a signature that no key made, or that is not canonical beside a named payee.
  it.each(invalid)("refuses: %s", (_, text, wanted) => expect(reason(parseBolt11(text))).toBe(wanted))
})

describe("the amount", () => {
  it.each([
    ["lnbc", undefined],
    ["lnbc1", 100_000_000_000n],
    ["lnbc21000000", 2_100_000_000_000_000_000n],
    ["lnbc1m", 100_000_000n],
    ["lnbc1u", 100_000n],
    ["lnbc1n", 100n],
    ["lnbc10p", 1n],
    ["lnbc123450n", 12_345_000n]
  ])("%s", (hrp, msat) => expect(value(parseBolt11(invoice({ hrp })))?.amountMsat).toBe(msat))

  it.each([
    "lnbc0",
    "lnbc01u",
    "lnbc1p",
    "lnbc15p",
    "lnbc1k",
    "lnbc1mm",
    "lnbcu",
    "lnbc1.5m",
    "lnbc-1m",
    "lnbc21000001"
  ])(
    "%s is refused",
    (hrp) => expect(reason(parseBolt11(invoice({ hrp })))).toBe("amount")
  )

  it("is absent, not undefined, when the payer chooses it", () =>
    expect(Object.keys(value(parseBolt11(invoice({}))) ?? {})).not.toContain("amountMsat"))
})

describe("the instant of expiry", () => {
  it("is an hour after the timestamp unless a field says otherwise", () => {
    expect(expiresAt(invoice({ timestamp: 1000 }))).toBe(4_600_000)
    expect(expiresAt(invoice({ timestamp: 0 }))).toBe(3_600_000)
    expect(expiresAt(invoice({ timestamp: 1000, fields: [...usualFields, ["x", [1, 28]]] }))).toBe(1_060_000)
    expect(expiresAt(invoice({ timestamp: 1000, fields: [...usualFields, ["x", []]] }))).toBe(1_000_000)
  })

  it("stays a calendar instant however long the expiry", () => {
    const endless = repeat(31, 1023)
    expect(expiresAt(invoice({ fields: [...usualFields, ["x", endless]] }))).toBe(8_640_000_000_000_000)
    expect(expiresAt(invoice({ timestamp: 2 ** 35 - 1 }))).toBe((2 ** 35 - 1 + 3600) * 1000)
  })
})

describe("the fields", () => {
  const [secret, hash, description] = usualFields as [Field, Field, Field]

  it("need a payment hash, a payment secret and exactly one description", () => {
    expect(value(parseBolt11(withFields(secret, hash, hashField("h", 1))))).toBeDefined()
    expect(reason(parseBolt11(withFields(secret, description)))).toBe("field")
    expect(reason(parseBolt11(withFields(hash, description)))).toBe("field")
    expect(reason(parseBolt11(withFields(secret, hash)))).toBe("field")
    expect(reason(parseBolt11(withFields(...usualFields, hashField("h", 1))))).toBe("field")
  })

  it("count by their first occurrence of the right length, and unknown ones are skipped", () => {
    const short: Field = ["p", hash[1].slice(1)]
    const parsed = value(parseBolt11(withFields(short, ["l", [1, 2]], ...usualFields, hashField("p", 0x33))))
    expect(parsed?.paymentHash).toBe("22".repeat(32))
    expect(reason(parseBolt11(withFields(secret, short, description)))).toBe("field")
  })

  it("hold whole bytes in the payment hash", () =>
    expect(reason(parseBolt11(withFields(secret, ["p", hash[1].with(51, 1)], description)))).toBe("payload"))

  it("are refused when cut short", () => {
    const unfinished: Field = ["d", []]
    const text = invoice({
      fields: [secret, hash, unfinished],
      signature: [13, 0, 9, ...repeat(0, 104)]
    })
    expect(reason(parseBolt11(text))).toBe("field")
    expect(reason(parseBolt11(invoice({ signature: [13, ...repeat(0, 104)] })))).toBe("field")
  })

  it("accept known required features and unknown optional ones", () => {
    expect(value(parseBolt11(features(16, 8, 0)))).toBeDefined()
    expect(value(parseBolt11(features(2)))).toBeDefined()
    expect(reason(parseBolt11(features(1)))).toBe("field")
    expect(reason(parseBolt11(features(4, 0, 0)))).toBe("field")
  })
})

describe("the rest of an invoice", () => {
  it("is bech32 of mainnet, without room for spaces or a scheme", () => {
    const text = invoice({})
    expect(reason(parseBolt11(invoice({ variant: "modified" })))).toBe("checksum")
    expect(reason(parseBolt11(` ${text}`))).toBe("character")
    expect(reason(parseBolt11(`lightning:${text}`))).toBe("form")
    expect(reason(parseBolt11(""))).toBe("empty")
    expect(reason(parseBolt11("lnbc"))).toBe("form")
    expect(reason(parseBolt11(`lnbc1${"q".repeat(7085)}`))).toBe("length")
  })

  it.each(["lntb", "lntbs", "lnbcrt", "lnsb"])(
    "of %s is of another network",
    (hrp) => expect(reason(parseBolt11(invoice({ hrp })))).toBe("network")
  )

  it("has room for a timestamp and a signature with a recovery id", () => {
    expect(reason(parseBolt11(invoice({ fields: [], signature: repeat(0, 103) })))).toBe("length")
    const ofRecoveryId = (id: number) => parseBolt11(invoice({ signature: repeat(0, 104).with(103, id) }))
    const message = (id: number) => Result.getOrThrow(Result.flip(ofRecoveryId(id))).message
    expect(message(3)).toBe("No key can have made the signature of the invoice.")
    expect(message(4)).toBe("The recovery id of the signature is not 0 to 3.")
  })
})
