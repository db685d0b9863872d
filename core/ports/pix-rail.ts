// The PIX provider: charges, and what payments and returns are made of. Our ids are stable: asking twice under one id has one
// effect.
import { Context, type Effect } from "effect"
import type { Cents } from "../base/money/units.ts"
import type { ProviderAccount } from "./provider-account.ts"
import type { LookUp, Outcome, Refused } from "./outcome.ts"
import type { Way } from "./way.ts"
import type { Payer, PixDestination, PixReceiver } from "../standards/pix/pix-parties.ts"

/** A charge to be made payable. It moves no money. */
export interface ChargeRequest {
  /** Our id of the charge (`walletCharge`). */
  readonly chargeId: string
  readonly value: Cents
  /** Unix milliseconds. */
  readonly expiresAt: number
  /** For whom the charge is. */
  readonly subAccountId: string
  /**
   * Who is expected to pay: the holder, as KYC approved him. For providers that print or demand a debtor. Whoever pays counts,
   * also another person.
   */
  readonly payer: { readonly name: string; readonly taxId: string | null }
  /** What the payer's app may show: the key owner's name. */
  readonly description: string
}

/** What the provider gave for a charge. */
export interface Charge {
  /** The provider's id of it; its events name this. */
  readonly trackId: string
  readonly brCode: string
}

/** A PIX that was paid on a charge. */
export interface ChargePayment {
  readonly endToEndId: string
  /** What was paid, which may be another value than that of the charge. */
  readonly value: Cents
  /** When the rail settled it, in Unix milliseconds; null where the rail does not say. */
  readonly paidAt: number | null
  readonly payer: Payer | null
  /** What the provider took for it from what it holds of us, where it says so. */
  readonly cost?: Cents
}

/** `Done`: everything that was paid on the charge, nothing while it is unpaid. `Absent`: the rail has no such charge. */
export type ChargeLookUp = Exclude<LookUp<ReadonlyArray<ChargePayment>>, Refused>

/** A received PIX, or part of it, to be sent back to its payer. */
export interface ReturnRequest {
  /** Our id of this return. */
  readonly returnId: string
  readonly endToEndId: string
  readonly value: Cents
}

/** Evidence of a return that the rail has settled. */
export interface ReturnReceipt {
  readonly returnEndToEndId: string
  /** What the provider took for it from what it holds of us, where it says so. */
  readonly cost?: Cents
}

/** A PIX to be paid. */
export interface PaymentRequest {
  /** Our id of the payment. */
  readonly paymentId: string
  readonly value: Cents
  readonly destination: PixDestination
}

/** Evidence of a settled PIX, as far as the rail's settlement message tells. */
export interface PaymentReceipt {
  readonly endToEndId: string
  /** Unix milliseconds. */
  readonly paidAt: number
  readonly payerIspb: string | null
  readonly receiver: PixReceiver | null
  /** What the provider took for it from what it holds of us, where it says so. */
  readonly cost?: Cents
}

/** Charges: what use cases ask of a PIX provider. What moves money is `PixTransfers`. */
export class PixRail extends Context.Service<PixRail, {
  /** How a PIX is paid, and how one that came in is returned. */
  readonly ways: { readonly payments: Way; readonly returns: Way }
  /** At which account charges are made. */
  readonly account: ProviderAccount
  /**
   * Whether the rail returns the payment of a failed deposit by itself and reports the return (C46). With any other rail the
   * service orders the return when the deposit fails.
   */
  readonly returnsFailed: boolean
  /**
   * Up to which value it pays a dynamic code whose amount the place behind it names when it is paid: its receiver can change that after the
   * order was made. Zero pays none. Null where the call carries our amount, so that no place can change it.
   */
  readonly dynamicCodesUpTo: Cents | null
  /** Makes a charge payable. Unknown: the caller may ask again; an unpaid charge that no one was shown harms no one. */
  readonly createCharge: (request: ChargeRequest) => Effect.Effect<Outcome<Charge>>
  /**
   * Says what was paid on a charge, by its `trackId`. It is called before a charge expires and from time to time while it waits, in
   * case a report was lost: a payment that it leaves out is not delivered and not returned.
   */
  readonly lookUpCharge: (trackId: string) => Effect.Effect<ChargeLookUp>
}>()("pontepay/core/ports/PixRail") {}
