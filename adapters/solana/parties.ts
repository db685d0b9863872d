// Whom a transfer may go to, as far as the address alone says: refused for good, before anything is read.
import { Result } from "effect"
import { type RefusalReason, reason } from "../../core/base/reason/reason.ts"
import { parseSolanaAddress } from "../../core/standards/address/solana.ts"
import { programs, systemProgram } from "./programs.ts"

/** Why nothing is sent there; undefined where something may be. */
export const receiverProblem = (
  to: string,
  ours: { readonly from: string; readonly feePayer: string; readonly mint: string }
): RefusalReason | undefined => {
  if (Result.isFailure(parseSolanaAddress(to))) return reason("badReceiver", "not of solana")
  if (to === systemProgram) return reason("badReceiver", "the system program")
  if (to === ours.mint || Object.values(programs).some((each) => each === to)) {
    return reason("badReceiver", "the token itself")
  }
  if (to === ours.from) return reason("badReceiver", "the sender")
  if (to === ours.feePayer) return reason("badReceiver", "the account that pays our fees")
  return undefined
}

const mostUnits = 2n ** 64n - 1n

/** Why such an amount cannot be sent. */
export const unitsProblem = (units: bigint): RefusalReason | undefined =>
  units <= 0n || units > mostUnits ? reason("badAmount", String(units)) : undefined
