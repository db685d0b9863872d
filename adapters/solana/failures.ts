// What each error of a transaction says, as data. An error that is not on the list ends no transfer: it is tried again after the dry run
// lets it pass, or waits for a person.
import type { HoldCode } from "../../core/base/reason/reason.ts"
import type { Step } from "./message.ts"
import type { Failure } from "./answers.ts"

/** Whom an error is about. */
type About =
  /** The receiver: it is refused once it is final. */
  | "receiver"
  /** Receiver or sender, and only their accounts say which. */
  | "frozen"
  /** The sender's tokens. */
  | "sender"
  /** Lamports of whoever pays the fees. */
  | "fuel"
  /** The token as a whole, or the network. */
  | "token"

interface FailureRow {
  /** Where it comes from; `whole`: of the transaction and no instruction. */
  readonly at: Step | "whole"
  readonly code: string
  readonly about: About
  readonly means: string
}

const failures: ReadonlyArray<FailureRow> = [
  { at: "whole", code: "InsufficientFundsForFee", about: "fuel", means: "whoever pays the fees has too few lamports" },
  { at: "whole", code: "InsufficientFundsForRent", about: "fuel", means: "an account would hold less than its rent" },
  { at: "whole", code: "AccountNotFound", about: "fuel", means: "whoever pays the fees has no lamports" },
  { at: "create", code: "Custom:1", about: "fuel", means: "too few lamports for the rent of the token account" },
  { at: "create", code: "IllegalOwner", about: "receiver", means: "the receiver's token account is somebody else's" },
  { at: "create", code: "InvalidOwner", about: "receiver", means: "the receiver's token account is somebody else's" },
  { at: "create", code: "Custom:0", about: "receiver", means: "the receiver's token account is somebody else's" },
  { at: "transfer", code: "Custom:1", about: "sender", means: "the sender holds too few tokens" },
  { at: "transfer", code: "Custom:4", about: "sender", means: "the sender's token account is not the sender's" },
  { at: "transfer", code: "Custom:17", about: "frozen", means: "a token account is frozen" },
  { at: "transfer", code: "InvalidAccountData", about: "sender", means: "a token account is missing" },
  { at: "transfer", code: "Custom:3", about: "token", means: "a token account is of another mint" },
  { at: "transfer", code: "Custom:18", about: "token", means: "the mint has other decimals" },
  { at: "transfer", code: "Custom:31", about: "token", means: "the mint has to be named" },
  { at: "transfer", code: "Custom:36", about: "token", means: "the receiver wants a memo" },
  { at: "transfer", code: "Custom:37", about: "token", means: "the token cannot be transferred" },
  { at: "transfer", code: "Custom:67", about: "token", means: "the token is paused" }
]

/** The row of an error; undefined where the list has none. */
export const failureRow = (failure: Failure, steps: ReadonlyArray<Step>): FailureRow | undefined => {
  const at = failure.place === null ? "whole" : steps[failure.place]
  return failures.find((row) => row.at === at && row.code === failure.code)
}

/** An error in words. */
export const failureText = (failure: Failure, steps: ReadonlyArray<Step>): string => {
  const at = failure.place === null ? "the transaction" : steps[failure.place] ?? `instruction ${failure.place}`
  const means = failureRow(failure, steps)?.means
  return `${at}: ${failure.code}${means === undefined ? "" : `, ${means}`}`
}

/** Why a transfer is not sent whose dry run fails so. */
export const holdOf = (failure: Failure, steps: ReadonlyArray<Step>): HoldCode => {
  const about = failureRow(failure, steps)?.about
  return about === "fuel" ? "fuel" : about === "sender" ? "float" : "paused"
}
