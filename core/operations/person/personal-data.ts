// Personal data: in which fields of which records it is kept, whose it is, and how it ends (decision 0208). The export, the
// erasure and the page `hosts/docs/personal-data.md` read this table; a kind of record that is in neither table fails a test.

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

/** A kind of record with personal data: what it is kept for, its fields by their paths, and what is never shown of it. */
export interface PersonalKind {
  /** With the basis in the LGPD (Lei 13.709/2018). */
  readonly purpose: string
  readonly seenBy: string
  readonly fields: Readonly<Record<string, PersonalField>>
  /** Secrets: no export has them, and they end with the record's personal data. */
  readonly secrets?: ReadonlyArray<string>
}

/** What stands in place of a text that was erased. */
export const erasedText = "erased"

const text: PersonalField = { whose: "text", until: "end" }
const holder: PersonalField = { whose: "holder", until: "end" }
const payer: PersonalField = { whose: "payer", until: "end" }
const receiver: PersonalField = { whose: "receiver", until: "end" }
const beneficiary: PersonalField = { whose: "beneficiary", until: "end" }
const address: PersonalField = { ...holder, becomes: erasedText, isAddress: true }

const pixDestination = (place: string): Readonly<Record<string, PersonalField>> => ({
  [`${place}.key`]: { ...receiver, becomes: erasedText },
  [`${place}.brCode`]: { ...receiver, becomes: erasedText }
})

const pixReceiver = (place: string): Readonly<Record<string, PersonalField>> => ({
  [`${place}.name`]: receiver,
  [`${place}.taxId`]: receiver,
  [`${place}.branch`]: receiver,
  [`${place}.account`]: receiver
})

const history = { "history.*.evidence": text, "history.*.reason.detail": text }
const declared = {
  "declared.purpose": text,
  "declared.counterpartyName": beneficiary,
  "declared.counterpartyTaxId": beneficiary,
  "declared.counterpartyCountry": beneficiary
}
const payment = "the payment (article 7 V), and its record against money laundering (article 7 II; Circular BCB 3.978)"
const account = "the account, operators"
const operators = "operators"

export const personalData: Readonly<Record<string, PersonalKind>> = {
  subaccount: {
    purpose: "the contract with the customer (article 7 V), and knowing who he is (article 7 II)",
    seenBy: account,
    fields: {
      name: { ...holder, becomes: erasedText },
      email: { whose: "holder", until: "order" },
      taxResidence: holder
    }
  },
  kycAttempt: {
    purpose: "knowing the customer (article 7 II; Circular BCB 3.978)",
    seenBy: account,
    fields: { taxId: holder, "rejection.reason": text, ...history }
  },
  wallet: {
    purpose: "the holder's access to what is his: the address salts the PIN (article 7 V)",
    seenBy: "the account, where it may read wallet keys",
    fields: { email: { ...holder, becomes: erasedText } },
    secrets: ["protectedSymmetricKey", "sealedSeed", "liquid.sealedBlindingKey"]
  },
  deposit: {
    purpose: payment,
    seenBy: account,
    fields: {
      taxId: beneficiary,
      "payer.name": payer,
      "payer.taxId": payer,
      address,
      "refusal.detail": text,
      ...declared,
      ...history
    }
  },
  payout: {
    purpose: payment,
    seenBy: account,
    fields: {
      taxId: beneficiary,
      ...pixDestination("destination"),
      ...pixReceiver("receiver"),
      "refusal.detail": text,
      duplicateReason: text,
      ...declared,
      ...history
    }
  },
  lightningInvoice: {
    purpose: payment,
    seenBy: account,
    fields: {
      ...pixDestination("destination"),
      ...pixReceiver("receiver"),
      refundAddress: address,
      "refusal.detail": text,
      ...declared,
      ...history
    }
  },
  transfer: {
    purpose: payment,
    seenBy: account,
    fields: { "refusal.detail": text, duplicateReason: text, ...declared, ...history }
  },
  swap: {
    purpose: payment,
    seenBy: account,
    fields: { destination: address, address, reference: text, ...declared, ...history }
  },
  movement: {
    purpose: payment,
    seenBy: account,
    fields: {
      ...pixDestination("order.destination"),
      ...pixReceiver("receipt.receiver"),
      "order.address": address,
      "reason.detail": text,
      "reversals.*.reason": text,
      ...history
    }
  },
  dispute: {
    purpose: "answering a dispute under the rules of PIX (article 7 II; MED)",
    seenBy: account,
    fields: { "legs.*.payerName": payer, "legs.*.reason": text, ...history }
  },
  event: {
    purpose: "telling the account what happened (article 7 V)",
    seenBy: "the account and its webhook receivers, operators",
    fields: { body: { whose: "text", until: "order" } }
  },
  providerFact: {
    purpose: "taking a provider's message once (article 7 V)",
    seenBy: operators,
    fields: { "payer.name": payer, "payer.taxId": payer, fact: text }
  },
  command: { purpose: payment, seenBy: operators, fields: { payload: text }, secrets: ["sealed"] },
  review: {
    purpose: "what a person has to look at (article 7 V)",
    seenBy: operators,
    fields: { "reason.detail": text, "reason.evidence": text, "reason.reason.detail": text }
  },
  operatorAct: { purpose: "who did what (article 7 II)", seenBy: operators, fields: { detail: text } },
  approval: {
    purpose: "an order that waits for a second operator (article 7 II)",
    seenBy: operators,
    fields: { input: text }
  },
  kycSubmission: {
    purpose: "handing a form to the identity provider; forgotten once the provider has it (article 7 II)",
    seenBy: "no one: it is sealed",
    fields: {},
    secrets: ["sealed"]
  }
}

/** Kinds of record without personal data in the clear, with what they hold. */
export const notPersonal: Readonly<Record<string, string>> = {
  account: "the key owner: name, e-mail address, whom he may pay; his contract, for as long as the account",
  answer: "first answers by Idempotency-Key: ids, amounts and links; those with secrets are sealed",
  apiKey: "a name, a digest, scopes",
  auditTally: "counts of an audit",
  aveniaAccount: "ids",
  aveniaAttempt: "ids and an instant",
  aveniaLiveness: "ids",
  aveniaPayment: "ids and the amount of a PIX",
  bitcoinCoin: "a coin of the treasury, and the delivery that has it",
  bitcoinMovement: "signed bytes and addresses of a chain",
  bookDay: "sums",
  bookMonth: "sums",
  bookPlace: "a place in the journal",
  delivery: "ids, and what endpoints answered: status and kind of problem",
  documentUsage: "counts",
  erasure: "what was ordered, of whom by a keyed digest; the tax number is sealed, and forgotten at the end",
  evmRelayer: "a nonce",
  evmTransaction: "signed bytes and addresses of a chain",
  floatLevel: "amounts",
  treasuryUse: "amounts",
  floatWatch: "amounts",
  keyRing: "keys, wrapped",
  keyUse: "an instant",
  keysHour: "counts",
  keysRead: "an instant",
  kycDocument: "whose document of which type it is; the file is in the document store",
  kycImport: "ids",
  liquidCoin: "a coin of the treasury and an id",
  liquidMovement: "signed bytes and addresses of a chain",
  operator:
    "staff: name, e-mail address, digests of what they sign in with; their employer's to keep, not a customer's to erase",
  operatorEmail: "a digest of the e-mail address of staff",
  operatorRoster: "ids of staff",
  operatorSessions: "digests and instants",
  operatorTries: "counts of wrong passwords",
  personExport: "that an export was made, and by which request",
  pinSession: "a digest",
  pinState: "counts of wrong PINs",
  pixReceipt: "ids and amounts of a PIX",
  pixReturn: "ids and amounts of a return",
  plane: "a mark of the database",
  railComparison: "places in the books of the rail and in ours, and ids and amounts of PIX for a day",
  reconcileTally: "counts",
  resealing: "places in lists",
  sandboxKyc: "test data of the simulated provider, in the sandbox alone",
  sandboxLightningInvoice: "as sandboxKyc",
  sandboxLightningPayment: "as sandboxKyc",
  sandboxPayment: "as sandboxKyc",
  sandboxPurse: "as sandboxKyc",
  sandboxReturn: "as sandboxKyc",
  sandboxShareToken: "as sandboxKyc",
  sandboxTransfer: "as sandboxKyc",
  seal: "hashes of the journal",
  serviceToken: "the name of a token of automation, a digest",
  sparkMovement: "addresses, amounts and invoices of transfers on Spark",
  statementBlock: "counts",
  sweep: "a place in a list",
  swapAuthorization: "a sealed seed, wiped with its use",
  solanaCarry: "ids and a place in a list",
  solanaNonce: "an address of a chain and an id",
  solanaRent: "an address of a chain, a day and a count",
  solanaTransfer: "signed bytes and addresses of a chain",
  transferClaim: "what a caller named a transfer, and digests",
  transferReceipt: "ids and amounts",
  transferTurn: "an instant",
  treasurySweep: "amounts, and an address of the service's own",
  tronOperation: "signed bytes and addresses of a chain",
  tronSponsorship: "addresses of a chain and amounts",
  walletMirror: "an instant",
  webhook: "an address and a sealed secret of the key owner"
}
