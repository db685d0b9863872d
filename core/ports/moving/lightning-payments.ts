// Payments of our Lightning node. Only movements call it.
import { Context, type Effect } from "effect"
import type { LightningPayment, LightningReceipt } from "../lightning-node.ts"
import type { LookUp, Sending } from "../outcome.ts"
import type { AbsentAfter } from "./absent-after.ts"
import type { ProviderAccount } from "../provider-account.ts"

export class LightningPayments extends Context.Service<
  LightningPayments,
  {
    /** Of which node payments are asked. */
    readonly account: ProviderAccount
    /** How long an Absent of a payment is not believed; 40 seconds where nothing is said. */
    readonly absentAfterMs?: AbsentAfter
    readonly pay: (payment: LightningPayment) => Effect.Effect<Sending<LightningReceipt>>
    /** What became of a payment that was requested under our id with this invoice: many nodes know payments by the invoice alone. */
    readonly lookUpPayment: (
      payment: Pick<LightningPayment, "bolt11" | "operationId" | "sats">
    ) => Effect.Effect<LookUp<LightningReceipt>>
  }
>()("pontepay/core/ports/LightningPayments") {}
