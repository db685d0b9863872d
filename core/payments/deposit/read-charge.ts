// What the payer of a charge sees: what to pay, to whom, until when, and how far it has come (0141). The token is the only
// credential, so nothing is notified of the beneficiary, of fees, or of why a delivery failed.
import { Clock, Effect, Option } from "effect"
import { Accounts } from "../../customers/account/account.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { get } from "../../engine/store/records.ts"
import { chargeOfToken } from "./charge-link.ts"
import type { Deposit } from "./deposit.ts"

/** How far a charge has come, in the words of its payer. */
export type ChargeStatus = "WAITING" | "EXPIRED" | "PAID" | "DELIVERED" | "FAILED" | "REFUNDED"

const statuses: Readonly<Record<Deposit["state"], ChargeStatus>> = {
  PENDING: "WAITING",
  PROCESSING: "PAID",
  COMPLETED: "DELIVERED",
  FAILED: "FAILED",
  EXPIRED: "EXPIRED",
  REFUNDED: "REFUNDED"
}

/** The charge of a token; one that opens nothing is not found, whatever is wrong with it. */
export const readCharge = Effect.fnUntraced(function*(token: string) {
  const deposit = yield* chargeOfToken(token)
  const account = Option.getOrUndefined(yield* get(Accounts, deposit.owner))?.value
  if (account === undefined) return yield* new NotFound({ resource: "Charge" })
  const now = yield* Clock.currentTimeMillis
  const isExpired = deposit.state === "PENDING" && now >= deposit.expiresAt
  return {
    status: isExpired ? "EXPIRED" as const : statuses[deposit.state],
    value: deposit.value,
    receiver: account.name,
    reference: deposit.externalId,
    qrCode: deposit.qrCode,
    expiresAt: deposit.expiresAt,
    remainingMs: Math.max(0, deposit.expiresAt - now),
    isSimulated: account.environment === "sandbox"
  }
})
