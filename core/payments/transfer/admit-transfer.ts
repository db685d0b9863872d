// What a transfer meets before anything is signed: the transfer that its reference or Idempotency-Key stands for already,
// then the gates in their order (C13, C17, C18). And how a transfer that was sent comes to its end, whoever asks.
import { Clock, Effect, Option } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { hasFlag, requireUnblocked } from "../../customers/account/account.ts"
import { requireListed } from "../../customers/account/recipients.ts"
import { paymentFingerprint, refuseTwin } from "../../customers/idempotency/idempotency.ts"
import { requireHolderMayTransact } from "../../customers/kyc/may-transact.ts"
import type { WalletAddresses } from "../../standards/address/wallet-addresses.ts"
import {
  FeatureNotEnabled,
  IdempotencyConflict,
  NotFound,
  RateLimited,
  TransferRefused
} from "../../base/errors/errors.ts"
import { withinOperationLimit } from "../../customers/account/operation-limit.ts"
import { advanceMovement } from "../movement/perform-movement.ts"
import { Chain } from "../../ports/chain.ts"
import { type Stored, get } from "../../engine/store/records.ts"
import { type Subaccount, subaccountInScope } from "../../customers/subaccount/subaccount.ts"
import { secondsUntil } from "../../base/time/instant.ts"
import { firstWallet, isProvisioned, provisionedWallet } from "../../customers/wallet/first-wallet.ts"
import { spendingWallet } from "../../customers/wallet/find-wallet.ts"
import type { Wallet } from "../../customers/wallet/wallet.ts"
import { hearTransfer } from "./decide-transfer.ts"
import type { TransferOrder } from "./transfer-request.ts"
import {
  type Transfer,
  type TransferClaim,
  TransferClaims,
  type TransferTurn,
  TransferTurns,
  Transfers,
  isReplayed,
  nextTurnAt,
  transferMovement
} from "./transfer.ts"

/** A claim that was made before, with the transfer that it stands for. */
export interface Claimed {
  readonly claim: Stored<TransferClaim>
  readonly transfer: Transfer
}

/** What a claim stands for; undefined when it was never made. */
export const claimed = Effect.fnUntraced(function*(id: string) {
  const claim = Option.getOrUndefined(yield* get(TransferClaims, id))
  if (claim === undefined) return undefined
  const transfer = Option.getOrThrow(yield* get(Transfers, claim.value.transferId)).value
  return { claim, transfer } satisfies Claimed
})

/** What a used reference means for the same or another request (C17, C18). */
export type ReferenceMeaning = "replay" | "new"

/**
 * Whether a reference names its earlier transfer still. A failed one names nothing; after two minutes a final one neither,
 * and one that is not final lets no one in.
 */
export const meaningOf = (
  { claim, transfer }: Claimed,
  order: TransferOrder,
  now: number
): Effect.Effect<ReferenceMeaning, IdempotencyConflict> => {
  if (transfer.state === "FAILED") return Effect.succeed("new")
  const conflict = Effect.fail(new IdempotencyConflict({ field: "reference" }))
  if (isReplayed(transfer, now)) {
    return claim.value.fingerprint === order.fingerprint ? Effect.succeed("replay") : conflict
  }
  return transfer.state === "CONFIRMED" ? Effect.succeed("new") : conflict
}

/** Who takes part in a transfer; a receiver without a wallet yet gets one when everything else has let the transfer pass. */
export interface Parties {
  readonly wallet: Wallet
  readonly receiver: { readonly holder: Subaccount; readonly wallet: Wallet | undefined } | undefined
  readonly turn: Stored<TransferTurn> | undefined
}

/**
 * Lets an order pass up to its PIN, or refuses it: scope of what it names, flags, list of recipients, blocked account,
 * KYC, limit, the wallets that it does not name, rate (0197).
 */
export const admit = Effect.fnUntraced(function*(caller: Caller, order: TransferOrder) {
  const holder = yield* subaccountInScope(caller, order.subAccountId)
  const receiving = order.recipient.by === "address"
    ? undefined
    : yield* subaccountInScope(caller, order.recipient.subAccountId)
  const spending = spendingWallet(caller, { ...order, subAccountId: holder.id })
  const named = order.walletId === undefined ? undefined : yield* spending
  for (const flag of ["WALLET_PAYOUT_API" as const, order.route.flag]) {
    if (flag !== undefined && !hasFlag(caller.account, flag)) return yield* new FeatureNotEnabled({ flag })
  }
  if (receiving === undefined) yield* requireListedAddress(caller, order, undefined)
  yield* requireUnblocked(caller.account)
  yield* requireHolderMayTransact(holder, order.asset)
  yield* withinOperationLimit(order)
  const wallet = named ?? (yield* spending)
  const receiver = receiving === undefined ? undefined : yield* receiverOf(receiving, order)
  if (receiver !== undefined) yield* requireListedAddress(caller, order, receiver)
  const now = yield* Clock.currentTimeMillis
  const twins = { kind: Transfers, list: "byDuplicateFingerprint", isInDoubt } as const
  yield* refuseTwin(caller.account, { ...order, duplicateFingerprint: transferFingerprint(order, now) }, twins)
  const turn = Option.getOrUndefined(yield* get(TransferTurns, holder.id))
  if (turn !== undefined && now < nextTurnAt(turn.value)) {
    return yield* new RateLimited({ limit: 1, retryAfterSeconds: secondsUntil(now, nextTurnAt(turn.value)) })
  }
  return { wallet, receiver, turn } satisfies Parties
})

const fieldOf = ({ recipient }: TransferOrder) => recipient.by === "address" ? "recipientAddress" : "toSubAccountId"

// Of a subaccount the address of its wallet counts, which is known once the wallet is; one that has none yet is not listed.
const requireListedAddress = (
  { account }: Caller,
  order: TransferOrder,
  receiver: Parties["receiver"]
) =>
  Chain.use((chain) => {
    const { family } = chain.settlement(order.network)
    const { recipient } = order
    const address = recipient.by === "address" ? recipient.address : receiver?.wallet?.addresses[family] ?? null
    return requireListed(account, fieldOf(order), { address })
  })

const isInDoubt = ({ state }: Transfer): boolean => state === "SUBMITTED"

/** What equal transfers of one day have in common: the holder, the recipient and what it gets. */
export const transferFingerprint = ({ asset, recipient, subAccountId, units }: TransferOrder, now: number): string =>
  paymentFingerprint({ subAccountId, to: { ...recipient }, asset, units }, now)

const receiverOf = Effect.fnUntraced(function*(holder: Subaccount, { network }: TransferOrder) {
  const wallet = yield* firstWallet(holder)
  const isThere = wallet === undefined ? yield* isProvisioned : wallet.networks.includes(network)
  return isThere ? { holder, wallet } : yield* new NotFound({ resource: "Wallet" })
})

/** The addresses of an order: where it leaves from and where it goes to. */
export const addressesOf = Effect.fnUntraced(function*({ receiver, wallet }: Parties, order: TransferOrder) {
  const { family } = yield* Chain.use((chain) => Effect.succeed(chain.settlement(order.network)))
  const here = (addresses: WalletAddresses) => addresses[family]
  const recipientAddress = order.recipient.by === "address"
    ? order.recipient.address
    : here((receiver?.wallet ?? (yield* provisionedWallet(yield* holderOf(receiver)))).addresses)
  return { senderAddress: here(wallet.addresses), recipientAddress }
})

const holderOf = (receiver: Parties["receiver"]) =>
  receiver === undefined ? Effect.fail(new NotFound({ resource: "Subaccount" })) : Effect.succeed(receiver.holder)

/** A transfer of before as it stands now, brought on its way where the chain knows more; a failed one is refused again. */
export const settled = Effect.fnUntraced(function*(transfer: Transfer) {
  if (transfer.state === "SUBMITTED") {
    yield* advanceMovement({ transfer: hearTransfer }, transferMovement(transfer.id))
  }
  return yield* currentTransfer(transfer.id)
})

/** A transfer as it stands; a failed one is refused. */
export const currentTransfer = (transferId: string) =>
  Effect.flatMap(get(Transfers, transferId), (found) => unlessFailed(Option.getOrThrow(found).value))

const unlessFailed = (transfer: Transfer): Effect.Effect<Transfer, TransferRefused> =>
  transfer.state === "FAILED"
    ? Effect.fail(new TransferRefused({ transactionId: transfer.id }))
    : Effect.succeed(transfer)
