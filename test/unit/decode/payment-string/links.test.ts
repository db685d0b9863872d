// Links: a scheme admits its own kinds alone, and what its parameters say is read or refused by name.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodePaymentString } from "../../../../core/decode/payment-string/decode.ts"
import { wholeNumber } from "../../../../core/decode/payment-string/ethereum-link.ts"
import * as lightning from "../../../vectors/address/lightning.ts"

const evm = "0x52908400098527886E0F7030069857D2E4169EE7"
const other = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const solana = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
const tron = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
const liquid = "QFq3vvrr6Ub2KAyb3LdoCxEQvKukB6nN9i"
/** Of 250000 satoshis. */
const invoice = lightning.valid[1]?.text ?? ""

const read = (text: string) => decodePaymentString(text)
const kinds = (text: string) => read(text).readings.map(({ kind }) => kind)
const facts = (text: string) =>
  Object.fromEntries(read(text).readings.flatMap((each) => each.facts).map(({ name, value }) => [name, value]))
const faults = (text: string) => read(text).faults.map(({ at, kind, reason }) => [kind, reason, at])
const said = (text: string) => read(text).faults.map(({ message }) => message).join(" ")

describe("a scheme", () => {
  it.each([
    ["solana:52998224725", /A solana: link wants a Solana address; this is: PIX key, CPF\./, 7],
    ["bitcoin:maria@example.com", /wants a Bitcoin address, or a Lightning invoice.*this is: Lightning address/, 8],
    ["ethereum:maria@example.com", /An ethereum: link wants an EVM address/, 9],
    [`tron:${solana}`, /A tron: link wants a TRON address; this is: Solana address/, 5],
    [`lightning:${tron}`, /A lightning: link wants a Lightning invoice/, 10],
    [`spark:${bitcoin}`, /A spark: link wants a Spark address/, 6],
    [`liquidnetwork:${bitcoin}`, /A liquidnetwork: link wants a Liquid address/, 14],
    [`pix:${bitcoin}`, /A pix: link wants a BR Code or a PIX key/, 4],
    ["bitcoin:", /nothing stands in it/, 8]
  ])("admits its own kind alone: %s", (text, message, at) => {
    expect(read(text).readings).toEqual([])
    expect(faults(text)).toEqual([["link", "scheme", at]])
    expect(said(text)).toMatch(message)
  })

  it.each([
    [`bitcoin:${bitcoin}`, ["bitcoin"]],
    [`lightning:${invoice}`, ["bolt11"]],
    [`LIGHTNING:${invoice.toUpperCase()}`, ["bolt11"]],
    ["lightning:alice@example.com", ["lightningAddress"]],
    [`liquidnetwork:${liquid}?amount=1&assetid=${"ab".repeat(32)}`, ["liquid"]],
    [`tron:${tron}`, ["tron"]],
    ["pix:maria@example.com", ["pixKey"]]
  ])("reads what it admits: %s", (text, wanted) => expect(kinds(text)).toEqual(wanted))

  it("was compared with what it admits", () => expect(read(`solana:${solana}`).tried).toEqual(["solana"]))
})

describe("a bitcoin: link", () => {
  it("reads the invoice where there is no address, and both where there are both", () => {
    expect(kinds(`bitcoin:?lightning=${invoice}`)).toEqual(["bolt11"])
    const both = `BITCOIN:${bitcoin.toUpperCase()}?AMOUNT=0.0025&LIGHTNING=${invoice.toUpperCase()}`
    expect(kinds(both)).toEqual(["bitcoin", "bolt11"])
    expect(read(both).readings.flatMap(({ remarks }) => remarks)).toEqual([])
  })

  it("remarks that its amount is not that of its invoice", () => {
    const { readings } = read(`bitcoin:${bitcoin}?amount=1&lightning=${invoice}`)
    expect(readings[1]?.remarks[0]?.message).toMatch(/asks for 100000000 sat.*for 250000 sat/)
  })

  it("checks the invoice, with its place in the link", () => {
    const text = `bitcoin:${bitcoin}?lightning=${invoice.slice(0, 100)}q${invoice.slice(101)}`
    expect(faults(text)).toEqual([["bolt11", "checksum", text.indexOf("lnbc") + 100]])
    expect(faults(`bitcoin:${bitcoin}?lightning=${tron}`)).toEqual([["link", "lightning", 61]])
  })

  it.each([
    ["amount=-1", "amount", 7, /has a sign/],
    ["amount=1,5", "amount", 7, /at most one point/],
    ["amount=", "amount", 7, /is empty/],
    ["amount=1e3", "amount", 7, /exponent/],
    ["amount=0.123456789", "amount", 7, /more than 8 decimals/],
    ["amount=21000001", "amount", 7, /more than there can be/],
    ["amount=1&amount=2", "repeated", 9, /twice/],
    ["x=1&req-pay=2", "required", 4, /requires req-pay/],
    ["label=%zz", "percent", 6, /%/],
    ["label=a%", "percent", 7, /%/],
    ["label=%ff", "percent", 6, /%/]
  ])("refuses %s by name", (query, reason, at, message) => {
    const text = `bitcoin:${bitcoin}?${query}`
    expect(faults(text)).toEqual([["link", reason, text.indexOf("?") + 1 + at]])
    expect(said(text)).toMatch(message)
  })

  it.each([["0.5", "50000000"], [".5", "50000000"], ["20.", "2000000000"], ["21000000", "2100000000000000"]])(
    "reads the amount %s",
    (amount, sats) => expect(facts(`bitcoin:${bitcoin}?amount=${amount}`)["amount"]).toBe(`${sats} sat`)
  )

  it("decodes percent codes and keeps what stands after a second equals sign", () => {
    expect(read(`bitcoin:${bitcoin}?message=a=b&label=Caf%C3%A9%20x&flag`).uri?.parameters).toEqual([
      { name: "message", value: "a=b" },
      { name: "label", value: "Café x" },
      { name: "flag", value: "" }
    ])
  })
})

describe("an ethereum: link", () => {
  it("reads address, chain and amount", () => {
    expect(kinds(`ethereum:${evm}@8453?value=1e18`)).toEqual(["evm"])
    expect(facts(`ethereum:${evm}@8453?value=1e18`)).toMatchObject({
      "chain id": "8453",
      network: "base",
      "amount in wei": "1000000000000000000"
    })
    expect(facts(`ethereum:pay-${evm}?value=2.014e18`)).toMatchObject({ "amount in wei": "2014000000000000000" })
  })

  it("names as paid the recipient of a transfer, and not the contract", () => {
    const [transfer] = read(`ethereum:${evm}@1/transfer?address=${other}&uint256=1.5e6`).readings
    expect(transfer?.canonical).toBe(other)
    expect(transfer?.facts).toContainEqual({ name: "token contract", value: evm })
    expect(transfer?.facts).toContainEqual({ name: "amount in the smallest unit of the token", value: "1500000" })
    expect(read(`ethereum:${evm}/mint`).readings[0]?.what).toMatch(/^Call of mint/)
  })

  it.each([
    [`ethereum:${evm}?value=1.5`, "amount"],
    [`ethereum:${evm}?value=-1`, "amount"],
    [`ethereum:${evm}?value=1e78`, "amount"],
    [`ethereum:${evm}@base`, "chain"],
    [`ethereum:${evm}@0`, "chain"],
    [`ethereum:${evm}/transfer?uint256=1`, "transfer"],
    [`ethereum:${evm}/transfer?address=${solana}&uint256=1`, "transfer"],
    ["ethereum:maria.eth", "name"]
  ])("refuses %s: %s", (text, reason) => {
    expect(read(text).readings).toEqual([])
    expect(faults(text)[0]?.slice(0, 2)).toEqual(["link", reason])
  })

  it("places what is wrong with the address", () => {
    expect(faults(`ethereum:pay-${evm.slice(0, -1)}g@1`)).toEqual([["evm", "character", 13 + 41]])
  })

  it("an amount with an exponent is the same exact number", () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 40n })
    fc.assert(fc.property(digits, fc.nat(20), fc.nat(17), (value, places, more) => {
      const text = value.toString().padStart(places + 1, "0")
      const at = text.length - places
      const decimal = `${text.slice(0, at)}${places === 0 ? "" : `.${text.slice(at)}`}`
      expect(wholeNumber(`${decimal}e${places + more}`)).toBe(value * 10n ** BigInt(more))
      if (places > 0) expect(wholeNumber(`${decimal}e${places - 1}`)).toBeUndefined()
    }))
  })
})

describe("a solana: link", () => {
  it("reads amount and token", () => {
    expect(facts(`solana:${solana}?amount=0.5`)).toMatchObject({ amount: "0.5 SOL" })
    expect(facts(`solana:${solana}?amount=0.01&spl-token=${solana}`)).toMatchObject({
      amount: "0.01 of the token",
      token: solana
    })
  })

  it.each([
    [`solana:${solana}?amount=0.1234567891`, "amount"],
    [`solana:${solana}?amount=1e3`, "amount"],
    [`solana:${solana}?spl-token=x`, "spl-token"],
    [`solana:${solana}?reference=${evm}`, "reference"],
    ["solana:https%3A%2F%2Fexample.com%2Fpay", "request"]
  ])("refuses %s: %s", (text, reason) => expect(faults(text)[0]?.slice(0, 2)).toEqual(["link", reason]))
})

it("any link is read or refused with a place in it, and never both", () => {
  const scheme = fc.constantFrom("bitcoin", "ethereum", "solana", "liquid", "pix", "lightning", "tron", "spark")
  const body = fc.oneof(fc.constantFrom(bitcoin, evm, solana, invoice, "maria@example.com", ""), fc.string())
  const query = fc.oneof(fc.string(), fc.constantFrom("amount=1", "value=1e2", "lightning=x", "%", "=", "&&"))
  fc.assert(fc.property(scheme, body, query, (name, inside, asked) => {
    const text = `${name}:${inside}?${asked}`
    const { faults: found, readings } = read(text)
    expect(readings.length > 0).toBe(found.length === 0)
    for (const { at = 0, message } of found) {
      expect(message).toMatch(/\.$/)
      expect(at).toBeLessThanOrEqual(text.length)
    }
  }))
})
