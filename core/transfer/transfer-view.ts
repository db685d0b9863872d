// What the interface shows of a transfer (spec "Wallet transfer", C18). It reads only what never changes once the transfer
// is final, so a replay gives the same bytes. A failed one is a refusal and has no view.
import type { AssetCode } from "../money/assets.ts"
import { printDecimal } from "../money/decimal.ts"
import type { Units } from "../money/units.ts"
import type { Transfer } from "./transfer.ts"

const parties = ({ asset, id, recipientAddress, senderAddress, units }: Transfer) => ({
  senderAddress,
  recipientAddress,
  amount: printDecimal<AssetCode>(asset, units as Units<AssetCode>),
  asset,
  transactionId: id
})

/** The answer: the transaction hash once the chain has confirmed it, and PENDING before. */
export const transferAnswer = (transfer: Transfer, alreadyProcessed: boolean) => {
  const head = { success: true as const, ...(alreadyProcessed ? { alreadyProcessed: true as const } : {}) }
  return transfer.txHash === null
    ? { ...head, data: { txHash: null, ...parties(transfer), status: "PENDING" as const } }
    : { ...head, data: { txHash: transfer.txHash, ...parties(transfer), status: "CONFIRMED" as const } }
}
export type TransferAnswer = ReturnType<typeof transferAnswer>
