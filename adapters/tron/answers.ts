// What nodes, the network's virtual machine and tokens answer, as data: each code with what it means and the sentence for the operator.
// What no row lists decides nothing.

/** Whether a node has a transaction after a broadcast. Only that it has it counts: no refusal decides anything. */
interface BroadcastRow {
  readonly isTaken: boolean
  readonly says: string
}

/** Codes of `wallet/broadcasthex`. */
export const broadcastCodes: Readonly<Record<string, BroadcastRow>> = {
  SUCCESS: { isTaken: true, says: "the node has taken it" },
  DUP_TRANSACTION_ERROR: { isTaken: true, says: "the node, or a block, has it already" },
  SIGERROR: { isTaken: false, says: "the signature is not that of the account which pays" },
  CONTRACT_VALIDATE_ERROR: { isTaken: false, says: "what it does cannot be done now" },
  CONTRACT_EXE_ERROR: { isTaken: false, says: "what it does failed when the node tried it" },
  BANDWITH_ERROR: { isTaken: false, says: "the account that pays has neither bandwidth nor TRX for its bytes" },
  TAPOS_ERROR: { isTaken: false, says: "the node does not know the block that it refers to" },
  TOO_BIG_TRANSACTION_ERROR: { isTaken: false, says: "it is too large" },
  TRANSACTION_EXPIRATION_ERROR: {
    isTaken: false,
    says: "it has expired, or would expire later than 24 hours from now"
  },
  SERVER_BUSY: { isTaken: false, says: "the node has too much to do" },
  NO_CONNECTION: { isTaken: false, says: "the node has no peers" },
  NOT_ENOUGH_EFFECTIVE_CONNECTION: { isTaken: false, says: "the node has too few peers" },
  BLOCK_UNSOLIDIFIED: { isTaken: false, says: "the node waits for blocks to be solidified" },
  OTHER_ERROR: { isTaken: false, says: "the node could not take it" }
}

/** What the result of a transaction in a solidified block means: `failed` had no effect but its fee, and its bytes are used up. */
interface ResultRow {
  readonly means: "ran" | "failed"
  readonly says: string
}

/** `receipt.result`, of a call of a contract. That it ran does not say that a token moved. */
export const contractResults: Readonly<Record<string, ResultRow>> = {
  SUCCESS: { means: "ran", says: "it ran to its end" },
  REVERT: { means: "failed", says: "the token reverted it" },
  OUT_OF_ENERGY: { means: "failed", says: "there was too little energy for it" },
  OUT_OF_TIME: { means: "failed", says: "it took the network too long" },
  BAD_JUMP_DESTINATION: { means: "failed", says: "the token's code jumped to nowhere" },
  OUT_OF_MEMORY: { means: "failed", says: "it took too much memory" },
  PRECOMPILED_CONTRACT: { means: "failed", says: "a precompiled contract failed" },
  STACK_TOO_SMALL: { means: "failed", says: "the token's code found too little on its stack" },
  STACK_TOO_LARGE: { means: "failed", says: "the token's code put too much on its stack" },
  STACK_OVERFLOW: { means: "failed", says: "the token's code called itself too deeply" },
  JVM_STACK_OVER_FLOW: { means: "failed", says: "the token's code called too deeply" },
  ILLEGAL_OPERATION: { means: "failed", says: "the token's code is not valid" },
  INVALID_CODE: { means: "failed", says: "the token's code is not valid" },
  TRANSFER_FAILED: { means: "failed", says: "a transfer of TRX within it failed" }
}

/** What a token's own reason of a revert means for us: paused for everybody, or one of the two parties is blocked. */
interface RevertRow {
  /** The text of `Error(string)`, or the selector of an error with its zero x. */
  readonly reason: string
  readonly means: "paused" | "blocked" | "short"
  readonly says: string
}

/** Reasons that are known. Which party is blocked is asked of the token, never read from the reason. */
const reverts: ReadonlyArray<RevertRow> = [
  { reason: "Pausable: paused", means: "paused", says: "the token is paused" },
  { reason: "paused", means: "paused", says: "the token is paused" },
  { reason: "0xd93c0665", means: "paused", says: "the token is paused" },
  { reason: "Blacklistable: account is blacklisted", means: "blocked", says: "the token blocks one of the two" },
  { reason: "blacklisted", means: "blocked", says: "the token blocks one of the two" },
  { reason: "SafeMath: subtraction overflow", means: "short", says: "the account holds less" },
  { reason: "ERC20: transfer amount exceeds balance", means: "short", says: "the account holds less" },
  { reason: "0xe450d38c", means: "short", says: "the account holds less" }
]

const textSelector = "08c379a0"

/** The reason in the answer of a call that was reverted: its text, the selector of its error, or "". */
const reasonOf = (data: string): string => {
  if (!data.startsWith(textSelector)) return data.length < 8 ? "" : `0x${data.slice(0, 8)}`
  const bytes = Buffer.from(data.slice(8), "hex")
  if (bytes.length < 64) return ""
  const length = Number(bytes.readBigUInt64BE(56))
  return length > bytes.length - 64 ? "" : bytes.subarray(64, 64 + length).toString("utf8")
}

/** The row of a revert; undefined where none lists it. */
export const revertRow = (data: string): RevertRow | undefined => {
  const reason = reasonOf(data)
  return reverts.find((row) => row.reason === reason)
}
