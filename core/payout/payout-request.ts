// What may be asked of `POST /api/wallet/payout`: the shape of each field, then the rules between them. Everything here
// depends on the request alone, so a wrong request never reads or changes anything.
import { Effect, type Redacted, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import { DuplicateReason } from "../account/duplicate-policy.ts"
import type { Flag } from "../account/flags.ts"
import { NotAvailableInSandbox, UnsupportedPair, type ValidationFailed, invalidField } from "../errors/errors.ts"
import { limits } from "../limits/limits.ts"
import type { Cents } from "../money/units.ts"
import { brCodeCaps } from "../pix/br-code.ts"
import { PixKeyType } from "../pix/pix-key.ts"
import { destinationOf } from "../pix-payment/destination.ts"
import { Cpf } from "../pix/tax-id.ts"
import { text } from "../text/text.ts"
import type { WalletProof } from "../wallet/unlock-wallet.ts"
import { ProtectedSymmetricKey, SubAccountId, WalletPin } from "../wallet/wallet-request.ts"
import {
  type Payout,
  type PayoutAsset,
  type PayoutNetwork,
  payoutAssets,
  payoutAssetsInWords,
  payoutFlag,
  payoutNetworks,
  payoutPair,
  payoutPairsIn,
  payoutRoutes
} from "./payout.ts"

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
  duplicateReason: Schema.optionalKey(DuplicateReason)
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
}

type Wrong = ValidationFailed | UnsupportedPair | NotAvailableInSandbox

/** Checks what the fields say together: destination, then pair. */
export const checkPayoutRequest = (caller: Caller, request: PayoutRequest): Effect.Effect<PayoutOrder, Wrong> =>
  Effect.gen(function*() {
    const value = BigInt(request.value) as Cents
    const destination = yield* destinationOf(caller, request, value)
    const { asset, flag } = yield* pairOf(caller, request)
    const { duplicateReason, externalId, network, taxId } = request
    const subAccountId = request.subAccountId ?? caller.account.mainSubAccountId
    const flags = flag === undefined ? [payoutFlag] : [payoutFlag, flag]
    return { value, network, asset, flags, destination, taxId, subAccountId, externalId, duplicateReason }
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
