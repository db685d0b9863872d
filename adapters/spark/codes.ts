// What the SDK's errors mean, as data. It throws sentences and no codes, so a row is what a sentence of version 0.19.2 begins with.
// Each of them comes before anything is sent. What no row lists is Unknown once the SDK was asked to send.

/** `short`: the wallet holds too little. `refused`: it cannot be sent, for good. `foreign`: the seed is not that of the payer. */
type ErrorMeaning = "short" | "refused" | "foreign"

interface ErrorRow {
  readonly sentence: string
  readonly means: ErrorMeaning
  /** The same in our words. */
  readonly says: string
}

export const errors: ReadonlyArray<ErrorRow> = [
  {
    sentence: "Insufficient funds",
    means: "short",
    says: "the wallet holds too little, or its last receipts are not seen yet"
  },
  { sentence: "Invalid input: Invoice has expired", means: "refused", says: "the invoice has expired" },
  {
    sentence: "Invalid input: Invoice can only be paid by sender public key",
    means: "foreign",
    says: "the seed is not that of the wallet that has to pay"
  },
  { sentence: "Invalid input: Invalid spark address", means: "refused", says: "the receiver is no Spark address" },
  { sentence: "Invalid input: Amount must be greater than 0", means: "refused", says: "the amount is nothing" },
  { sentence: "SparkSdkError: Self payment not allowed", means: "refused", says: "the receiver is the payer" },
  { sentence: "SparkSdkError: Invalid network", means: "refused", says: "the receiver is on another network" },
  {
    sentence: "SparkSdkError: Service error: validation error: Fee exceeds maximum allowed fee",
    means: "refused",
    says: "the fee has risen above what was prepared"
  },
  {
    sentence: "SparkSdkError: Service error: validation error: Invoice network does not match",
    means: "refused",
    says: "the invoice is of another network"
  },
  {
    sentence: "SparkSdkError: Service error: invoice decoding error",
    means: "refused",
    says: "the invoice cannot be read"
  }
]

/** What `getPayment` throws where there is no such payment. Of another call it says nothing. */
export const notFound = "Invalid input: Not found"

/** What other sentences begin with, and what is said of them: the SDK's own words may quote what others sent. */
const kinds: Readonly<Record<string, string>> = {
  "Network error": "the SDK could not reach its services",
  "Storage error": "the SDK's storage failed",
  "Signer error": "the SDK could not sign",
  "Invalid input": "the SDK did not take the request",
  "Invalid UUID": "the SDK did not take the id",
  SparkSdkError: "Spark's operators or its service provider failed, or refused us"
}

/** The row of a sentence; undefined where none lists it. */
export const errorRow = (sentence: string): ErrorRow | undefined =>
  errors.find((row) => sentence.startsWith(row.sentence))

/** A sentence in our words. */
export const inOurWords = (sentence: string): string =>
  errorRow(sentence)?.says ?? kinds[sentence.slice(0, Math.max(0, sentence.indexOf(":")))] ?? "the SDK failed"
