// The receipt of a settled PIX (spec "Receipt object"): built from what the rail's settlement message told, a CPF masked,
// a CNPJ whole, and an account by its last four digits. Nothing that cannot be masked for sure is shown.
import { Result } from "effect"
import { printBrl } from "../../base/money/decimal.ts"
import type { Cents } from "../../base/money/units.ts"
import { isoInstantOrNull } from "../../base/time/instant.ts"
import { maskTaxId, parseTaxId } from "./tax-id.ts"

/** What is known of a settled PIX; tax id and account whole. */
interface PixSettlement {
  readonly endToEndId: string | null
  /** Unix milliseconds. */
  readonly paidAt: number | null
  readonly value: Cents
  readonly payerIspb: string | null
  readonly pixKey: string | null
  readonly receiver: {
    readonly name: string | null
    readonly taxId: string | null
    readonly bankName: string | null
    readonly ispb: string | null
    readonly branch: string | null
    readonly account: string | null
    readonly accountType: string | null
  } | null
}

const alreadyMasked = /^\*{3}\.\d{3}\.\d{3}-\*{2}$/

/** A tax id as receipts show it; nothing of a text that is neither a tax id nor a masked one. */
const shownTaxId = (text: string | null): string | null => {
  if (text === null || alreadyMasked.test(text)) return text
  return Result.match(parseTaxId(text), { onSuccess: maskTaxId, onFailure: () => null })
}

/** An account number by its last four characters, and by none where it has no more than them. */
const shownAccount = (account: string | null): string | null => {
  if (account === null) return null
  const characters = account.replace(/[^0-9A-Za-z]/g, "")
  return `****${characters.length > 4 ? characters.slice(-4) : ""}`
}

/** The receipt that records and events show. */
export const receiptOf = ({ endToEndId, paidAt, payerIspb, pixKey, receiver, value }: PixSettlement) => ({
  endToEndId,
  paidAt: isoInstantOrNull(paidAt),
  rail: "PIX" as const,
  amountInBrl: printBrl(value),
  payerIspb,
  receiver: {
    name: receiver?.name ?? null,
    taxId: shownTaxId(receiver?.taxId ?? null),
    pixKey,
    bankName: receiver?.bankName ?? null,
    ispb: receiver?.ispb ?? null,
    branch: receiver?.branch ?? null,
    account: shownAccount(receiver?.account ?? null),
    accountType: receiver?.accountType ?? null
  }
})
