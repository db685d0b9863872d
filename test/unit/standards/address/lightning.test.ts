// LNURL and Lightning addresses, and how the three Lightning forms are told apart.
import { describe, expect, it } from "vitest"
import { parseLightningAddress } from "../../../../core/standards/address/lightning-address.ts"
import { parseLightningDestination } from "../../../../core/standards/address/lightning.ts"
import { parseLnurl } from "../../../../core/standards/address/lnurl.ts"
import { bech32Encode, invoice, lnurl, toWords } from "../../../vectors/address/encode.ts"
import { lnurlVector } from "../../../vectors/address/lightning.ts"
import { problem, reason, value } from "./outcome.ts"

describe("an LNURL", () => {
  it("is returned in lower case with its URL", () =>
    expect(value(parseLnurl(lnurlVector.text))).toEqual({
      kind: "lnurl",
      text: lnurlVector.text.toLowerCase(),
      url: lnurlVector.url
    }))

  it.each([
    "https://a.com",
    "https://a.com/",
    "https://a.com?x=1",
    "https://a.com:8443/Pay?Q=Z",
    "https://A.Com/x",
    "http://abcdefghij.onion/lnurl",
    "https://abcdefghij.onion/lnurl"
  ])("may hold %s", (url) => expect(value(parseLnurl(lnurl(url)))?.url).toBe(url))

  it.each([
    "",
    "http://a.com/",
    "ftp://a.com/",
    "HTTPS://a.com/",
    "https:a.com",
    "https://",
    "https://localhost/",
    "https://127.0.0.1/",
    "https://0x7f.0x1/",
    "https://[::1]/",
    "https://user@a.com/",
    "https://a.com:99999/",
    "https://a.com:0/",
    "https://a.com/é",
    "https://a.com/a b",
    "https://a.com\\@b.com/",
    "http://a.onion.com/"
  ])("may not hold %j", (url) => expect(reason(parseLnurl(lnurl(url)))).toBe("payload"))

  it("is bech32 under its own prefix", () => {
    expect(reason(parseLnurl(bech32Encode("lnurl", toWords(Buffer.from("https://a.com")), "modified")))).toBe(
      "checksum"
    )
    expect(reason(parseLnurl(lnurl("https://a.com").replace("lnurl1d", "LNURL1d")))).toBe("case")
    expect(reason(parseLnurl("lnurlp://a.com"))).toBe("form")
    expect(reason(parseLnurl(""))).toBe("empty")
    expect(reason(parseLnurl(lnurl(`https://a.com/${"x".repeat(1300)}`)))).toBe("length")
    expect(reason(parseLnurl(bech32Encode("lnurl", [...toWords(Buffer.from("https://a.com")), 0], "original")))).toBe(
      "payload"
    )
  })
})

describe("a Lightning address", () => {
  it.each([
    ["alice@wallet.com", "alice", "wallet.com"],
    ["a.b-c_0+tag.1@sub.wallet.com", "a.b-c_0+tag.1", "sub.wallet.com"],
    ["alice@Wallet.COM", "alice", "wallet.com"],
    ["0@abcdefghij.onion", "0", "abcdefghij.onion"]
  ])("%s", (text, user, domain) =>
    expect(value(parseLightningAddress(text))).toEqual({
      kind: "lightningAddress",
      text: `${user}@${domain}`,
      user,
      domain
    }))

  it.each([
    ["@wallet.com", "user", 0],
    ["Alice@wallet.com", "user", 0],
    ["ali/ce@wallet.com", "user", 0],
    ["alice+@wallet.com", "user", 0],
    ["+tag@wallet.com", "user", 0],
    ["a+b+c@wallet.com", "user", 0],
    [".@wallet.com", "user", 0],
    ["..@wallet.com", "user", 0],
    [`${"a".repeat(65)}@wallet.com`, "user", 0],
    ["alice@wallet", "domain", 6],
    ["alice@", "domain", 6],
    ["alice@wallet..com", "domain", 6],
    ["alice@-wallet.com", "domain", 6],
    ["alice@wallet.com.", "domain", 6],
    ["alice@wallet.com:8080", "domain", 6],
    ["alice@wallet.com/x", "domain", 6],
    ["alice@10.0.0.1", "domain", 6],
    ["alice@wallet@wallet.com", "domain", 6],
    [`alice@${"a".repeat(64)}.com`, "domain", 6],
    [`alice@${"a.".repeat(126)}com`, "domain", 6],
    ["alice", "form", undefined],
    [" alice@wallet.com", "character", 0],
    ["alice@wallet.com ", "character", 16],
    [`alice@${"a".repeat(320)}.com`, "length", undefined]
  ])("%j is refused for its %s", (text, wanted, at) => {
    const refusal = problem(parseLightningAddress(text))
    expect(refusal?.reason).toBe(wanted)
    expect(refusal?.at).toBe(at)
  })
})

describe("a Lightning destination", () => {
  it.each([
    [invoice({}), "bolt11"],
    [invoice({}).toUpperCase(), "bolt11"],
    [lnurlVector.text, "lnurl"],
    ["lnurl@wallet.com", "lightningAddress"]
  ])(
    "%s is reported by its form §deposit-address-lightning",
    (text, kind) => expect(value(parseLightningDestination(text))?.kind).toBe(kind)
  )

  it.each([["lno1qgsqvgnwgcg35z6ee2h3yczraddm72xrfua9uve2rlrm9deu7xyfzrc", "form"], ["bc1qxyz", "form"], [
    "",
    "empty"
  ]])(
    "%j is none",
    (text, wanted) => expect(reason(parseLightningDestination(text))).toBe(wanted)
  )
})
