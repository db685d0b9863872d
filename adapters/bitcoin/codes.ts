// What the error codes of a Bitcoin node mean, as data. A code decides and never its words, which differ between nodes and versions.

/** What became of bytes that a node was given: it has them, they are in a block already, or it does not take them. */
export type Sent = "taken" | "mined" | "inputs gone" | "policy"

/** Codes of `sendrawtransaction`. None of them refuses a movement: another node may have the bytes. Any other code is no answer. */
export const sendCodes: Readonly<Record<number, Exclude<Sent, "taken">>> = {
  /** RPC_VERIFY_ERROR: inputs are missing or spent, or the fee is above the node's own limit. */
  [-25]: "inputs gone",
  /** RPC_VERIFY_REJECTED: a rule of relaying, such as one that it conflicts with, a fee too low, or dust. */
  [-26]: "policy",
  /** RPC_VERIFY_ALREADY_IN_UTXO_SET: its outputs exist. It happened. */
  [-27]: "mined"
}

/** RPC_INVALID_ADDRESS_OR_KEY: of a transaction or block, that the node does not have it. */
export const notThere = -5

/** RPC_WALLET_NOT_FOUND: it is not loaded, or there is none. */
export const noWallet = -18
