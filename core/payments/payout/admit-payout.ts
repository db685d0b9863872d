// What a payout meets before anything is signed: what is on record about it, the gates in their order (C13), its price and
// whether the wallet holds it. Shared by making a payout and by asking what it would be.
import { Clock, Effect, type Redacted, Schema } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { hasFlag, requireUnblocked } from "../../customers/account/account.ts"
import { DuplicateReason, paymentFingerprint, refuseTwin } from "../../customers/idempotency/idempotency.ts"
import type { Flag } from "../../customers/account/flags.ts"
import { requireListed } from "../../customers/account/recipients.ts"
import {
  type CodeNotPayable,
  type DeclarationMissing,
  FeatureNotEnabled,
  IdempotencyConflict,
  InsufficientFunds,
  NotAvailableInSandbox,
  PerTransactionLimitExceeded,
  UnsupportedPair,
  type ValidationFailed,
  invalidField
} from "../../base/errors/errors.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { feeLines } from "../../base/fees/fee.ts"
import {
  type Declaration,
  type RequiredFields,
  declaredIn,
  isSameDeclaration,
  paymentFields,
  requireDeclared
} from "../../standards/identity/declaration.ts"
import { withinOperationLimit } from "../../customers/account/operation-limit.ts"
import { type KycAttempt, KycAttempts, thirdPartyAllowed } from "../../customers/kyc/kyc-attempt.ts"
import { requireMayTransact } from "../../customers/kyc/may-transact.ts"
import { limits } from "../../base/limits/limits.ts"
import { assetToCharge } from "../../base/money/rate.ts"
import type { Cents } from "../../base/money/units.ts"
import { destinationOf } from "../pix-payment/pix-payment.ts"
import { brCodeCaps } from "../../standards/pix/br-code.ts"
import { PixKeyType, namedReceiver } from "../../standards/pix/pix-key.ts"
import { Cpf } from "../../standards/pix/tax-id.ts"
import { Chain, ChainUnavailable } from "../../ports/chain.ts"
import type { PixRail } from "../../ports/pix-rail.ts"
import { customerRate } from "../../ports/rate-spreads.ts"
import { byId, byKey, newest, together } from "../../engine/store/records.ts"
import { type Subaccount, Subaccounts, inScope } from "../../customers/subaccount/subaccount.ts"
import { text } from "../../base/text/text.ts"
import type { WalletProof } from "../../customers/wallet/unlock-wallet.ts"
import { WalletPin } from "../../customers/wallet/pin.ts"
import { ProtectedSymmetricKey, SubAccountId } from "../../customers/wallet/wallet-request.ts"
import { isMirrored, spendingWallet, syncMirror } from "../../customers/wallet/find-wallet.ts"
import type { Wallet } from "../../customers/wallet/wallet.ts"
import { requireDelivery, requirePixPayments } from "../ways/require-ways.ts"
import {
  type Payout,
  type PayoutAsset,
  type PayoutNetwork,
  Payouts,
  externalIdKey,
  payoutAssets,
  payoutAssetsInWords,
  payoutFlag,
  payoutNetworks,
  payoutPair,
  payoutPairsIn,
  payoutRoutes
} from "./payout.ts"

// What may be asked of `POST /api/wallet/payout`: the shape of each field, then the rules between them. Everything here
// depends on the request alone, so a wrong request never reads or changes anything.

export const PayoutRequest = Schema.Struct({
  value: Schema.Int.check(Schema.isGreaterThanOrEqualTo(limits.payoutValue.minimum)).annotate({
    description: "What the receiver gets, in BRL cents; the fee comes on top. The ceiling is the account's own"
  }),
  network: Schema.Literals(payoutNetworks).annotate({
    description: "Where the asset is; tron needs the flag TRON_PAYOUT, solana exists in production alone"
  }),
  asset: Schema.optionalKey(
    Schema.Literals(payoutAssets).annotate({ description: payoutAssetsInWords })
  ),
  pixKey: Schema.optionalKey(
    text({ minimum: 1, maximum: brCodeCaps.key }).annotate({ description: "PIX key of the receiver, or `qrCode`" })
  ),
  pixKeyType: Schema.optionalKey(
    PixKeyType.annotate({ description: "Needed where a key may be of two types; else found out" })
  ),
  qrCode: Schema.optionalKey(
    text({ minimum: 1, maximum: brCodeCaps.code }).annotate({
      description: "PIX BR Code to pay, or `pixKey`; an amount inside it has to be `value`"
    })
  ),
  walletPin: Schema.optionalKey(WalletPin),
  protectedSymmetricKey: Schema.optionalKey(ProtectedSymmetricKey),
  taxId: Schema.optionalKey(
    Cpf.annotate({ description: "CPF of the beneficiary, digits only; left out for the account holder" })
  ),
  subAccountId: Schema.optionalKey(
    SubAccountId.annotate({ description: "Whose wallet pays; the main account's by default" })
  ),
  externalId: Schema.optionalKey(
    text(limits.externalId).annotate({ description: "Idempotency key, echoed by PAYOUT_SUCCESSFUL" })
  ),
  duplicateReason: Schema.optionalKey(DuplicateReason),
  ...paymentFields
}).annotate({ identifier: "WalletPayoutRequest" })
export type PayoutRequest = typeof PayoutRequest.Type

/** A request that holds together, with the route it takes and the subaccount it is for. */
export interface PayoutOrder {
  /** Below no maximum of its own: the account's limit is a later gate. */
  readonly value: Cents
  readonly network: PayoutNetwork
  readonly asset: PayoutAsset
  readonly flags: ReadonlyArray<Flag>
  readonly destination: Payout["destination"]
  readonly taxId: string | undefined
  readonly subAccountId: string
  readonly externalId: string | undefined
  readonly duplicateReason: string | undefined
  readonly declared?: Declaration
}

type Wrong = ValidationFailed | CodeNotPayable | UnsupportedPair | DeclarationMissing | NotAvailableInSandbox

/** Checks what the fields say together: destination, then pair, then what has to be declared. */
export const checkPayoutRequest = (
  caller: Caller,
  request: PayoutRequest
): Effect.Effect<PayoutOrder, Wrong, RequiredFields | PixRail> =>
  Effect.gen(function*() {
    const value = BigInt(request.value) as Cents
    const destination = yield* destinationOf(caller, request, value)
    const { asset, flag } = yield* pairOf(caller, request)
    const { duplicateReason, externalId, network, taxId } = request
    const subAccountId = request.subAccountId ?? caller.account.mainSubAccountId
    const flags = flag === undefined ? [payoutFlag] : [payoutFlag, flag]
    yield* requireDeclared("payout", request)
    const order = { value, network, asset, flags, destination, taxId, subAccountId, externalId, duplicateReason }
    return { ...order, ...declaredIn(request) }
  })

/** What proves that the holder agrees: optional in the schema, and needed by whoever spends. */
export const proofOf = ({ protectedSymmetricKey, walletPin }: PayoutRequest): Effect.Effect<
  WalletProof,
  ValidationFailed
> => {
  const needed = <A>(field: string, value: Redacted.Redacted<A> | undefined) =>
    value === undefined ? Effect.fail(invalidField(field, `${field} is required`)) : Effect.succeed(value)
  return Effect.all({
    walletPin: needed("walletPin", walletPin),
    protectedSymmetricKey: needed("protectedSymmetricKey", protectedSymmetricKey)
  })
}

const pairOf = ({ account: { environment } }: Caller, { asset, network }: PayoutRequest) => {
  const row = payoutPair(network, asset)
  if (row === undefined) {
    return Effect.fail(new UnsupportedPair({ asset: asset ?? "", network, pairs: payoutPairsIn(environment) }))
  }
  return payoutRoutes[network].environments.includes(environment)
    ? Effect.succeed(row)
    : Effect.fail(new NotAvailableInSandbox({ operation: `Payout on ${network}` }))
}

/** What is on record about a payout that is requested: read together, since every one needs it. */
export interface PayoutRecords {
  readonly earlier: Payout | undefined
  readonly subaccount: Subaccount | undefined
  readonly attempt: KycAttempt | undefined
}

/** Reads what is on record, in one round trip. */
export const readPayoutRecords = (caller: Caller, order: PayoutOrder) => {
  const ofSubaccount = {
    subaccount: byId(Subaccounts, order.subAccountId),
    attempt: newest(KycAttempts, "bySubAccount", order.subAccountId)
  }
  if (order.externalId === undefined) {
    return Effect.map(together(ofSubaccount), (found): PayoutRecords => ({ ...found, earlier: undefined }))
  }
  const key = externalIdKey(caller.account.id, order.externalId)
  return together({ ...ofSubaccount, earlier: byKey(Payouts, "externalId", key) })
}

/**
 * Lets a payout pass, or refuses it: scope, flags, list of recipients, blocked account, KYC, third party, limits, in this order; then the wallet
 * that pays, a payout that may have been made (0116), and whether it can be paid and given back here (0260).
 */
export const admitPayout = Effect.fnUntraced(function*(caller: Caller, order: PayoutOrder, records: PayoutRecords) {
  const subaccount = yield* inScope(caller, records.subaccount)
  for (const flag of order.flags) {
    if (!hasFlag(caller.account, flag)) return yield* new FeatureNotEnabled({ flag })
  }
  yield* requireListed(caller.account, order.destination.by === "key" ? "pixKey" : "qrCode", {
    pixKey: namedReceiver(order.destination).key
  })
  yield* requireUnblocked(caller.account)
  const approved = yield* requireMayTransact(subaccount, records.attempt, order.asset)
  yield* thirdPartyAllowed(caller.account, approved, order.taxId)
  yield* withinLimit(caller, order)
  yield* withinOperationLimit({ asset: "BRL", units: order.value })
  const wallet = yield* spendingWallet(caller, { subAccountId: subaccount.id, network: order.network })
  const duplicateFingerprint = payoutFingerprint(order, yield* Clock.currentTimeMillis)
  const isInDoubt = ({ doubtedAt }: Payout) => doubtedAt !== null
  yield* refuseTwin(caller.account, { ...order, duplicateFingerprint }, {
    kind: Payouts,
    list: "byDuplicateFingerprint",
    isInDoubt
  })
  yield* requirePixPayments
  // What cannot be paid is given back there.
  yield* requireDelivery(order, payoutNetworksOf(order.asset))
  return wallet
})

const payoutNetworksOf = (asset: PayoutAsset): ReadonlyArray<PayoutNetwork> =>
  payoutNetworks.filter((network) => payoutPair(network, asset)?.asset === asset)

/** What equal payouts of one day have in common: the holder, the destination and what it gets. */
export const payoutFingerprint = ({ destination, subAccountId, value }: PayoutOrder, now: number): string =>
  paymentFingerprint({ subAccountId, to: { ...destination }, asset: "BRL", units: value }, now)

const withinLimit = ({ account }: Caller, { value }: PayoutOrder) => {
  const rail = BigInt(limits.payoutValue.maximum)
  const limitCents = account.perTxLimit < rail ? account.perTxLimit : rail
  return value > limitCents
    ? Effect.fail(new PerTransactionLimitExceeded({ valueCents: value, limitCents }))
    : Effect.void
}

/** What a payout costs now: the wallet pays value and fee, rounded up to the asset's smallest unit. */
export const pricedPayout = Effect.fnUntraced(function*(caller: Caller, { asset, network, value }: PayoutOrder) {
  const { fee, gross } = feeLines("payout", value, caller.account.fees)
  const rate = yield* customerRate(asset, "sells").pipe(
    Effect.catchTag("RateUnavailable", () => Effect.fail(upstreamAway("The price source")))
  )
  return { asset, network, value, fee, rate, units: assetToCharge(rate, gross) }
})

/** Brings the ledger up to the chain, where it decides what the wallet may spend. */
export const mirroredWallet = (
  wallet: Wallet,
  spending: { readonly asset: Payout["asset"]; readonly network: string }
) => isMirrored(spending) ? chainAsked(syncMirror(wallet)) : Effect.void

/** Refuses what the wallet does not hold. */
export const fundedPayout = Effect.fnUntraced(function*(
  wallet: Wallet,
  { asset, network, units }: {
    readonly asset: Payout["asset"]
    readonly network: Payout["network"]
    readonly units: bigint
  }
) {
  const held = yield* chainAsked(
    Chain.use((chain) => chain.spendable({ asset, network, addresses: wallet.addresses }))
  )
  if (held < units) return yield* new InsufficientFunds({ asset, network })
})

/** A question to the chain that an answer depends on. */
export const chainAsked = <A, E, R>(question: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    question,
    (error): error is Extract<E, ChainUnavailable> => error instanceof ChainUnavailable,
    () => Effect.fail(upstreamAway("The chain"))
  )

/** The earlier payout when it was the same order, or the conflict (C3). */
export const samePayout = (earlier: Payout, order: PayoutOrder): Effect.Effect<Payout, IdempotencyConflict> =>
  isSameOrder(earlier, order) ? Effect.succeed(earlier) : Effect.fail(new IdempotencyConflict({ field: "externalId" }))

const isSameOrder = (earlier: Payout, order: PayoutOrder): boolean =>
  earlier.value === order.value &&
  earlier.network === order.network &&
  earlier.asset === order.asset &&
  earlier.taxId === (order.taxId ?? null) &&
  earlier.subAccountId === order.subAccountId &&
  isSameDeclaration(earlier.declared, order.declared) &&
  isSameDestination(earlier.destination, order.destination)

const isSameDestination = (a: Payout["destination"], b: Payout["destination"]): boolean =>
  a.by === "key"
    ? b.by === "key" && a.key === b.key && a.keyType === b.keyType
    : b.by === "brCode" && a.brCode === b.brCode
