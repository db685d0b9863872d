// PIX that go out: payments, and returns of what came in. Only movements call it.
import { Context, type Effect } from "effect"
import type { LookUp, Sending } from "../outcome.ts"
import type { PaymentReceipt, PaymentRequest, ReturnReceipt, ReturnRequest } from "../pix-rail.ts"
import type { AbsentAfter } from "./absent-after.ts"
import type { ProviderAccount } from "../provider-account.ts"

export class PixTransfers extends Context.Service<
  PixTransfers,
  {
    /** The account that payments and returns are requested at. */
    readonly account: ProviderAccount
    /** How long an Absent of a payment, and of a return, is not believed; 40 seconds each where nothing is said. */
    readonly absentAfterMs?: { readonly payments?: AbsentAfter; readonly returns?: AbsentAfter }
    readonly sendReturn: (request: ReturnRequest) => Effect.Effect<Sending<ReturnReceipt>>
    /** Finds a return by its whole request: many rails list returns under the end-to-end id of their payment. Another value is `differs`. */
    readonly lookUpReturn: (request: ReturnRequest) => Effect.Effect<LookUp<ReturnReceipt>>
    /** Pays a PIX. A payment that was accepted and has not settled is Unknown, and found by its look-up or an event. */
    readonly pay: (request: PaymentRequest) => Effect.Effect<Sending<PaymentReceipt>>
    /**
     * What became of a payment, by our id. It asks the provider also where the adapter has no record of its own of it: that may be older
     * than the payment. What the provider has is compared with the request: another value or receiver is `differs`, and never Done.
     */
    readonly lookUpPayment: (request: PaymentRequest) => Effect.Effect<LookUp<PaymentReceipt>>
  }
>()("pontepay/core/ports/PixTransfers") {}
