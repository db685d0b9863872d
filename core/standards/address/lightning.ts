// Lightning destinations: a BOLT11 invoice, an LNURL or a Lightning address, told apart by their form alone.
import { Result } from "effect"
import { type Bolt11, parseBolt11 } from "./bolt11.ts"
import { type LightningAddress, parseLightningAddress } from "./lightning-address.ts"
import { type Lnurl, parseLnurl } from "./lnurl.ts"
import { type Parsed, readText, refuse } from "./problem.ts"

/** Where a Lightning payment goes; `text` is the canonical form. */
export type LightningDestination = Bolt11 | Lnurl | LightningAddress

/** Longest of the three forms. */
const maxLength = 7089

/** Reads a Lightning destination of any of the three forms, without a `lightning:` prefix. */
export const parseLightningDestination = (text: string): Parsed<LightningDestination> =>
  Result.flatMap(readText(text, maxLength), (): Parsed<LightningDestination> => {
    if (text.includes("@")) return parseLightningAddress(text)
    if (/^lnurl1/i.test(text)) return parseLnurl(text)
    if (/^ln/i.test(text)) return parseBolt11(text)
    return refuse("form", "This is not a BOLT11 invoice, an LNURL or a Lightning address.")
  })
