// What the page of a payment begins with, worked out of its record: the amounts of both sides, who paid, who was paid, and
// what happened. Names of customers are added by whoever reads it (`read-summary.ts`).
import { Deposits } from "../../payments/deposit/deposit.ts"
import { LightningInvoices } from "../../payments/lightning-invoice/lightning-invoice.ts"
import type { Movement } from "../../payments/movement/movement.ts"
import { Payouts } from "../../payments/payout/payout.ts"
import type { RawRecord } from "../../engine/store/store.ts"
import { Swaps, deliveredSats } from "../../payments/swap/swap.ts"
import { Transfers } from "../../payments/transfer/transfer.ts"
import { type AmountView, amountOf } from "./amount.ts"
import {
  type PaymentParties,
  depositParties,
  invoiceParties,
  payoutParties,
  swapParties,
  transferParties
} from "./parties.ts"
import { type Story, depositStory, invoiceStory, payoutStory, swapStory, transferStory } from "./story.ts"

/** A payment in short. What is paid comes first of two amounts. */
export interface Outline extends PaymentParties {
  readonly state: string
  readonly paid: AmountView
  /** Null where it is the same, or not known yet. */
  readonly received: AmountView | null
  readonly story: Story
}

/** Reads the records of each kind that has a summary; movements are those of a payout or Lightning invoice, oldest first. */
const outlines: Readonly<Record<string, (raw: RawRecord, movements: ReadonlyArray<Movement>) => Outline>> = {
  deposit: ({ body }) => {
    const deposit = Deposits.decode(body)
    return {
      ...depositParties(deposit),
      state: deposit.state,
      paid: amountOf("BRL", deposit.value),
      received: amountOf(deposit.delivers, deposit.units),
      story: depositStory(deposit)
    }
  },
  payout: ({ body }, movements) => {
    const payout = Payouts.decode(body)
    return {
      ...payoutParties(payout),
      state: payout.state,
      paid: amountOf(payout.asset, payout.units),
      received: amountOf("BRL", payout.value),
      story: payoutStory(payout, movements)
    }
  },
  lightningInvoice: ({ body }, movements) => {
    const invoice = LightningInvoices.decode(body)
    return {
      ...invoiceParties(invoice),
      state: invoice.state,
      paid: amountOf("BTC", invoice.sats),
      received: amountOf("BRL", invoice.value),
      story: invoiceStory(invoice, movements)
    }
  },
  transfer: ({ body }) => {
    const transfer = Transfers.decode(body)
    return {
      ...transferParties(transfer),
      state: transfer.state,
      paid: amountOf(transfer.asset, transfer.units),
      received: null,
      story: transferStory(transfer)
    }
  },
  swap: ({ body }) => {
    const swap = Swaps.decode(body)
    return {
      ...swapParties(swap),
      state: swap.state,
      paid: amountOf("DEPIX", swap.units),
      received: swap.state === "COMPLETED" ? amountOf("BTC", deliveredSats(swap)) : null,
      story: swapStory(swap)
    }
  }
}

/** The outline of a record; undefined for kinds that are no payment. */
export const outlineOf = (raw: RawRecord, movements: ReadonlyArray<Movement>): Outline | undefined =>
  outlines[raw.kind]?.(raw, movements)
