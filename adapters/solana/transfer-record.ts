// What is kept of a transfer on Solana, under our operation id. Invariants: a message is stored before it is signed and its signed bytes
// before they are sent; of two attempts of a transfer the first is proven dead before the second is stored.
import { Schema } from "effect"
import { RefusalReason } from "../../core/base/reason/reason.ts"
import { recordKind } from "../../core/engine/store/records.ts"
import { noPersonalData } from "../../core/engine/store/personal.ts"

/** Until when a message can take effect. */
const Lifetime = Schema.Union([
  Schema.TaggedStruct("Blockhash", { lastValidBlockHeight: Schema.BigInt }),
  Schema.TaggedStruct("Nonce", { account: Schema.String, value: Schema.String })
])

/** One message, and what was signed of it. */
const Attempt = Schema.Struct({
  /** Base64 of the bytes that are signed. */
  message: Schema.String,
  lifetime: Lifetime,
  /** Whether it creates the receiver's token account. */
  createsAccount: Schema.Boolean,
  /** Base64 of the signed transaction; null until it is signed by all. */
  wire: Schema.NullOr(Schema.String),
  /** Of who pays the fees: the name of the transaction. */
  signature: Schema.NullOr(Schema.String),
  /** Height of the chain when it was first found to be over and in no block; null while it was not. */
  overAt: Schema.NullOr(Schema.BigInt),
  /** Why it can never take effect; null while it can. */
  ended: Schema.NullOr(Schema.String),
  /** Lamports that whoever pays the fees lost by it where it failed in a block. */
  cost: Schema.optionalKey(Schema.BigInt),
  at: Schema.Int
})
export type Attempt = typeof Attempt.Type

const Verdict = Schema.Union([
  Schema.TaggedStruct("Done", {
    signature: Schema.String,
    place: Schema.Struct({ height: Schema.BigInt, hash: Schema.String }),
    /** Lamports that whoever pays the fees lost, with rent and with what attempts cost that failed before. */
    cost: Schema.BigInt,
    /** Whether no fork can undo it any more. */
    isFinal: Schema.Boolean
  }),
  Schema.TaggedStruct("Refused", { reason: RefusalReason }),
  /** It was withdrawn before anything of it took effect, and nothing of it ever can. */
  Schema.TaggedStruct("Withdrawn", {})
])
export type Verdict = typeof Verdict.Type

const SolanaTransfer = Schema.Struct({
  /** The operation id. */
  id: Schema.String,
  owner: Schema.String,
  /** Genesis hash of the network. */
  genesis: Schema.String,
  kind: Schema.Literals(["delivery", "spend"]),
  asset: Schema.String,
  mint: Schema.String,
  /** Smallest units. */
  units: Schema.BigInt,
  /** Whose tokens, and who gets them. */
  from: Schema.String,
  to: Schema.String,
  /** Their token accounts. */
  source: Schema.String,
  destination: Schema.String,
  /** Unix milliseconds; null for a delivery, which has no deadline. */
  sendBefore: Schema.NullOr(Schema.Int),
  /** Since when it is not wanted any more, in Unix milliseconds: nothing is signed or sent from then on. */
  withdrawnAt: Schema.optionalKey(Schema.Int),
  /** The row that counts the token account which it makes. */
  rent: Schema.optionalKey(Schema.String),
  /** Oldest first. */
  attempts: Schema.Array(Attempt),
  /** Null until it is known. */
  verdict: Schema.NullOr(Verdict),
  createdAt: Schema.Int
})
export type SolanaTransfer = typeof SolanaTransfer.Type

export const SolanaTransfers = recordKind({
  kind: "solanaTransfer",
  schema: SolanaTransfer,
  personal: noPersonalData("signed bytes and addresses of a chain"),
  lists: { ofNetwork: ({ genesis }: SolanaTransfer) => genesis }
})

const SolanaNonce = Schema.Struct({
  /** Genesis hash and address of the nonce account. */
  id: Schema.String,
  owner: Schema.String,
  /** The operation whose message was made over its value; null where it is free. */
  holder: Schema.NullOr(Schema.String)
})
export type SolanaNonce = typeof SolanaNonce.Type

/** Who uses which nonce account: one operation at a time. */
export const SolanaNonces = recordKind({
  kind: "solanaNonce",
  schema: SolanaNonce,
  personal: noPersonalData("an address of a chain and an id")
})

const SolanaRent = Schema.Struct({
  /** Genesis hash, day and address of a holder. */
  id: Schema.String,
  owner: Schema.String,
  accounts: Schema.Int
})

/** How many token accounts are paid for a holder on a day. */
export const SolanaRents = recordKind({
  kind: "solanaRent",
  schema: SolanaRent,
  personal: noPersonalData("an address of a chain, a day and a count")
})

const SolanaCarry = Schema.Struct({
  /** Genesis hash. */
  id: Schema.String,
  owner: Schema.String,
  /** Place of the last transfer that was read in the list. */
  after: Schema.BigInt,
  /** Those before that are not final. */
  open: Schema.Array(Schema.String)
})

/** How far transfers were carried until they are final: one row a network. */
export const SolanaCarries = recordKind({
  kind: "solanaCarry",
  schema: SolanaCarry,
  personal: noPersonalData("ids and a place in a list")
})
