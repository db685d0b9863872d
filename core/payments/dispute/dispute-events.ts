// The payload that all dispute events share (spec "Dispute events"). The charge is shown as it stands when the leg comes.
import type { Deposit } from "../deposit/deposit.ts"
import { depositStates } from "../deposit/deposit.states.ts"
import { printBrl } from "../../base/money/decimal.ts"
import { isoInstant, isoInstantOrNull } from "../../base/time/instant.ts"
import type { DisputeLeg } from "./dispute.ts"

/** What receivers are notified of a leg. `charge` is the deposit that the PIX funded, if it funded one. */
export const disputeData = (endToEndId: string, leg: DisputeLeg, charge: Deposit | undefined) => ({
  status: leg.status,
  providerStatus: leg.providerStatus,
  disputeId: leg.disputeId,
  endToEndId,
  value: Number(leg.value),
  valueInBrl: printBrl(leg.value),
  reason: leg.reason,
  payerName: leg.payerName,
  transactionDate: isoInstantOrNull(leg.transactionDate),
  occurredAt: isoInstant(leg.occurredAt),
  walletCharge: charge === undefined ? null : chargeOf(charge)
})

const chargeOf = (deposit: Deposit) => ({
  id: deposit.id,
  externalId: deposit.externalId,
  trackId: deposit.trackId,
  // Deposits are known by their externalId; there is no second id of the caller.
  correlationID: null,
  asset: deposit.asset,
  network: deposit.network,
  status: depositStates.states[deposit.state],
  valueInBrl: printBrl(deposit.value),
  fee: printBrl(deposit.fee),
  transactionHash: deposit.transactionHash,
  createdAt: isoInstant(deposit.createdAt)
})
