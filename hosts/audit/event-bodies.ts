// What the body of each event has to have: `event-bodies`. The fields are those of the interface, by name and variant.
import { readEvent } from "./bodies.ts"
import type { Evidence } from "./evidence.ts"
import { type Invariant, listed } from "./invariant.ts"

const fields = (text: string): ReadonlyArray<string> => text.split(" ")

const persisted = "eventId occurredAt externalId walletCharge trackId asset network value valueInBrl success status"
const paid = "success transactionId externalId trackId status asset network valueInBrl fee pixKey endToEndId txHash " +
  "receipt receiptUrl quote invoice"
const dispute = fields(
  "status providerStatus disputeId endToEndId value valueInBrl reason payerName transactionDate occurredAt walletCharge"
)

/** The fields of each variant of each event. */
export const variants: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>> = {
  DEPOSIT_ASSET_SUCCESS: [
    fields(
      "success value asset externalId fee fxRateAtTx network finalDestinationKind valueInBrl valueInCurrency trackId"
    )
  ],
  DEPOSIT_ASSET_FAILED: [fields(`${persisted} errorCode errorDescription retryable`)],
  DEPOSIT_ASSET_REFUNDED: [
    fields(`${persisted} refundStatus refundValue refundedValue refundEndToEndId partial retryable`)
  ],
  PAYOUT_SUCCESSFUL: [fields(paid)],
  PAYOUT_FAILED: [fields("success invoice pixKey valueInBrl errorCode errorDescription")],
  PAYOUT_REFUNDED: [
    fields(
      "success pixKey valueInBrl transactionId endToEndId returnedAmount originalTicketId reversalTicketId reason " +
        "refundTxId refundAddress"
    ),
    fields("success pixKey valueInBrl transactionId refundTxId refundAddress asset network stableAmount refundedAt"),
    fields("success pixKey valueInBrl invoice refundAddress refundInvoice refundTxId valueInSatoshis refundedAt")
  ],
  KYC_APPROVED: [fields("attemptId subAccountId userId level approvedAt")],
  KYC_REJECTED: [fields("attemptId subAccountId userId reason")],
  KYC_EXPIRED: [fields("attemptId subAccountId userId expiredAt")],
  KYC_FAILED: [fields("attemptId subAccountId userId error")],
  "kyc.completed": [fields("attemptId subAccountId status")],
  DISPUTE_CREATED: [dispute],
  DISPUTE_ACCEPTED: [dispute],
  DISPUTE_REJECTED: [dispute],
  DISPUTE_CANCELED: [dispute],
  COMMAND_SUCCEEDED: [fields("commandId name result")],
  COMMAND_FAILED: [fields("commandId name error")]
}

/** The kinds of record that events of a name are about. */
export const subjectsOf = (name: string): ReadonlyArray<string> => {
  if (name.startsWith("DEPOSIT_")) return ["deposit"]
  if (name.startsWith("PAYOUT_")) return ["payout", "lightningInvoice"]
  if (name.startsWith("DISPUTE_")) return ["dispute"]
  if (name.startsWith("COMMAND_")) return ["command"]
  return ["kycAttempt"]
}

const eventBodies: Invariant<Evidence> = {
  name: "event-bodies",
  holds: "every event has a name of the interface, a body under that name, and all the fields of one of its variants",
  of: "events",
  inspect: (evidence, inspection) => {
    for (const event of evidence.of.event.values()) {
      inspection.look()
      const record = `event ${event.id}`
      const known = variants[event.name]
      if (known === undefined) {
        inspection.violation(record, "no event has such a name", listed(Object.keys(variants)), event.name)
        continue
      }
      const body = readEvent(event)
      if (body === undefined) {
        inspection.violation(record, "its body cannot be read", "a name and data", "something else")
        continue
      }
      inspection.equal(record, "its body is not that of an event of its name", event.name, body.event)
      const missing = known.map((names) => names.filter((name) => !(name in body.data)))
      const least = missing.toSorted((a, b) => a.length - b.length)[0] ?? []
      inspection.require(least.length === 0, record, "fields of it are missing", "all of its fields", listed(least))
    }
  }
}

export const eventBodyInvariants: ReadonlyArray<Invariant<Evidence>> = [eventBodies]
