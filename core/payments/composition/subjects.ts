// Which record hears of which movement: the resources that are compositions of movements, in one table.
import { Effect } from "effect"
import type { ReceiptLinks } from "../../customers/access/proofs.ts"
import { hearDeposit, hearPixReceipt, returnBeforeDelivery } from "../deposit/hear-deposit.ts"
import type { RailPolicy } from "../deposit/admit-deposit.ts"
import type { Subjects } from "../movement/news.ts"
import { hearLightningInvoice } from "../lightning-invoice/decide-lightning-invoice.ts"
import { hearPayout } from "../payout/decide-payout.ts"
import { hearSwap } from "../swap/decide-swap.ts"
import { hearTransfer } from "../transfer/decide-transfer.ts"
import { hearTreasurySweep } from "../treasury-sweep/decide-treasury-sweep.ts"
import { type TreasuryReads, sweepWaitsFor } from "../treasury-sweep/treasury-surplus.ts"

export const subjects: Subjects<ReceiptLinks | RailPolicy | TreasuryReads> = {
  deposit: hearDeposit,
  lightningInvoice: hearLightningInvoice,
  payout: hearPayout,
  pixReceipt: hearPixReceipt,
  swap: hearSwap,
  transfer: hearTransfer,
  treasurySweep: hearTreasurySweep,
  waitsFor: (movement) => {
    if (movement.subjectKind === "treasurySweep") return sweepWaitsFor(movement)
    return movement.purpose === "deliver" ? returnBeforeDelivery(movement) : Effect.undefined
  }
}
