// Whom a transfer may go to, as far as the address alone says: refused for good, before anything is read.
import { Result } from "effect"
import { parseSolanaAddress } from "../../core/standards/address/solana.ts"
import { programs, systemProgram } from "./programs.ts"

/** Why nothing is sent there; undefined where something may be. */
export const receiverProblem = (
  to: string,
  ours: { readonly from: string; readonly feePayer: string; readonly mint: string }
): string | undefined => {
  if (Result.isFailure(parseSolanaAddress(to))) return "not an address of solana"
  if (to === systemProgram) return "the receiver is the system program"
  if (to === ours.mint || Object.values(programs).some((each) => each === to)) return "the receiver is the token itself"
  if (to === ours.from) return "sender and receiver are the same"
  if (to === ours.feePayer) return "the receiver is the account that pays our fees"
  return undefined
}

const mostUnits = 2n ** 64n - 1n

/** Why such an amount cannot be sent. */
export const unitsProblem = (units: bigint): string | undefined =>
  units <= 0n ? "nothing is to be sent" : units > mostUnits ? "more than a token account can hold" : undefined
