// The texts of a payment's summary in the language of the viewer: its amounts, its parties, and the sentence.
import type { Summary } from "../../../http/api/definition/management-answers.ts"
import { amount } from "../format/money.ts"
import { dayAndMinute } from "../format/time.ts"
import type { Words } from "../i18n/words.ts"

type Party = Summary["payer"]
type Amount = Summary["paid"]

/** The two ends of a long address or id, which tell it from others. */
export const shortened = (text: string): string => text.length > 34 ? `${text.slice(0, 6)}…${text.slice(-6)}` : text

const called = (party: Party): string | null =>
  party?.name ?? (party === null || party.detail === null ? null : shortened(party.detail))

const unpaid: ReadonlySet<string> = new Set(["awaitingPix", "awaitingLightning"])
const neverPaid: ReadonlySet<string> = new Set(["chargeExpired", "invoiceExpired"])

/** What is said where it is not known who paid. */
export const unknownPayer = ({ happened: { code }, hidesPayer }: Summary, { summary: words }: Words): string => {
  if (hidesPayer) return words.notShown
  if (unpaid.has(code)) return words.notPaidYet
  return neverPaid.has(code) ? words.unpaid : words.notIdentified
}

/** The sentence that says what happened to a payment of a kind. */
export const sentenceOf = (kind: string, summary: Summary, { common, locale, summary: words }: Words): string => {
  const { happened, paid, payee, payer, received } = summary
  const written = (of: Amount | null): string | null => of === null ? null : amount(of.value, of.asset, locale)
  const sentence = words.sentences[happened.code]({
    paid: amount(paid.value, paid.asset, locale),
    received: written(received) ?? common.none,
    payer: called(payer),
    payee: called(payee) ?? words.receiver,
    at: happened.at === null ? common.none : words.moment(...dayAndMinute(happened.at, locale)),
    back: written(happened.back),
    backTo: happened.backTo ?? (kind === "lightningInvoice" ? words.payer : words.wallet),
    sentBack: written(happened.sentBack) ?? common.none
  })
  // Names such as "Maria S." end with a full stop of their own.
  return sentence.replace(/\.\.$/, ".")
}
