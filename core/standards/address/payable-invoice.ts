// What an invoice has to be for a payment: of the payment's amount, and not expired (C59). An invoice that a Lightning address
// gives has to name exactly the amount that was requested; an invoice that a customer gives may leave the amount open.
import { DateTime, Result } from "effect"
import { type Bolt11, type Bolt11Network, parseBolt11 } from "./bolt11.ts"

/** Why an invoice does not take a payment: `amountOpen` where the payer chooses the amount. */
type InvoiceProblem = "expired" | "amountOpen" | "otherAmount"

/** A payment that an invoice is for. */
export interface InvoiceTerms {
  /** Millisatoshis. */
  readonly amountMsat: bigint
  /** The instant of the payment in Unix milliseconds. */
  readonly now: number
}

/** Whether an invoice takes a payment, and why not. */
export const invoiceProblem = (
  { amountMsat, expiresAt }: Pick<Bolt11, "amountMsat" | "expiresAt">,
  terms: InvoiceTerms
): InvoiceProblem | undefined => {
  if (terms.now >= DateTime.toEpochMillis(expiresAt)) return "expired"
  if (amountMsat === undefined) return "amountOpen"
  return amountMsat === terms.amountMsat ? undefined : "otherAmount"
}

const wordsOf = (problem: InvoiceProblem, { amountMsat }: Bolt11, terms: InvoiceTerms): string => {
  switch (problem) {
    case "expired":
      return "The invoice has expired."
    case "amountOpen":
      return `The invoice names no amount instead of ${terms.amountMsat} millisatoshis.`
    case "otherAmount":
      return `The invoice is for ${amountMsat} millisatoshis instead of ${terms.amountMsat}.`
  }
}

/** Reads the invoice that a Lightning address gave for an amount, or says why it must not be paid. */
export const readGivenInvoice = (
  text: string,
  network: Bolt11Network,
  terms: InvoiceTerms
): Result.Result<Bolt11, string> =>
  Result.flatMap(Result.mapError(parseBolt11(text, network), ({ message }) => message), (invoice) => {
    const problem = invoiceProblem(invoice, terms)
    return problem === undefined ? Result.succeed(invoice) : Result.fail(wordsOf(problem, invoice, terms))
  })
