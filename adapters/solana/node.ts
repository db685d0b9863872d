// The questions that are asked of one Solana node over JSON-RPC. An answer that cannot be read is no answer.
import { Effect, type Redacted, Schema } from "effect"
import type { Credentials } from "../http-client/client.ts"
import { makeJsonRpc } from "../rpc-quorum/json-rpc.ts"
import { NodeAway, type NodeRefused } from "../rpc-quorum/node-away.ts"
import {
  type Account,
  Accounts,
  Block,
  type Blockhash,
  type Commitment,
  Fees,
  IsValid,
  Latest,
  type Listed,
  Signatures,
  Simulated,
  type Status,
  Statuses,
  Text,
  Transaction,
  failureOf,
  landedOf,
  levels
} from "./answers.ts"

export interface NodeSettings {
  readonly name: string
  readonly url: Redacted.Redacted
  readonly credentials?: Credentials
  readonly timeoutMs?: number
  readonly perSecond?: number
}

type Problem = NodeAway | NodeRefused

/** One node by its address. */
export const makeNode = (settings: NodeSettings) => {
  const { name, ...rest } = settings
  const { ask } = makeJsonRpc({ ...rest, name, isExact: true })
  const asked = <S extends Schema.Codec<unknown, unknown>>(
    schema: S,
    method: string,
    params: ReadonlyArray<unknown>
  ) => {
    const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(schema))
    return Effect.flatMap(ask(method, params), (answer): Effect.Effect<S["Type"], Problem> =>
      Effect.mapError(
        decode(answer),
        () => new NodeAway({ reason: `${name}: the answer to ${method} cannot be read` })
      ))
  }
  const base64 = { encoding: "base64" } as const
  return {
    /** Of the network that it says it belongs to. */
    genesisHash: asked(Text, "getGenesisHash", []),
    /** Accounts in the order of their addresses; undefined where there is none. */
    accounts: (addresses: ReadonlyArray<string>, commitment: Commitment) =>
      Effect.map(
        asked(Accounts, "getMultipleAccounts", [addresses, { ...base64, commitment }]),
        (answer): ReadonlyArray<Account | undefined> =>
          answer.value.map((found) =>
            found === null
              ? undefined
              : {
                owner: found.owner,
                lamports: found.lamports,
                data: new Uint8Array(Buffer.from(found.data[0], "base64")),
                isExecutable: found.executable
              }
          )
      ),
    latestBlockhash: Effect.map(
      asked(Latest, "getLatestBlockhash", [{ commitment: "confirmed" }]),
      (answer): Blockhash => answer.value
    ),
    /** Whether a transaction may be signed over a blockhash still. */
    isValid: (blockhash: string) =>
      Effect.map(
        asked(IsValid, "isBlockhashValid", [blockhash, { commitment: "confirmed" }]),
        (answer) => answer.value
      ),
    height: (commitment: Commitment) => asked(Schema.BigInt, "getBlockHeight", [{ commitment }]),
    /** Undefined where the node has never seen the transaction. */
    status: (signature: string) =>
      Effect.map(
        asked(Statuses, "getSignatureStatuses", [[signature], { searchTransactionHistory: true }]),
        (answer): Status | undefined => {
          const found = answer.value[0]
          if (found === null || found === undefined) return undefined
          const level = levels.find((each) => each === found.confirmationStatus) ?? "processed"
          return { slot: found.slot, level, failure: failureOf(found.err) }
        }
      ),
    transaction: (signature: string) =>
      Effect.map(
        asked(Transaction, "getTransaction", [
          signature,
          { encoding: "json", commitment: "confirmed", maxSupportedTransactionVersion: 0 }
        ]),
        landedOf
      ),
    /** Transactions in blocks that name an address, the newest first, from before one of them on. */
    signatures: (address: string, before: string | undefined, limit: number) =>
      Effect.map(
        asked(Signatures, "getSignaturesForAddress", [
          address,
          { limit, commitment: "confirmed", ...before === undefined ? {} : { before } }
        ]),
        (found): ReadonlyArray<Listed> =>
          found.map(({ blockTime, signature }) => ({ signature, at: blockTime ?? null }))
      ),
    /** Unix seconds of the oldest block that the node still has; null where it does not know. */
    oldestAt: Effect.flatMap(
      asked(Schema.BigInt, "getFirstAvailableBlock", []),
      (slot) => asked(Schema.NullOr(Schema.BigInt), "getBlockTime", [Number(slot)])
    ),
    /** Hash of the block of a slot. */
    blockhashAt: (slot: bigint) =>
      Effect.map(
        asked(Block, "getBlock", [
          Number(slot),
          { transactionDetails: "none", rewards: false, commitment: "confirmed", maxSupportedTransactionVersion: 0 }
        ]),
        (block) => block?.blockhash
      ),
    /** Prices of compute units that were paid lately for transactions that write these accounts. */
    recentPrices: (accounts: ReadonlyArray<string>) =>
      Effect.map(
        asked(Fees, "getRecentPrioritizationFees", [accounts]),
        (found): ReadonlyArray<bigint> => found.map(({ prioritizationFee }) => prioritizationFee)
      ),
    /** Why a transaction would fail were it sent now; null where it would not. Signatures are not looked at. */
    simulate: (wire: string) =>
      Effect.map(
        asked(Simulated, "simulateTransaction", [wire, { ...base64, commitment: "confirmed", sigVerify: false }]),
        (answer) => failureOf(answer.value.err)
      ),
    /** Gives a signed transaction to the network. What the node says to it decides nothing. */
    send: (wire: string) =>
      Effect.asVoid(
        ask("sendTransaction", [wire, { ...base64, skipPreflight: true, preflightCommitment: "confirmed" }])
      )
  }
}

export type SolanaNode = ReturnType<typeof makeNode>
