// Every form of payment string told apart, read and refused: what it is, what it says, and at which character it is wrong.
import { describe, expect, it } from "vitest"
import { decodePaymentString } from "../../../../core/decode/payment-string/decode.ts"
import { crc16 } from "../../../../core/standards/pix/br-code.ts"
import * as lightning from "../../../vectors/address/lightning.ts"

const brCode =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"

const factsOf = (text: string) =>
  Object.fromEntries(
    decodePaymentString(text).readings.flatMap(({ facts }) => facts).map(({ name, value }) => [name, value])
  )

const kindsOf = (text: string) => decodePaymentString(text).readings.map(({ what }) => what)
const faultOf = (text: string) => decodePaymentString(text).faults[0]

/** The text with another character at a place. */
const broken = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + 1)

describe("what a text is", () => {
  it.each([
    [brCode, ["BR Code, static: pays a key"]],
    ["maria@example.com", ["Lightning address (LUD-16)", "PIX key, e-mail"]],
    ["+5511987654321", ["PIX key, phone number"]],
    ["11987000099", ["PIX key, phone number", "PIX key, CPF"]],
    ["11144477735", ["PIX key, CPF"]],
    ["111.444.777-35", ["PIX key, CPF"]],
    ["11.222.333/0001-81", ["PIX key, CNPJ"]],
    ["123e4567-e12b-12d1-a456-426655440000", ["PIX key, random key"]],
    [lightning.valid[0]?.text ?? "", ["Lightning invoice (BOLT11)"]],
    [lightning.lnurlVector.text, ["LNURL (LUD-01)"]],
    ["0x52908400098527886E0F7030069857D2E4169EE7", ["EVM address"]],
    ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", ["Solana address"]],
    ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", ["TRON address"]],
    ["spark1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc489gg2", ["Spark address"]],
    ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", ["Bitcoin address, to a public key hash (P2PKH)"]],
    ["3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", ["Bitcoin address, to a script hash (P2SH)"]],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", ["Bitcoin address, to a public key hash (P2WPKH)"]],
    [
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
      ["Bitcoin address, to a taproot key (P2TR)"]
    ],
    ["QFq3vvrr6Ub2KAyb3LdoCxEQvKukB6nN9i", ["Liquid address, not confidential, to a public key hash (P2PKH)"]],
    [
      "VTptY6cqJbusNpL5xvo8VL38nLX9PGDjfYQfqhu9EaA7FtuidkWyQzMHY9jzZrpBcCXT437vM6V4N8kh",
      ["Liquid address, confidential, to a public key hash (P2PKH)"]
    ],
    [
      "lq1qqvxk052kf3qtkxmrakx50a9gc3smqad2ync54hzntjt980kfej9kkfe0247rp5h4yzmdftsahhw64uy8pzfe7cpg4fgykm7cv",
      ["Liquid address, confidential, to a public key hash (P2WPKH)"]
    ]
  ])("§cli-decode-forms %s", (text, kinds) => expect(kindsOf(text)).toEqual(kinds))

  it("§cli-decode-unknown says with what it was compared when it is nothing", () => {
    for (const text of ["", " ", "hello", "🙂", "R$ 50,00"]) {
      const { faults, readings, tried } = decodePaymentString(text)
      expect([faults, readings]).toEqual([[], []])
      expect(tried).toHaveLength(11)
    }
  })
})

describe("what it says", () => {
  it("§cli-decode-br-code every field of a BR Code with its place, and its check", () => {
    const [reading] = decodePaymentString(brCode).readings
    expect(reading?.facts).toContainEqual({
      name: "26.01 PIX key",
      value: "123e4567-e12b-12d1-a456-426655440000",
      at: 28
    })
    expect(reading?.facts).toContainEqual({ name: "63 CRC", value: "1D3D", at: 129 })
    expect(factsOf(brCode)).toMatchObject({ amount: "the payer types it", check: "right", "62.05 txid": "***" })
    for (const { at, name } of reading?.facts ?? []) {
      if (at !== undefined) expect(brCode.slice(at, at + 2)).toBe(name.split(" ")[0]?.slice(-2))
    }
  })

  it("§cli-decode-checksums the checksum of an EVM address, the point of a Solana one, the key of a Spark one", () => {
    expect(factsOf("0x52908400098527886E0F7030069857D2E4169EE7")).toMatchObject({ "EIP-55": "right" })
    const lower = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"
    expect(factsOf(lower)).toMatchObject({
      "EIP-55": "none in it: one case throughout",
      "with checksum": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    })
    expect(factsOf("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")["on the curve"]).toMatch(/^yes/)
    expect(factsOf("spark1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc489gg2")["identity key"]).toBe(
      "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    )
  })

  it("the link of an LNURL, and what a Lightning address is asked at", () => {
    expect(factsOf(lightning.lnurlVector.text)["link"]).toBe(lightning.lnurlVector.url)
    expect(factsOf("alice@wallet.example")["asked at"]).toBe("https://wallet.example/.well-known/lnurlp/alice")
  })

  it("what is around it in a link, with places in the whole", () => {
    const decoded = decodePaymentString(" bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.5&label=x")
    expect(decoded.uri).toEqual({
      scheme: "bitcoin",
      parameters: [{ name: "amount", value: "0.5" }, { name: "label", value: "x" }]
    })
    expect(decoded.readings.map(({ kind }) => kind)).toEqual(["bitcoin"])
    const text = "bitcoin:bc1qw508d6qejxtdg4y5r3zarvarz0c5xw7kv8f3t4"
    expect(faultOf(text)).toMatchObject({ kind: "bitcoin", reason: "checksum", at: 36 })
  })
})

describe("where it is wrong", () => {
  it.each([
    ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", 29, "z"],
    ["bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", 12, "g"],
    ["tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", 32, "7"],
    ["spark", "spark1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc489gg2", 20, "q"],
    [
      "liquid",
      "lq1qqvxk052kf3qtkxmrakx50a9gc3smqad2ync54hzntjt980kfej9kkfe0247rp5h4yzmdftsahhw64uy8pzfe7cpg4fgykm7cv",
      50,
      "q"
    ],
    ["liquid", "VTptY6cqJbusNpL5xvo8VL38nLX9PGDjfYQfqhu9EaA7FtuidkWyQzMHY9jzZrpBcCXT437vM6V4N8kh", 40, "z"],
    ["bolt11", lightning.valid[1]?.text ?? "", 100, "q"],
    ["lnurl", lightning.lnurlVector.text.toLowerCase(), 60, "q"]
  ])("§cli-decode-where the one wrong character of %s %s is named", (kind, text, at, by) => {
    expect(text.charAt(at)).not.toBe(by)
    expect(faultOf(broken(text, at, by))).toMatchObject({ kind, reason: "checksum", at })
  })

  it.each([
    ["0x52908400098527886E0F7030069857D2E4169Eg7", "evm", "character", 40],
    ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", "evm", "checksum", 41],
    ["52998224726", "pixKey", "checkDigits", 9],
    ["11.222.333/0001-82", "pixKey", "checkDigits", 16],
    ["tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "bitcoin", "network", 0],
    ["alice@", "lightningAddress", "domain", 6]
  ])("§cli-decode-where %s: %s, %s", (text, kind, reason, at) => {
    expect(decodePaymentString(text).faults).toContainEqual(expect.objectContaining({ kind, reason, at }))
  })

  it("§cli-decode-where a BR Code: the check, a length, a missing field, with what could be read", () => {
    const wrongCheck = faultOf(`${brCode.slice(0, -4)}1D3E`)
    expect(wrongCheck).toMatchObject({ reason: "crcMismatch", at: 133 })
    expect(wrongCheck?.message).toMatch(/It is 1D3E and should be 1D3D/)
    expect(wrongCheck?.facts).toContainEqual({ name: "59 merchant name", value: "Fulano de Tal", at: 89 })
    expect(faultOf(brCode.replace("5913Fulano", "5999Fulano"))).toMatchObject({ reason: "truncated", at: 93 })
    const body = brCode.slice(0, -8).replace("5802BR", "")
    expect(faultOf(`${body}6304${crc16(`${body}6304`)}`)).toMatchObject({ reason: "missing" })
  })
})
