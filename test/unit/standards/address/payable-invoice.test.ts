// What an invoice has to be before it is paid: of the amount, not expired, signed, and of the network that pays it.
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { readGivenInvoice } from "../../../../core/standards/address/payable-invoice.ts"
import { type InvoiceParts, invoice, repeat } from "../../../vectors/address/encode.ts"

const createdAt = 1_700_000_000
const now = createdAt * 1_000
const terms = { amountMsat: 2_050_000n, now }
const given = (parts: InvoiceParts, at = now) =>
  readGivenInvoice(invoice({ hrp: "lnbc20500n", timestamp: createdAt, ...parts }), "mainnet", { ...terms, now: at })
const refusal = (parts: InvoiceParts, at = now) => Result.getOrThrow(Result.flip(given(parts, at)))

// C59
describe("an invoice that a Lightning address gave", () => {
  it("is read where it is for exactly the amount, until the millisecond of its end", () => {
    const lastMs = now + 3_600_000 - 1
    expect(Result.getOrThrow(given({}))).toMatchObject({ amountMsat: 2_050_000n, paymentHash: "22".repeat(32) })
    expect(Result.isSuccess(given({}, lastMs))).toBe(true)
    expect(refusal({}, lastMs + 1)).toBe("The invoice has expired.")
  })

  it.each<[string, InvoiceParts, string]>([
    ["a millisatoshi less", { hrp: "lnbc20499990p" }, "The invoice is for 2049999 millisatoshis instead of 2050000."],
    ["a millisatoshi more", { hrp: "lnbc20500010p" }, "The invoice is for 2050001 millisatoshis instead of 2050000."],
    ["no amount", { hrp: "lnbc" }, "The invoice names no amount instead of 2050000 millisatoshis."],
    ["no signature", { signature: repeat(0, 104) }, "No key can have made the signature of the invoice."],
    ["another network", { hrp: "lnbcrt20500n" }, "The invoice is of Bitcoin's regtest, not of mainnet."]
  ])("is refused with %s", (_, parts, reason) => expect(refusal(parts)).toBe(reason))

  it("is refused where it is no invoice", () => {
    expect(Result.isFailure(readGivenInvoice("", "mainnet", terms))).toBe(true)
    expect(Result.isFailure(readGivenInvoice("ana@example.com", "mainnet", terms))).toBe(true)
  })
})
