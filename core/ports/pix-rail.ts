// The PIX provider, as much of it as deposits need. Our ids are stable: asking twice under one id has one effect.
import { Context, type Effect } from "effect"
import type { Cents } from "../money/units.ts"
import type { LookUp, Outcome } from "./outcome.ts"

/** A charge to be made payable. It moves no money. */
export interface ChargeRequest {
  /** Our id of the charge (`walletCharge`). */
  readonly chargeId: string
  readonly value: Cents
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** What the provider gave for a charge. */
export interface Charge {
  /** The provider's id of it; its events name this. */
  readonly trackId: string
  readonly brCode: string
}

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
}

export class PixRail extends Context.Service<PixRail, {
  /** Makes a charge payable. Unknown: the caller may ask again; an unpaid charge that nobody was shown harms nobody. */
  readonly createCharge: (request: ChargeRequest) => Effect.Effect<Outcome<Charge>>
  readonly sendReturn: (request: ReturnRequest) => Effect.Effect<Outcome<ReturnReceipt>>
  readonly lookUpReturn: (returnId: string) => Effect.Effect<LookUp<ReturnReceipt>>
}>()("pontepay/core/ports/PixRail") {}
