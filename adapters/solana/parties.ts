// Whom a transfer may go to. What the address alone says is refused for good before anything is read; then what is there must be something
// that can give the tokens on.
import { Result } from "effect"
import { type RefusalReason, reason } from "../../core/base/reason/reason.ts"
import { parseSolanaAddress } from "../../core/standards/address/solana.ts"
import { isMint } from "./mint.ts"
import type { Account } from "./answers.ts"
import { associatedTokenProgram, memoProgram, programs, systemProgram } from "./programs.ts"
import { tokenAccountIn } from "./token-account.ts"

/** Accounts that no transfer may go to. */
export interface OwnAccounts {
  readonly feePayer: string
  readonly mints: ReadonlyArray<string>
  readonly nonceAccounts: ReadonlyArray<string>
}

const allPrograms: ReadonlyArray<string> = [
  ...Object.values(programs),
  systemProgram,
  memoProgram,
  associatedTokenProgram
]

/** Why nothing is sent there; undefined where something may be. */
export const receiverProblem = (
  to: string,
  from: string,
  { feePayer, mints, nonceAccounts }: OwnAccounts
): RefusalReason | undefined => {
  if (Result.isFailure(parseSolanaAddress(to))) return reason("badReceiver", "not of solana")
  if (allPrograms.includes(to)) return reason("badReceiver", "a program")
  if (mints.includes(to)) return reason("badReceiver", "a token itself")
  if (to === from) return reason("badReceiver", "the sender")
  if (to === feePayer) return reason("badReceiver", "the account that pays our fees")
  if (nonceAccounts.includes(to)) return reason("badReceiver", "a nonce account of ours")
  return undefined
}

/** What is at a receiver's address that can own no tokens, in words. */
export const holderProblem = (holder: Account | undefined): string | undefined => {
  if (holder?.isExecutable === true) return "a program"
  if (isMint(holder)) return "a token itself"
  return tokenAccountIn(holder) === undefined ? undefined : "a token account"
}

const mostUnits = 2n ** 64n - 1n

/** Why such an amount cannot be sent. */
export const unitsProblem = (units: bigint): RefusalReason | undefined =>
  units <= 0n || units > mostUnits ? reason("badAmount", String(units)) : undefined
