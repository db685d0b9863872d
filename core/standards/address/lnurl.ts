// LNURL (LUD-01): a URL in bech32 under `lnurl`, https for public hosts or http for .onion ones.
// The link is decoded and checked, never followed.
import { Result } from "effect"
import { decodeBech32, refuseChecksum } from "./bech32.ts"
import { isHostName } from "./host-name.ts"
import { type Parsed, readText, refuse } from "./problem.ts"
import { unpackWords } from "./witness.ts"

export interface Lnurl {
  readonly kind: "lnurl"
  readonly text: string
  readonly url: string
}

const hrp = "lnurl"

/** LUD-01 sets no bound; this one leaves room for a URL of about 1,200 characters. */
const maxLength = 2000

const urlForm = /^(https?):\/\/([^/?#:]+)(?::([1-9]\d{0,4}))?(?:[/?#][\x21-\x7e]*)?$/

/** Whether a link is one that LNURL asks: https, or http of an .onion host. */
export const isLnurlLink = (url: string): boolean => {
  const [, scheme, host = "", port = "0"] = urlForm.exec(url) ?? []
  return isHostName(host.toLowerCase()) && Number(port) <= 65535 &&
    (scheme === "https" || host.toLowerCase().endsWith(".onion"))
}

/** Reads an LNURL; `text` is in lower case, `url` exactly as encoded. */
export const parseLnurl = (text: string): Parsed<Lnurl> =>
  Result.gen(function*() {
    yield* readText(text, maxLength)
    if (!/^lnurl1/i.test(text)) return yield* refuse("form", "An LNURL begins with lnurl1.", 0)
    const data = yield* decodeBech32(text, hrp.length)
    if (data.variant !== "original") return yield* refuseChecksum
    const url = String.fromCharCode(...(yield* unpackWords(data.words)))
    if (!isLnurlLink(url)) {
      return yield* refuse("payload", "The LNURL does not hold an https link, or an http .onion one.")
    }
    return { kind: "lnurl", text: data.lower, url }
  })
