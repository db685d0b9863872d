// Any text that says where money goes: what it is, or where it is wrong. A text may be several things (an e-mail is a PIX key
// and a Lightning address; eleven digits are a CPF and a phone number): all of them are told and none is chosen. Total:
// no text makes it throw, and nothing is asked of any network.
import { forms, readCopied } from "./forms.ts"
import { kindsOfLink, readLink } from "./links.ts"
import {
  type Fact,
  type Fault,
  type PaymentStringKind,
  type Reading,
  type ReadingResult,
  faultsOf,
  moved,
  readingsOf
} from "./reading.ts"
import { linkOf } from "./uri.ts"

export interface Decoded {
  /** Everything that the text is. */
  readonly readings: ReadonlyArray<Reading>
  /** Where nothing fits: why it is not what it looks like. Offsets count from the start of what was given. */
  readonly faults: ReadonlyArray<Fault>
  /** Everything it was compared with. */
  readonly tried: ReadonlyArray<PaymentStringKind>
  /** The scheme before it, such as lightning, and what was asked after it. */
  readonly uri: { readonly scheme: string; readonly parameters: ReadonlyArray<Fact> } | undefined
}

export interface DecodeOptions {
  /** Unix milliseconds; without it nothing is said of what has expired. */
  readonly now?: number | undefined
}

/** Says what a text is; where it is nothing, what is wrong with what it looks like. */
export const decodePaymentString = (given: string, { now }: DecodeOptions = {}): Decoded => {
  const start = given.length - given.trimStart().length
  const text = given.trim()
  const link = linkOf(text)
  const attempts: ReadonlyArray<ReadingResult> = link === undefined ? readCopied(text, now) : readLink(link, now)
  const placed = attempts.map((attempt) => moved(attempt, start))
  const faults = faultsOf(placed)
  return {
    // In a link everything has to hold: an address beside a wrong amount is not to be paid.
    readings: faults.length > 0 ? [] : readingsOf(placed),
    faults,
    tried: link === undefined ? forms.map(({ kind }) => kind) : kindsOfLink(link),
    uri: link === undefined
      ? undefined
      : { scheme: link.scheme, parameters: link.parameters.map(({ name, value }) => ({ name, value })) }
  }
}
