// What Woovi says of a payment or a return, as data: which words are about this very movement, and which about us (C49).

/** What becomes of a payment that failed: it is refused, or a person decides because the reason lies with us or with the provider. */
export type Meaning = "refused" | "person"

/** A code with its meaning, and in our words what the provider says of it. */
export interface CodeRow {
  readonly code: string
  readonly meaning: Meaning
  readonly says: string
}

const row = (code: string, meaning: Meaning, says: string): CodeRow => ({ code, meaning, says })

/** The codes of pacs.002 that a failed payment has, in the provider's order. */
export const rejectionCodes: ReadonlyArray<CodeRow> = [
  row("AB03", "refused", "the settlement system stopped the settlement after its time"),
  row("AB09", "refused", "an error at the receiver's participant stopped it"),
  row("AB11", "refused", "the order of the paying participant came too late and was stopped"),
  row("AC03", "refused", "the receiver's branch or account does not exist"),
  row("AC06", "refused", "the receiver's account is blocked"),
  row("AC07", "refused", "the receiver's account is closed"),
  row("AC14", "refused", "the receiver's account is of another type"),
  row("AG03", "refused", "the receiver's account does not take this kind of transfer"),
  row("AG12", "person", "both accounts are at one participant, which the settlement system does not settle"),
  row("AG13", "refused", "a return cannot be returned"),
  row("AGNT", "person", "the direct participant does not settle for the payer's"),
  row("AM01", "person", "an order of zero"),
  row("AM02", "refused", "above what the receiver's account may take"),
  row("AM04", "person", "the payer's participant lacks funds at the central bank"),
  row("AM09", "refused", "returns would exceed the payment"),
  row("AM12", "person", "the parts of the value do not sum up"),
  row("AM18", "person", "a wrong number of transactions"),
  row("BE01", "refused", "the receiver's tax id does not belong to the account"),
  row("BE05", "person", "the initiator of payments is not registered"),
  row("BE15", "person", "the reconciliation id is written wrongly"),
  row("BE17", "refused", "the receiver's participant refuses the QR code"),
  row("CH11", "refused", "the receiver's tax id is wrong"),
  row("CH16", "person", "the message is written wrongly"),
  row("CN01", "person", "a recurring schedule was cancelled"),
  row("DS04", "refused", "the receiver's participant refuses the order"),
  row("DS0G", "person", "whoever signed may not debit the account at the central bank"),
  row("DS27", "person", "a participant is not registered or does not operate yet"),
  row("DT02", "person", "the message has a wrong time"),
  row("DT05", "refused", "the time for a return is over"),
  // Perhaps by a payment of ours that no one knows of.
  row("DUPL", "person", "the charge was paid before"),
  row("ED05", "refused", "the settlement failed"),
  row("FF07", "person", "the purpose does not fit the message"),
  row("FF08", "person", "the end-to-end id is written wrongly"),
  row("FRAD", "refused", "refused on suspicion of fraud"),
  row("MD01", "person", "the provider of a withdrawal does not exist"),
  row("RC09", "person", "the payer's participant does not exist"),
  row("RC10", "refused", "the receiver's participant does not exist"),
  row("RR04", "person", "the payer is under sanctions"),
  row("SL02", "person", "the payment was no withdrawal"),
  row("UPAY", "person", "there is no valid recurrence")
]

/** The provider's own codes of a payment that failed. */
export const failureCodes: ReadonlyArray<CodeRow> = [
  row("ALIAS_LIMIT_ERROR", "person", "we asked for too many keys"),
  row("PAY_PIX_KEY_ERROR", "person", "paying to the key went wrong"),
  row("PIX_KEY_INFO_ERROR", "person", "asking whose the key is went wrong"),
  row("PIX_KEY_INFO_NOT_FOUND", "refused", "no bank has the key"),
  row("REACH_TRANSFER_LIMIT", "person", "our account has reached its limit of the day or the night"),
  row("NOT_ENOUGH_BALANCE", "person", "our account lacks balance")
]

const meanings = new Map([...rejectionCodes, ...failureCodes].map(({ code, meaning }) => [code, meaning]))

/** What a code means; one that is not listed is a person's. */
export const meaningOf = (code: string): Meaning => meanings.get(code) ?? "person"

/** The states of a payment; any other is open. */
export const paymentStates: Readonly<Record<string, "requested" | "settled" | "failed">> = {
  CREATED: "requested",
  CONFIRMED: "settled",
  FAILED: "failed"
}

/** The states of a return; any other is open. */
export const refundStates: Readonly<Record<string, "settled" | "refused">> = {
  REFUNDED: "settled",
  CONFIRMED: "settled",
  NOT_ACCOMPLISHED: "refused",
  REJECTED: "refused"
}

/** The states of a received PIX; any other makes the answer unknown. One without a state has settled. */
export const receivedStates: Readonly<Record<string, "settled" | "open" | "refused">> = {
  CONFIRMED: "settled",
  REFUNDED: "settled",
  PARTIAL_REFUND: "settled",
  CREATED: "open",
  IN_PROCESSING: "open",
  REJECTED: "refused"
}

/**
 * The provider's sentences for what it does not have, in lower case, with status 400 or 404. Another sentence is no such
 * statement: `Company not found` is about our account.
 */
export const absences = {
  charge: ["charge not found", "cobrança não encontrada"],
  payment: ["payment not found", "payment request not found", "pagamento não encontrado"],
  refund: ["refund not found", "pix transaction refund not found", "reembolso não encontrado"],
  transaction: ["transaction not found", "transação não encontrada"]
} as const
