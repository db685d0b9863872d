// A word of the provider about a PIX that the rail was not asked for yet (0070).
import { Data } from "effect"

/** What was told has to be told again, or kept until the rail was asked for the PIX. */
export class PaymentNotAsked extends Data.TaggedError("PaymentNotAsked")<{ readonly paymentId: string }> {}
