// Who may move money (spec "KYC and KYB"; C64, C73; 0268, 0269): judged when a deposit, a payout, a transfer or a swap is ordered, of the holder whose
// wallet is debited or who orders the charge. What is under way, what goes back and what is received is never judged by it.
import { Effect } from "effect"
import { type AssetCode, assets } from "../../base/money/assets.ts"
import { FinancialCapacityNotApproved } from "../../base/errors/errors.ts"
import type { Subaccount } from "../subaccount/subaccount.ts"
import { type KycAttempt, latestAttempt, requireApproved } from "./kyc-attempt.ts"

/** The approved attempt of a holder who may transact in this asset by his most recent attempt, or the refusal. */
export const requireMayTransact = Effect.fnUntraced(
  function*(holder: Subaccount, latest: KycAttempt | undefined, asset: AssetCode) {
    const approved = yield* requireApproved(latest, holder.id)
    const isUnproven = holder.accountType === "COMPANY" && assets[asset].peg === "USD" &&
      holder.unlocked?.includes("USD_OPERATIONS") !== true
    return isUnproven ? yield* new FinancialCapacityNotApproved({ subAccountId: holder.id }) : approved
  }
)

/** The same where the attempt was not read with the rest of the order. */
export const requireHolderMayTransact = (holder: Subaccount, asset: AssetCode) =>
  Effect.flatMap(latestAttempt(holder.id), (latest) => requireMayTransact(holder, latest, asset))
