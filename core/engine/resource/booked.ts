// What the journal does not say of an operation that an entry is of, read from its record. Only what never changes once the entry
// is booked, so that a month reads the same whenever it is read.
import type { Cents } from "../../base/money/units.ts"
import type { Rate } from "../../base/money/rate.ts"
import type { Declaration } from "../../standards/identity/declaration.ts"
import type { Identified, RecordKind } from "../store/records.ts"

/** Who is on the other side of the PIX. */
export interface Counterparty {
  readonly name: string | null
  readonly taxId: string | null
}

export interface OperationFacts {
  /** The id as the interface has it. */
  readonly id: string
  readonly subAccountId: string
  readonly network: string
  readonly fee: Cents | null
  /** What it was priced at; null where nothing was converted to reais. */
  readonly rate: Rate | null
  /** Who paid the PIX that came in, or was paid by the one that went out; null until that is booked. */
  readonly counterparty: Counterparty | null
  readonly declared: Declaration | undefined
  /** What is declared of who receives at the address below: of a PIX it is about another. */
  readonly addressDeclared: Declaration | undefined
  /** The customer's wallet that value leaves; null where none does. */
  readonly senderAddress: string | null
  /** The address that the operation sends to; null where it names none, and where that is a wallet of the key owner's own. */
  readonly recipientAddress: string | null
  /** The tax number of the beneficiary that was declared beside that. */
  readonly beneficiaryTaxId: string | null
}

/** Of an operation that sends nothing to an address. */
export const sendsNothing = {
  addressDeclared: undefined,
  senderAddress: null,
  recipientAddress: null,
  beneficiaryTaxId: null
}

/** A kind of operation that entries are of. */
export interface Booked {
  readonly kind: string
  /** What its ids begin with, and the words for it. */
  readonly prefix: string
  readonly operation: string
  readonly factsOf: (body: string) => OperationFacts
}

/** Declares what the books say of a kind. */
export const booked = <A extends Identified>(
  { decode, kind }: RecordKind<A, string, string>,
  prefix: string,
  operation: string,
  factsOf: (record: A) => OperationFacts
): Booked => ({ kind, prefix, operation, factsOf: (body) => factsOf(decode(body)) })
