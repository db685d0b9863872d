// The receipt of a PIX as people read it, in Portuguese or English: lines as data, for a page and for a printer alike.
// Invariant: a CPF is masked wherever it stands, also where it is the PIX key (0144).
import { Result } from "effect"
import { printBrl } from "../../base/money/decimal.ts"
import { type Cents, zero } from "../../base/money/units.ts"
import type { receiptOf } from "./receipt.ts"
import { maskTaxId, parseCpf } from "./tax-id.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { type ReceiptLanguage, type ReceiptWords, receiptWords } from "./receipt-words.ts"

/** A PIX that was paid out, as far as its receipt shows it. */
export interface PaidPix {
  readonly transactionId: string
  /** Unix milliseconds. */
  readonly paidAt: number
  readonly value: Cents
  readonly receipt: ReturnType<typeof receiptOf>
  /** On whose order it was paid. */
  readonly orderedBy: string | null
  /** What the receiver's bank has sent back so far. */
  readonly returned: Cents
  /** Whether it was paid in the sandbox only. */
  readonly isSimulated: boolean
}

export interface ReceiptSection {
  readonly heading: string
  readonly rows: ReadonlyArray<readonly [label: string, value: string]>
}

/** What a receipt says, in the order in which it says it. */
export interface ReceiptLines {
  readonly language: ReceiptLanguage
  /** Unix milliseconds of the payment: the date of everything that is made of it. */
  readonly at: number
  readonly title: string
  readonly amount: string
  readonly status: string
  readonly warning: string | null
  readonly sections: ReadonlyArray<ReceiptSection>
  readonly footer: string
}

/** An amount as Brazilians write it, also in English: R$ 1.234,56 and R$1,234.56. */
export const shownBrl = (value: Cents, language: ReceiptLanguage): string => {
  const [reais = "", cents = ""] = printBrl(value).split(".")
  const grouped = (mark: string) => reais.replace(/\B(?=(?:\d{3})+$)/g, mark)
  return language === "pt-BR" ? `R$ ${grouped(".")},${cents}` : `R$${grouped(",")}.${cents}`
}

// Brasília has been three hours behind UTC all year since 2019.
const brasiliaMs = -10_800_000

/** An instant as a person in Brazil reads it. */
const shownInstant = (at: number, { dateOf, zone }: Pick<ReceiptWords, "dateOf" | "zone">): string => {
  const [date = "", time = ""] = isoInstant(at + brasiliaMs).split("T")
  return `${dateOf(date)} ${time.slice(0, 8)} ${zone}`
}

const shownKey = (key: string | null): string | null =>
  key === null ? null : Result.match(parseCpf(key), { onSuccess: maskTaxId, onFailure: () => key })

const said = (rows: ReadonlyArray<readonly [string, string | null]>): ReceiptSection["rows"] =>
  rows.flatMap(([label, value]) => value === null || value === "" ? [] : [[label, value] as const])

/** The lines of a receipt. */
export const receiptLines = (pix: PaidPix, language: ReceiptLanguage): ReceiptLines => {
  const words = receiptWords[language]
  const { receipt } = pix
  const { receiver } = receipt
  const isReturned = pix.returned > zero("BRL")
  return {
    language,
    at: pix.paidAt,
    title: words.title,
    amount: shownBrl(pix.value, language),
    status: isReturned ? words.returned : words.completed,
    warning: pix.isSimulated ? words.simulated : null,
    sections: [
      {
        heading: words.payment,
        rows: said([
          [words.paidAt, shownInstant(pix.paidAt, words)],
          [words.kind, receipt.rail],
          [words.returnedValue, isReturned ? shownBrl(pix.returned, language) : null],
          [words.endToEndId, receipt.endToEndId],
          [words.transactionId, pix.transactionId]
        ])
      },
      {
        heading: words.receiver,
        rows: said([
          [words.name, receiver.name],
          [words.taxId, receiver.taxId],
          [words.pixKey, shownKey(receiver.pixKey)],
          [words.bank, receiver.bankName],
          [words.ispb, receiver.ispb],
          [words.branch, receiver.branch],
          [words.account, receiver.account],
          [words.accountType, receiver.accountType === null ? null : words.accountTypes(receiver.accountType)]
        ])
      },
      {
        heading: words.payer,
        rows: said([[words.orderedBy, pix.orderedBy], [words.ispb, receipt.payerIspb]])
      }
    ].filter(({ rows }) => rows.length > 0),
    footer: words.footer
  }
}
