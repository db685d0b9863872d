// Where an operation stands in the statement of its subaccount (C25): by the instant of its creation, then by its id. The
// place is a text whose order is that of time, so a stretch of time is a stretch of places, exact to the millisecond, and
// places never move. Operations with a fee are listed apart: each of them is two rows of the statement.

interface PlacedOperation {
  readonly id: string
  readonly subAccountId: string
  /** Unix milliseconds. */
  readonly createdAt: number
}

interface ChargedOperation extends PlacedOperation {
  readonly fee: bigint
}

// Enough for every instant that a date can be.
const digits = 16

/** The first place at an instant; places before 1970 are all the same, since nothing stands there. */
export const placeAt = (subAccountId: string, at: number): string =>
  `${subAccountId}/${String(Math.max(0, at)).padStart(digits, "0")}`

/** The place of an operation. */
export const placeOf = ({ createdAt, id, subAccountId }: PlacedOperation): string =>
  `${placeAt(subAccountId, createdAt)}/${id}`

/** The first text after a place that is no place below it. */
export const justAfter = (place: string): string => `${place} `

/** The lists of a record kind that stands in statements. */
export const statementLists = {
  statement: (record: ChargedOperation) => record.fee === 0n ? placeOf(record) : undefined,
  statementWithFee: (record: ChargedOperation) => record.fee === 0n ? undefined : placeOf(record)
}
