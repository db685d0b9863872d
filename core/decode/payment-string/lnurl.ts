// LNURLs as readings: a link in bech32 (LUD-01), or under a scheme that says what it is for (LUD-17).
import { Result } from "effect"
import { isLnurlLink, parseLnurl } from "../../standards/address/lnurl.ts"
import { type ReadingResult, fault, reading } from "./reading.ts"
import { refused } from "./refused.ts"

const purposes: Readonly<Record<string, string>> = {
  lnurlp: "to pay",
  lnurlw: "to withdraw: it pays whoever asks",
  lnurlc: "to open a channel",
  keyauth: "to log in: it pays nothing"
}

const schemeForm = /^(lnurl[pwc]|keyauth):(?:\/\/)?(.*)$/is

const readScheme = (text: string, scheme: string, rest: string): ReadingResult => {
  const host = /^[^/?#:]*/.exec(rest)?.[0] ?? ""
  const link = `${host.toLowerCase().endsWith(".onion") ? "http" : "https"}://${rest}`
  if (!isLnurlLink(link)) {
    return fault({
      kind: "lnurl",
      reason: "payload",
      message: `After ${scheme}:// stands the address of a public host (LUD-17), and this is none.`,
      at: text.length - rest.length,
      facts: []
    })
  }
  return reading({
    kind: "lnurl",
    what: `LNURL (LUD-17), ${purposes[scheme] ?? ""}`,
    canonical: `${scheme}://${rest}`,
    facts: [{ name: "link", value: link }],
    remarks: []
  })
}

/** Reads an LNURL; nothing is asked of its host. */
export const readLnurl = (text: string): ReadingResult => {
  const [, scheme, rest = ""] = schemeForm.exec(text) ?? []
  if (scheme !== undefined) return readScheme(text, scheme.toLowerCase(), rest)
  return Result.match(parseLnurl(text), {
    onSuccess: (lnurl) =>
      reading({
        kind: "lnurl",
        what: "LNURL (LUD-01)",
        canonical: lnurl.text,
        facts: [{ name: "link", value: lnurl.url }],
        remarks: []
      }),
    onFailure: (problem) => refused("lnurl", text, problem)
  })
}
