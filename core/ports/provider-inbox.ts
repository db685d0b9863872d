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
