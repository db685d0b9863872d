// Why tokens take a transfer back: what is listed here is known, everything else is not. The lists are what the tokens of the
// supported networks and OpenZeppelin's contracts answer with.
import { type Hex, decodeAbiParameters, toFunctionSelector } from "viem"

/** Whose the reason is. */
export type RevertCause =
  /** The account that pays holds less. */
  | "funds"
  /** The token moves for no one now. */
  | "paused"
  /** The token takes nothing to this receiver. */
  | "receiver"
  /** The token blocks the payer or the receiver. */
  | "blocked"
  | "unlisted"

const errors: ReadonlyArray<readonly [signature: string, cause: RevertCause]> = [
  ["ERC20InsufficientBalance(address,uint256,uint256)", "funds"],
  ["InsufficientBalance(uint256,uint256)", "funds"],
  ["EnforcedPause()", "paused"],
  ["ERC20InvalidReceiver(address)", "receiver"],
  ["BlockedUser(address)", "blocked"],
  ["ERC20Blocked(address)", "blocked"],
  ["AccessListBlocked(address)", "blocked"]
]

const messages: ReadonlyArray<readonly [message: string, cause: RevertCause]> = [
  ["ERC20: transfer amount exceeds balance", "funds"],
  ["Pausable: paused", "paused"],
  ["ERC20Pausable: token transfer while paused", "paused"],
  ["ERC20: transfer to the zero address", "receiver"],
  ["Blacklistable: account is blacklisted", "blocked"],
  ["Blacklist: account is blacklisted", "blocked"],
  ["Tether Token: account is blocked", "blocked"]
]

const selector = (signature: string): Hex => toFunctionSelector(`function ${signature}`)
const bySelector = new Map(errors.map(([signature, cause]) => [selector(signature), cause]))
const byMessage = new Map(messages)

const errorMessage = selector("Error(string)")
/** What the account wraps the error of one of several calls in. */
const wrapped = selector("ExecuteError(uint256,bytes)")

const rest = (data: Hex): Hex => `0x${data.slice(10)}`

/** Whose reason the data of a revert is. */
export const causeOf = (data: Hex): RevertCause => {
  const name: Hex = `0x${data.slice(2, 10)}`
  try {
    if (name === wrapped) return causeOf(decodeAbiParameters([{ type: "uint256" }, { type: "bytes" }], rest(data))[1])
    if (name === errorMessage) {
      return byMessage.get(decodeAbiParameters([{ type: "string" }], rest(data))[0]) ?? "unlisted"
    }
  } catch {
    return "unlisted"
  }
  return bySelector.get(name) ?? "unlisted"
}
