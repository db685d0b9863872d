// Personal data, as each kind of record declares it: in which of its fields it is kept, whose it is, and how it ends (decision
// 0208). The export, the erasure and the page `hosts/docs/personal-data.md` read these declarations; a kind without one does
// not compile.

/**
 * Whose a field is. `holder`: of the subaccount that the record is about. `payer`: who paid the PIX of a deposit. `receiver`: who
 * is paid by PIX. `beneficiary`: for whom an operation was declared. `text`: words and copies in which any of them may be named.
 */
export type Whose = "holder" | "payer" | "receiver" | "beneficiary" | "text"

/** When an erasure reaches a field: with the order, or when the retention of records of payments and identities is over. */
export type Until = "order" | "end"

export interface PersonalField {
  readonly whose: Whose
  readonly until: Until
  /** What stands there afterwards; null unless the record always has a text. */
  readonly becomes?: "erased"
  /** Personal only where it has an @: a Lightning address, and none of a chain. */
  readonly isAddress?: true
}

/** What of a kind of record is personal: what it is kept for, its fields by their paths, and what is never shown of it. */
export interface PersonalData {
  /** With the basis in the LGPD (Lei 13.709/2018). */
  readonly purpose: string
  readonly seenBy: string
  readonly fields: Readonly<Record<string, PersonalField>>
  /** Secrets: no export has them, and they end with the record's personal data. */
  readonly secrets?: ReadonlyArray<string>
}

/** A kind without personal data in the clear, with what it holds instead. */
export interface NoPersonalData {
  readonly holds: string
}

/** What a kind declares. */
export type Personal = PersonalData | NoPersonalData

/** Says that a kind has no personal data in the clear, and what it holds. */
export const noPersonalData = (holds: string): NoPersonalData => ({ holds })

/** Whether a kind has personal data in the clear, or sealed. */
export const isPersonalData = (personal: Personal): personal is PersonalData => "fields" in personal

const nothing: Pick<Required<PersonalData>, "fields" | "secrets"> = { fields: {}, secrets: [] }

/** The personal fields and the secrets of a kind; none where it has no personal data. */
export const personalFieldsOf = (personal: Personal): typeof nothing =>
  isPersonalData(personal) ? { ...nothing, ...personal } : nothing

/** What stands in place of a text that was erased. */
export const erasedText = "erased"

const kept = (whose: Whose): PersonalField => ({ whose, until: "end" })

/** Fields that are kept until the retention is over. */
export const personalField = {
  text: kept("text"),
  holder: kept("holder"),
  payer: kept("payer"),
  receiver: kept("receiver"),
  beneficiary: kept("beneficiary"),
  address: { ...kept("holder"), becomes: erasedText, isAddress: true }
} as const satisfies Readonly<Record<string, PersonalField>>

const { beneficiary, receiver, text } = personalField

/** The fields of a PIX key or BR Code that is paid. */
export const pixDestinationFields = (place: string): Readonly<Record<string, PersonalField>> => ({
  [`${place}.key`]: { ...receiver, becomes: erasedText },
  [`${place}.brCode`]: { ...receiver, becomes: erasedText }
})

/** The fields of who was paid, as the bank names him. */
export const pixReceiverFields = (place: string): Readonly<Record<string, PersonalField>> => ({
  [`${place}.name`]: receiver,
  [`${place}.taxId`]: receiver,
  [`${place}.branch`]: receiver,
  [`${place}.account`]: receiver
})

/** What a lifecycle keeps of what others reported. */
export const historyFields = { "history.*.evidence": text, "history.*.reason.detail": text }

/** What is declared of an operation for reports. */
export const declaredFields = {
  "declared.purpose": text,
  "declared.counterpartyName": beneficiary,
  "declared.counterpartyTaxId": beneficiary,
  "declared.counterpartyCountry": beneficiary
}

/** What records of payments are kept for. */
export const paymentRecords =
  "the payment (article 7 V), and its record against money laundering (article 7 II; Circular BCB 3.978)"
