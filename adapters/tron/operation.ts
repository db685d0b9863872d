// What is kept of each thing that we do on TRON, under our operation id: every recipe, the bytes that were signed of it, and what became
// of them. Invariants: a recipe is stored before it is signed, bytes are stored before they are sent, and there is a further
// attempt only once the one before it can never land.
import { Schema } from "effect"
import { RefusalReason } from "../../core/base/reason/reason.ts"
import { recordKind } from "../../core/engine/store/records.ts"
import { Call } from "./call.ts"
import { Recipe } from "./transaction.ts"
import { noPersonalData } from "../../core/engine/store/personal.ts"

const Attempt = Schema.Struct({
  recipe: Recipe,
  /** The id of its transaction. */
  txid: Schema.String,
  /** The bytes that are sent, in hex; null until they are signed and meant to be sent. */
  signed: Schema.NullOr(Schema.String),
  /** Why it can never take effect any more, and what it cost in sun; null while it can. */
  ended: Schema.NullOr(Schema.Struct({ reason: Schema.String, feeSun: Schema.BigInt }))
})
export type Attempt = typeof Attempt.Type

const Verdict = Schema.Union([
  Schema.TaggedStruct("Done", {
    transactionHash: Schema.String,
    place: Schema.Struct({ height: Schema.BigInt, hash: Schema.String }),
    /** What the service lost for it, in sun. */
    costSun: Schema.BigInt
  }),
  Schema.TaggedStruct("Refused", { reason: RefusalReason })
])
export type Verdict = typeof Verdict.Type

const TronOperation = Schema.Struct({
  /** The operation id. */
  id: Schema.String,
  owner: Schema.String,
  /** Whose key signs: the treasury's, the fee account's, or that of a user's wallet, which is gone once it has signed. */
  signer: Schema.Literals(["treasury", "fees", "wallet"]),
  /** Null where it was withdrawn before it was known what it does. */
  call: Schema.NullOr(Call),
  /** Oldest first; none where it was refused or withdrawn before anything was sent. */
  attempts: Schema.Array(Attempt),
  /** Null until it is solidified. */
  verdict: Schema.NullOr(Verdict),
  /** Unix milliseconds: since then it is not wanted any more, and nothing of it is signed or sent. */
  withdrawnAt: Schema.optionalKey(Schema.Int),
  /**
   * In which block it moved something else than it was sent for, and the deliveries of its token that are held since, until each is
   * released.
   */
  odd: Schema.optionalKey(Schema.Struct({ height: Schema.BigInt, heldFor: Schema.Array(Schema.String) })),
  /** After how many attempts that took a fee it was held until it is released. */
  heldAfter: Schema.optionalKey(Schema.Int),
  createdAt: Schema.Int
})
export type TronOperation = typeof TronOperation.Type

/** The attempt that counts. */
export const lastOf = ({ attempts }: TronOperation): Attempt | undefined => attempts.at(-1)

/** Whether it is not wanted any more. */
export const isWithdrawn = ({ withdrawnAt }: TronOperation): boolean => withdrawnAt !== undefined

/** Whether bytes of it were signed to be sent and may still land, or have landed. */
export const mayLand = (operation: TronOperation): boolean => {
  const last = lastOf(operation)
  return last !== undefined && last.signed !== null && last.ended === null
}

/** Whether something is left to be done for it. */
export const isOpen = (operation: TronOperation): boolean => operation.verdict === null && mayLand(operation)

export const TronOperations = recordKind({
  kind: "tronOperation",
  schema: TronOperation,
  personal: noPersonalData("signed bytes and addresses of a chain"),
  // Two transactions of one id would be one: the second would never be made.
  keys: { txid: (operation: TronOperation) => lastOf(operation)?.txid },
  lists: {
    open: (operation: TronOperation) => isOpen(operation) ? "all" : undefined,
    odd: (operation: TronOperation) => operation.odd === undefined ? undefined : "all"
  }
})

const TronSponsorship = Schema.Struct({
  /** `sponsor/` and the id of the spend. */
  id: Schema.String,
  owner: Schema.String,
  /** The spend that it is for. */
  spend: Schema.String,
  wallet: Schema.String,
  /** Energy that the spend needs. */
  energy: Schema.BigInt,
  /** What was done for it, oldest first; each is an operation under this id, a slash and its place. */
  steps: Schema.Array(Call),
  /** What it was to cost at most when it was planned, in sun. */
  plannedSun: Schema.BigInt,
  /** Whether everything that was lent is back. */
  isOver: Schema.Boolean
})
export type TronSponsorship = typeof TronSponsorship.Type

export const TronSponsorships = recordKind({
  kind: "tronSponsorship",
  schema: TronSponsorship,
  personal: noPersonalData("addresses of a chain and amounts"),
  // An account is activated once: of two spends that begin together, the second looks after what the first does.
  keys: {
    activation: ({ steps, wallet }: TronSponsorship) =>
      steps.some(({ _tag }) => _tag === "Activate") ? wallet : undefined
  },
  lists: {
    open: ({ isOver }: TronSponsorship) => isOver ? undefined : "all",
    wallet: ({ isOver, wallet }: TronSponsorship) => isOver ? undefined : wallet
  }
})
