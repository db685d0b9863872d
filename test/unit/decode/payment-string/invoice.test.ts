// BOLT11 invoices with all they say: the examples of the standard, invoices of two other implementations, and each with its
// signature broken.
import { bech32 } from "@scure/base"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { readInvoice } from "../../../../core/decode/payment-string/invoice.ts"
import { invalid, valid } from "../../../vectors/address/lightning.ts"

const read = (text: string) => Result.getOrThrow(readInvoice(text))
const refusal = (text: string) => Result.getOrThrow(Result.flip(readInvoice(text)))

/** The key that signed the examples of the standard. */
const signer = "03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad"

/** Made by Core Lightning: no payee named. */
const unnamed =
  "lnbcrt123450n1p4szq8xsp5kyleky9ktad862xczp8fkntetmjmv7c04ymtgazuze0p44k2d9aqpp5aa54r4tpxrwv6837jpa0vc25pngmmltwcjk4lsva54k6whnunz8qdq4wdcxj6m9yp5kuan0d93k2xqzjccqp29qxpqysgqk6n3k3nrv2azte8vhkdm32axh3gvghkkgjjfte5y8cvf9xws4pgqj0vsv5duvq3fmmas6qu65frm0hqx409qklkf65kz6jctc4c3qysp7hxxzj"

/** Made by LDK: the payee is named. */
const named =
  "lnbcrt123450n1p4splhydqgwdcxj6m9np4q2yg7t3a7dqayyjq7a56lkpe8r7urpur2emf4tnyzsvgpkqsccwuupp5hj6wq3apuxpwngs365ey8v8gxy3jegyhp4924qpu85wxpjhxfq6qsp5vc5y4gpck46p4u2mcdxtkqukh95ww30g0vrakglu6z887zhp96jq9qyysgqcqpcxqzjcrzjqd2l353r3gez694kq27se64dtvqsr8as2kt3a2kuexefyf4ymfkzxqqqqyqq26gqqsqqqqlgqqqqqqqqfqv4rckk4t4da5rnzmjhvyc037kn8ernk63cfc9cr4cd2kgm70z5lyknfjyh5446l0zh3t0n6arr4d40uc6nytd722ust02e9seysh6pqqjjxndx"

describe("the examples of the standard", () => {
  it.each(valid)("§cli-decode-bolt11 recovers the payee of $text", ({ amountMsat, payee, paymentHash, text }) => {
    const invoice = read(text)
    expect(invoice).toMatchObject({ network: "mainnet", paymentHash, text: text.toLowerCase() })
    expect(invoice.amountMsat).toBe(amountMsat)
    expect(invoice.payee).toBe(payee ?? signer)
  })

  it.each(invalid.filter(([why]) => why !== "testnet"))(
    "§cli-decode-signature refuses: %s",
    (_, text, wanted) => expect(refusal(text).reason).toBe(wanted)
  )

  it("reads descriptions, fallback addresses and private routes", () => {
    const texts = valid.map(({ text }) => read(text))
    expect(texts.map(({ description }) => description)).toContain("Please consider supporting this project")
    const [routed] = texts.filter(({ routes }) => (routes[0]?.length ?? 0) === 2)
    expect(routed?.fallbacks).toEqual(["1RustyRX2oai4EYYDpQGWvEL62BBGqN9T"])
    expect(routed?.routes).toEqual([[
      {
        node: "029e03a901b85534ff1e92c43c74431f7ce72046060fcf7a95c37e148f78c77255",
        channel: "66051x263430x1800",
        baseFeeMsat: 1,
        feePartsPerMillion: 20,
        cltvDelta: 3
      },
      {
        node: "039e03a901b85534ff1e92c43c74431f7ce72046060fcf7a95c37e148f78c77255",
        channel: "197637x395016x2314",
        baseFeeMsat: 2,
        feePartsPerMillion: 30,
        cltvDelta: 4
      }
    ]])
  })
})

describe("a fallback address", () => {
  // Without a named payee any signature recovers one, so anybody can add to an invoice.
  const withFallback = (...fallback: ReadonlyArray<number>): string => {
    const { prefix, words } = bech32.decode(unnamed as `${string}1${string}`, false)
    const signature = words.length - 104
    const field = [9, fallback.length >> 5, fallback.length & 31, ...fallback]
    return bech32.encode(prefix, [...words.slice(0, signature), ...field, ...words.slice(signature)], false)
  }
  const zeros = (count: number): ReadonlyArray<number> => Array.from({ length: count }, () => 0)

  it.each([
    ["of a witness program that is too long", [1, ...zeros(100)]],
    ["as long as a field can be", [1, ...zeros(1_022)]],
    ["of version 0 with no program", [0]],
    ["of version 0 with 10 bytes", [0, ...zeros(16)]],
    ["of a key hash that is too short", [17, ...zeros(8)]],
    ["of a version that no one knows", [19, ...zeros(32)]]
  ])("%s is left out, and the invoice is read", (_, words) => {
    expect(read(withFallback(...words)).fallbacks).toEqual([])
  })

  it("of a taproot key is told", () => {
    expect(read(withFallback(1, ...zeros(52))).fallbacks).toEqual([expect.stringMatching(/^bcrt1p/)])
  })
})

describe("invoices of other implementations", () => {
  it("gives the payee that one names, and the one that another was signed by", () => {
    expect(read(unnamed)).toMatchObject({ network: "regtest", amountMsat: 12_345_000n, payeeFrom: "recovered" })
    expect(read(unnamed).payee).toMatch(/^03ed5efb/)
    expect(read(named)).toMatchObject({ network: "regtest", amountMsat: 12_345_000n, payeeFrom: "named" })
    expect(read(named).payee).toMatch(/^02888f2e3d/)
  })
})
