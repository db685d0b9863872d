// A wallet transfer: a stablecoin from a wallet to an address, to another holder of the same key owner, or anywhere (spec
// "Wallet transfer"). Signed before it is stored; its movement sends what was signed. Amounts are smallest units of the asset.
import { Schema } from "effect"
import { Reason } from "../../base/reason/reason.ts"
import { duplicateFields } from "../../customers/idempotency/idempotency.ts"
import { declaredPart } from "../../standards/identity/declaration.ts"
import { limits } from "../../base/limits/limits.ts"
import { history } from "../../engine/machine/machine.ts"
import type { AssetCode } from "../../base/money/assets.ts"
import { printDecimal } from "../../base/money/decimal.ts"
import type { Units } from "../../base/money/units.ts"
import { movementId } from "../movement/movement.ts"
import { recordKind } from "../../engine/store/records.ts"
import { placeOf } from "../../base/time/instant.ts"
import { TransferAsset, TransferNetwork } from "./transfer-request.ts"
import { type TransferState, transferStates } from "./transfer.states.ts"
import {
  declaredFields,
  historyFields,
  noPersonalData,
  paymentRecords,
  personalField
} from "../../engine/store/personal.ts"

const text = Schema.NullOr(Schema.String)

export const Transfer = Schema.Struct({
  /** `transactionId` in the interface. */
  id: Schema.String,
  owner: Schema.String,
  /** Whose wallet it leaves. */
  subAccountId: Schema.String,
  walletId: Schema.String,
  state: Schema.Literals(Object.keys(transferStates.states) as ReadonlyArray<TransferState>),
  asset: TransferAsset,
  network: TransferNetwork,
  units: Schema.BigInt,
  senderAddress: Schema.String,
  recipientAddress: Schema.String,
  /** The holder that receives, where it is one of the key owner's own. */
  toSubAccountId: text,
  ...declaredPart,
  reference: text,
  txHash: text,
  /** Why it cannot take effect, for the operator; customers see the error code alone. */
  refusal: Schema.NullOr(Reason),
  ...duplicateFields,
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  history
})
export type Transfer = typeof Transfer.Type

export const Transfers = recordKind({
  kind: "transfer",
  schema: Transfer,
  personal: {
    purpose: paymentRecords,
    seenBy: "the account, operators",
    fields: {
      "refusal.detail": personalField.text,
      duplicateReason: personalField.text,
      ...declaredFields,
      ...historyFields
    }
  },
  lists: { statement: placeOf, byDuplicateFingerprint: ({ duplicateFingerprint }: Transfer) => duplicateFingerprint }
})

/** The movement of a transfer. */
export const transferMovement = (transferId: string): string => movementId(transferId, transferPurpose)

/** What the movement of a transfer is for. */
export const transferPurpose = "transfer"

/** What a holder received from another one: the other side of a transfer, in the receiver's own statement. */
const TransferReceipt = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  subAccountId: Schema.String,
  transferId: Schema.String,
  asset: TransferAsset,
  network: TransferNetwork,
  units: Schema.BigInt,
  txHash: Schema.String,
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type TransferReceipt = typeof TransferReceipt.Type

export const TransferReceipts = recordKind({
  kind: "transferReceipt",
  schema: TransferReceipt,
  personal: noPersonalData("ids and amounts"),
  lists: { statement: placeOf }
})

/** The transfer that a reference or an Idempotency-Key stands for. A reference may come to stand for a later one. */
export const TransferClaim = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  transferId: Schema.String,
  /** Digest of what was asked, without PIN and key. */
  fingerprint: Schema.String,
  /** Whether the first answer under it was that the transfer had been made before. */
  alreadyProcessed: Schema.Boolean,
  createdAt: Schema.Int
})
export type TransferClaim = typeof TransferClaim.Type

export const TransferClaims = recordKind({
  kind: "transferClaim",
  schema: TransferClaim,
  personal: noPersonalData("what a caller named a transfer, and digests")
})

/** The claim of a reference: no key owner can reach another's. */
export const referenceClaim = (owner: string, reference: string): string => `${owner}/reference/${reference}`

/** The claim of an Idempotency-Key. */
export const keyClaim = (owner: string, key: string): string => `${owner}/key/${key}`

/** When a holder last began a transfer: one in 30 seconds (spec "Limits", Transfer rate). */
const TransferTurn = Schema.Struct({
  /** The subaccount's own id. */
  id: Schema.String,
  owner: Schema.String,
  takenAt: Schema.Int
})
export type TransferTurn = typeof TransferTurn.Type

export const TransferTurns = recordKind({
  kind: "transferTurn",
  schema: TransferTurn,
  personal: noPersonalData("an instant")
})

/** Unix milliseconds from which the holder can transfer again. */
export const nextTurnAt = ({ takenAt }: Pick<TransferTurn, "takenAt">): number => takenAt + limits.transferRateMs

/** Whether a reference that was used for a transfer still stands for it at an instant (C17). */
export const isReplayed = ({ createdAt }: Transfer, now: number): boolean => now - createdAt < limits.transferReplayMs

// What the interface shows of a transfer (spec "Wallet transfer", C18). It reads only what never changes once the transfer
// is final, so a replay gives the same bytes. A failed one is a refusal and has no view.

const parties = ({ asset, id, recipientAddress, senderAddress, units }: Transfer) => ({
  senderAddress,
  recipientAddress,
  amount: printDecimal<AssetCode>(asset, units as Units<AssetCode>),
  asset,
  transactionId: id
})

/** The answer: the transaction hash once the chain has confirmed it, and PENDING before. */
export const transferAnswer = (transfer: Transfer, alreadyProcessed: boolean) => {
  const head = { success: true as const, ...(alreadyProcessed ? { alreadyProcessed: true as const } : {}) }
  return transfer.txHash === null
    ? { ...head, data: { txHash: null, ...parties(transfer), status: "PENDING" as const } }
    : { ...head, data: { txHash: transfer.txHash, ...parties(transfer), status: "CONFIRMED" as const } }
}
export type TransferAnswer = ReturnType<typeof transferAnswer>
