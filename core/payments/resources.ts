// The kinds of payments, and whom the outcomes of movements go to. What lists kinds shows them in this order.
import { Effect } from "effect"
import type { ReceiptLinks } from "../customers/access/proofs.ts"
import { type None, none } from "../engine/resource/none.ts"
import type { RailPolicy } from "./deposit/admit-deposit.ts"
import { depositResource, pixReceiptResource, pixReturnResource } from "./deposit/resource.ts"
import { disputeResource } from "./dispute/resource.ts"
import { lightningInvoiceResource } from "./lightning-invoice/resource.ts"
import type { Subjects } from "./movement/news.ts"
import type { Outcomes } from "./movement/outcomes.ts"
import { movementResource } from "./movement/resource.ts"
import { payoutResource } from "./payout/resource.ts"
import { swapAuthorizationResource, swapResource } from "./swap/resource.ts"
import { transferReceiptResource, transferResource } from "./transfer/resource.ts"
import { treasurySweepResource } from "./treasury-sweep/resource.ts"
import type { TreasuryReads } from "./treasury-sweep/treasury-surplus.ts"

export const paymentResources = {
  deposit: depositResource,
  payout: payoutResource,
  lightningInvoice: lightningInvoiceResource,
  transfer: transferResource,
  transferReceipt: transferReceiptResource,
  swap: swapResource,
  swapAuthorization: swapAuthorizationResource,
  dispute: disputeResource,
  treasurySweep: treasurySweepResource,
  pixReceipt: pixReceiptResource,
  pixReturn: pixReturnResource,
  movement: movementResource
} as const

type Payments = typeof paymentResources

/** The kinds that take outcomes, by name. */
type Hearing = {
  readonly [K in keyof Payments as Payments[K]["outcomes"] extends None ? never : K]: Payments[K]["outcomes"] extends
    { readonly hear: infer H } ? H : never
}

type Reads = ReceiptLinks | RailPolicy | TreasuryReads

const hearing = Object.fromEntries(
  Object.entries(paymentResources).flatMap(([kind, { outcomes }]) => outcomes === none ? [] : [[kind, outcomes.hear]])
) as Hearing

/** Who takes the outcomes of movements: a kind that movements are for and that takes none does not compile. */
export const subjects: Subjects<Reads> = {
  ...hearing,
  waitsFor: (movement) => {
    const { waitsFor }: Outcomes<Reads> = paymentResources[movement.subjectKind].outcomes
    return waitsFor === none ? Effect.undefined : waitsFor(movement)
  }
}
