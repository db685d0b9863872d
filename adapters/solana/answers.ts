// What Solana nodes answer, and how it is read. Numbers come as text, as amounts do not fit floats.
import { base58 } from "@scure/base"
import { Schema } from "effect"
import { memoProgram } from "./programs.ts"

export type Commitment = "confirmed" | "finalized"

export interface Account {
  readonly owner: string
  readonly lamports: bigint
  readonly data: Uint8Array
  /** Whether it is a program. */
  readonly isExecutable: boolean
}

/** What failed: an instruction by its place, or the transaction as a whole. */
export interface Failure {
  readonly place: number | null
  /** The network's own name, such as `Custom:17`. */
  readonly code: string
}

/** Where a transaction is. `processed`: one node has seen it, and it may still vanish. */
export interface Status {
  readonly slot: bigint
  readonly level: "processed" | Commitment
  readonly failure: Failure | null
}

interface TokenBalance {
  readonly place: number
  readonly mint: string
  readonly units: bigint
  /** Whose token account it is; undefined where the node does not say. */
  readonly owner: string | undefined
}

/** A transaction in a block; balances by the places of its accounts. */
export interface Landed {
  readonly slot: bigint
  readonly accounts: ReadonlyArray<string>
  /** The blockhash, or the value of a nonce account, that it was signed over. */
  readonly lifetime: string
  /** Texts of its instructions to the memo program. */
  readonly memos: ReadonlyArray<string>
  readonly fee: bigint
  readonly failure: Failure | null
  readonly before: { readonly lamports: ReadonlyArray<bigint>; readonly tokens: ReadonlyArray<TokenBalance> }
  readonly after: { readonly lamports: ReadonlyArray<bigint>; readonly tokens: ReadonlyArray<TokenBalance> }
}

/** A transaction in a block that names an address. */
export interface Listed {
  readonly signature: string
  /** Unix seconds of its block; null where the node does not know it. */
  readonly at: bigint | null
}

export interface Blockhash {
  readonly blockhash: string
  /** The height of the last block that takes it. */
  readonly lastValidBlockHeight: bigint
}

const value = <S extends Schema.Top>(schema: S) => Schema.Struct({ value: schema })

export const Text = Schema.String
export const Accounts = value(Schema.Array(Schema.NullOr(Schema.Struct({
  owner: Text,
  lamports: Schema.BigInt,
  executable: Schema.Boolean,
  data: Schema.Tuple([Text, Text])
}))))
export const Statuses = value(Schema.Array(Schema.NullOr(Schema.Struct({
  slot: Schema.BigInt,
  err: Schema.Unknown,
  confirmationStatus: Schema.NullOr(Text)
}))))
const Balance = Schema.Struct({
  accountIndex: Schema.BigInt,
  mint: Text,
  owner: Schema.optionalKey(Text),
  uiTokenAmount: Schema.Struct({ amount: Text })
})
const Loaded = Schema.Struct({ writable: Schema.Array(Text), readonly: Schema.Array(Text) })
export const Transaction = Schema.NullOr(Schema.Struct({
  slot: Schema.BigInt,
  transaction: Schema.Struct({
    message: Schema.Struct({
      accountKeys: Schema.Array(Text),
      recentBlockhash: Text,
      instructions: Schema.Array(Schema.Struct({ programIdIndex: Schema.BigInt, data: Text }))
    })
  }),
  meta: Schema.NullOr(Schema.Struct({
    loadedAddresses: Schema.optionalKey(Loaded),
    err: Schema.Unknown,
    fee: Schema.BigInt,
    preBalances: Schema.Array(Schema.BigInt),
    postBalances: Schema.Array(Schema.BigInt),
    preTokenBalances: Schema.NullishOr(Schema.Array(Balance)),
    postTokenBalances: Schema.NullishOr(Schema.Array(Balance))
  }))
}))
export const Latest = value(Schema.Struct({ blockhash: Text, lastValidBlockHeight: Schema.BigInt }))
export const IsValid = value(Schema.Boolean)
export const Block = Schema.NullOr(Schema.Struct({ blockhash: Text }))
const signatureBytes = 64
const isSignature = (text: string): boolean => {
  try {
    return base58.decode(text).length === signatureBytes
  } catch {
    return false
  }
}
// What is none would be refused by the nodes that are asked for it, and keep all of the past from being read.
const Signature = Text.check(Schema.makeFilter(isSignature))
export const Signatures = Schema.Array(
  Schema.Struct({ signature: Signature, blockTime: Schema.NullishOr(Schema.BigInt) })
)
export const Fees = Schema.Array(Schema.Struct({ prioritizationFee: Schema.BigInt }))
export const Simulated = value(Schema.Struct({ err: Schema.Unknown }))

const firstEntry = (of: object): readonly [string, unknown] => {
  const entries: ReadonlyArray<readonly [string, unknown]> = Object.entries(of)
  return entries[0] ?? ["Unreadable", ""]
}

/** A transaction's error as nodes write it: a name, or one with what it is about. */
export const failureOf = (error: unknown): Failure | null => {
  if (error === null || error === undefined) return null
  if (typeof error === "string") return { place: null, code: error }
  const [name, about] = firstEntry(error)
  if (name !== "InstructionError" || !Array.isArray(about)) return { place: null, code: name }
  const parts: ReadonlyArray<unknown> = about
  return { place: Number(parts[0]), code: codeOf(parts[1]) }
}

const codeOf = (code: unknown): string => {
  if (typeof code === "string") return code
  if (typeof code !== "object" || code === null) return "Unreadable"
  const [name, about] = firstEntry(code)
  return name === "Custom" ? `Custom:${String(about)}` : name
}

export const levels: ReadonlyArray<Status["level"]> = ["processed", "confirmed", "finalized"]

const tokensOf = (
  balances: ReadonlyArray<typeof Balance.Type> | null | undefined
): ReadonlyArray<TokenBalance> =>
  (balances ?? []).map(({ accountIndex, mint, owner, uiTokenAmount }) => ({
    place: Number(accountIndex),
    mint,
    units: BigInt(uiTokenAmount.amount),
    owner
  }))

const memosOf = ({ accountKeys, instructions }: {
  readonly accountKeys: ReadonlyArray<string>
  readonly instructions: ReadonlyArray<{ readonly programIdIndex: bigint; readonly data: string }>
}): ReadonlyArray<string> =>
  instructions.flatMap(({ data, programIdIndex }) =>
    accountKeys[Number(programIdIndex)] === memoProgram ? [Buffer.from(base58.decode(data)).toString("utf8")] : []
  )

export const landedOf = (found: typeof Transaction.Type): Landed | undefined => {
  if (found === null || found.meta === null) return undefined
  const { meta, slot, transaction: { message } } = found
  const { readonly = [], writable = [] } = meta.loadedAddresses ?? {}
  return {
    slot,
    accounts: [...message.accountKeys, ...writable, ...readonly],
    lifetime: message.recentBlockhash,
    memos: memosOf(message),
    fee: meta.fee,
    failure: failureOf(meta.err),
    before: { lamports: meta.preBalances, tokens: tokensOf(meta.preTokenBalances) },
    after: { lamports: meta.postBalances, tokens: tokensOf(meta.postTokenBalances) }
  }
}
