// What somebody gives the kit to look at a PIX rail, and what its checks count in.
import type { PixDestination } from "../../core/standards/pix/pix-parties.ts"
import { type Cents, unitsUnsafe } from "../../core/base/money/units.ts"
import type { PixRailAdapter } from "../../core/ports/moving/adapter.ts"
import type { Line } from "./line.ts"
import type { Opening } from "./movement.ts"

/** A PIX rail with its provider, or a stand-in of it. What is left out is reported as not shown. */
export interface PixRailBench {
  readonly rail: PixRailAdapter
  /** `false` for an adapter that makes no charges. */
  readonly charges?: boolean
  /** Pays a charge at the provider with a value in cents, and gives the end-to-end id; left out where no charge can be paid. */
  readonly payCharge?: (trackId: string, value: bigint) => Promise<string>
  /** A destination that is paid. */
  readonly paid: PixDestination
  /** Values in cents that were paid under a payment id, as the provider's own books have them. */
  readonly payments: (paymentId: string) => Promise<ReadonlyArray<bigint>>
  /** A destination whose payments are refused for good. */
  readonly refused?: PixDestination
  /** A destination whose payments stay open until they are settled or refused at the provider. */
  readonly open?: {
    readonly destination: PixDestination
    readonly settle: (paymentId: string) => Promise<void>
    readonly refuse?: (paymentId: string) => Promise<void>
  }
  readonly returns?: {
    /** End-to-end id of a PIX that was received, of 10,000.00 or more. */
    readonly received: string
    /** The same of a PIX that no one received, or that the provider does not give back. */
    readonly refused?: string
    /** Values in cents that were sent back under a return id. */
    readonly made: (returnId: string) => Promise<ReadonlyArray<bigint>>
  }
  readonly line?: Line
  /** The adapter opened again on the same provider, as after a restart. */
  readonly reopen?: () => Promise<PixRailAdapter>
  /** How long a payment may take to settle, and the adapter to give up waiting. Milliseconds, 5,000 by default. */
  readonly patienceMs?: number
  readonly close?: () => Promise<void>
}

/** Opens a fresh bench for each check. */
export type PixRailSubject = Opening<PixRailBench>

export const port = "PixRail"
/** In cents. */
export const amounts = [1n, 101n, 99_999n, 100_000n]
export const unit = { one: "cent", many: "cents" }
export const cents = (amount: bigint): Cents => unitsUnsafe("BRL", amount)
