// Events of the providers. An adapter checks the proof over the raw bytes and translates; what an event means for a
// record is decided by the tables.
import { Context, Data, type Effect } from "effect"
import type { ValidationFailed } from "../errors/errors.ts"
import type { Cents } from "../money/units.ts"

/** Who paid a PIX, as far as the rail tells. */
export interface Payer {
  readonly name: string | null
  /** CPF or CNPJ, no punctuation. */
  readonly taxId: string | null
}

/** One fact that a provider told us. `Unsupported` is what this version has no use for: accepted, never acted on. */
export type ProviderFact =
  | {
    readonly _tag: "ChargePaid"
    readonly eventId: string | null
    readonly trackId: string
    readonly endToEndId: string
    /** The provider told no end-to-end id and the adapter made one up: on a charge that is paid it is no second PIX. */
    readonly isMadeUp?: boolean
    readonly payer: Payer | null
  }
  | { readonly _tag: "DeliveryDoubted"; readonly eventId: string | null; readonly trackId: string }
  | {
    readonly _tag: "PixReturned"
    readonly eventId: string | null
    readonly endToEndId: string
    readonly returnId: string
    readonly value: Cents
  }
  /** A PIX that we pay has settled. `paymentId` is ours. */
  | {
    readonly _tag: "PaymentSettled"
    readonly eventId: string | null
    readonly paymentId: string
    readonly endToEndId: string | null
  }
  /** A PIX that we pay was refused for good. */
  | {
    readonly _tag: "PaymentRefused"
    readonly eventId: string | null
    readonly paymentId: string
    readonly reason: string | null
  }
  /** The receiver's bank sent a settled PIX back, whole when no value is told. */
  | {
    readonly _tag: "PaymentReversed"
    readonly eventId: string | null
    readonly paymentId: string
    readonly returnId: string | null
    readonly returnedValue: Cents | null
    readonly reason: string | null
  }
  /** The identity provider decided about an attempt of ours. */
  | {
    readonly _tag: "KycDecided"
    readonly eventId: string | null
    readonly attemptId: string
    readonly status: "APPROVED" | "REJECTED" | "REVIEW" | "EXPIRED" | "FAILED"
    readonly labels: ReadonlyArray<string>
  }
  /** A PIX that we received is contested, or the contest moved on. */
  | {
    readonly _tag: "DisputeMoved"
    readonly eventId: string | null
    readonly status: "CREATED" | "ACCEPTED" | "REJECTED" | "CANCELED"
    readonly endToEndId: string
    readonly disputeId: string | null
    readonly value: Cents
    readonly reason: string | null
    readonly payerName: string | null
    /** Unix milliseconds. */
    readonly transactionDate: number | null
    readonly providerStatus: string | null
  }
  /** A Lightning invoice of ours was paid. */
  | { readonly _tag: "InvoicePaid"; readonly eventId: string | null; readonly paymentHash: string }
  | { readonly _tag: "Unsupported"; readonly eventId: string | null; readonly subscription: string }

/** The signature is missing, wrong or too old. */
export class ProofRefused extends Data.TaggedError("ProofRefused")<{ readonly problem: string }> {}

export interface ProviderMessage {
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  /** Unix milliseconds. */
  readonly now: number
}

export class ProviderInbox extends Context.Service<ProviderInbox, {
  /** Whether the message carries a provider's signature at all. */
  readonly isSigned: (message: ProviderMessage) => boolean
  /** The fact of a signed message. */
  readonly readSigned: (message: ProviderMessage) => Effect.Effect<ProviderFact, ProofRefused | ValidationFailed>
  /** The fact of a message whose sender was authenticated in another way. */
  readonly readTrusted: (message: ProviderMessage) => Effect.Effect<ProviderFact, ValidationFailed>
}>()("pontepay/core/ports/ProviderInbox") {}
