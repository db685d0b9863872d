// What the reading of a payment string says: what it is and what it holds, or why it is not that, and where.

/** What a text can be. */
export type PaymentStringKind =
  | "brCode"
  | "pixKey"
  | "bolt11"
  | "lnurl"
  | "lightningAddress"
  | "evm"
  | "tron"
  | "solana"
  | "spark"
  | "bitcoin"
  | "liquid"
  /** A link as a whole: its scheme, its parameters. */
  | "link"

/** One thing that the text says; `at` counts characters from its start. */
export interface Fact {
  readonly name: string
  readonly value: string
  readonly at?: number | undefined
}

/** What is worth knowing before paying, though the text is what it looks like. */
export interface Remark {
  readonly message: string
  readonly at?: number | undefined
}

/** A text that is what it looks like. */
export interface Reading {
  readonly kind: PaymentStringKind
  /** For people: what exactly it is. */
  readonly what: string
  /** The form in which it is stored and compared. */
  readonly canonical: string
  readonly facts: ReadonlyArray<Fact>
  readonly remarks: ReadonlyArray<Remark>
}

/** Why a text is not what it looks like. */
export interface Fault {
  readonly kind: PaymentStringKind
  readonly reason: string
  readonly message: string
  /** Characters from the start of the text to the fault, where it has a place. */
  readonly at?: number | undefined
  /** What could be read all the same. */
  readonly facts: ReadonlyArray<Fact>
}

export type ReadingResult =
  | { readonly _tag: "Reading"; readonly reading: Reading }
  | { readonly _tag: "Fault"; readonly fault: Fault }

export const reading = (of: Reading): ReadingResult => ({ _tag: "Reading", reading: of })
export const fault = (of: Fault): ReadingResult => ({ _tag: "Fault", fault: of })

export const readingsOf = (attempts: ReadonlyArray<ReadingResult>): ReadonlyArray<Reading> =>
  attempts.flatMap((attempt) => attempt._tag === "Reading" ? [attempt.reading] : [])

export const faultsOf = (attempts: ReadonlyArray<ReadingResult>): ReadonlyArray<Fault> =>
  attempts.flatMap((attempt) => attempt._tag === "Fault" ? [attempt.fault] : [])

const movedBy = (offset: number) => <A extends { readonly at?: number | undefined }>(place: A): A =>
  place.at === undefined ? place : { ...place, at: place.at + offset }

/** The same attempt at a text that stands further on in a longer one. */
export const moved = (attempt: ReadingResult, offset: number): ReadingResult => {
  const move = movedBy(offset)
  if (attempt._tag === "Reading") {
    const { facts, remarks } = attempt.reading
    return reading({ ...attempt.reading, facts: facts.map(move), remarks: remarks.map(move) })
  }
  return fault(move({ ...attempt.fault, facts: attempt.fault.facts.map(move) }))
}
