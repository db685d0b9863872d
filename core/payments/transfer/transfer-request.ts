// What may be asked of `POST /api/wallet/transfer`: the shape of each field, then the rules between them. Everything here
// depends on the request alone, so a wrong request never reads or changes anything.
import { Effect, Result, Schema } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { DuplicateReason, fingerprint } from "../../customers/idempotency/idempotency.ts"
import type { Flag } from "../../customers/account/flags.ts"
import { parseAddress } from "../../standards/address/address.ts"
import { checksummedEvmAddress, parseEvmAddress } from "../../standards/address/evm.ts"
import { familyOf } from "../../standards/address/network.ts"
import type { Environment } from "../../base/environment/environment.ts"
import {
  type DeclarationMissing,
  NotAvailableInSandbox,
  UnsupportedPair,
  type ValidationFailed,
  invalidField
} from "../../base/errors/errors.ts"
import {
  type Declaration,
  type RequiredFields,
  declaredIn,
  deliveryFields,
  requireDeclared,
  requireDeclaredInside
} from "../../standards/identity/declaration.ts"
import { limits } from "../../base/limits/limits.ts"
import { assetRoutes, assetsWith, flagOf } from "../../base/money/assets.ts"
import { type DecimalReason, parseDecimal } from "../../base/money/decimal.ts"
import { text } from "../../base/text/text.ts"
import type { WalletProof } from "../../customers/wallet/unlock-wallet.ts"
import { WalletPin } from "../../customers/wallet/pin.ts"
import { ProtectedSymmetricKey, SubAccountId, WalletId } from "../../customers/wallet/wallet-request.ts"

// Which asset a wallet can transfer on which network (spec "Wallet transfer", "Sandbox rules" 6). A pair behind a feature
// flag is refused with 403 where the flag is off, one that is not listed with 400; none is replaced by another.

export const TransferNetwork = Schema.Literals(["polygon", "base", "solana"])
export type TransferNetwork = typeof TransferNetwork.Type

export const TransferAsset = Schema.Literals(assetsWith("transfers"))
export type TransferAsset = typeof TransferAsset.Type

export interface TransferRoute {
  /** Beside WALLET_PAYOUT_API, which every transfer needs. */
  readonly flag: Flag | undefined
  readonly inSandbox: boolean
}

/** The route of a pair; `undefined` for one that does not exist. */
const transferRoute = (network: TransferNetwork, asset: TransferAsset): TransferRoute | undefined => {
  const networks: ReadonlyArray<TransferNetwork> = assetRoutes[asset].transfers
  return networks.includes(network) ? { flag: flagOf(asset), inSandbox: network !== "solana" } : undefined
}

/** What a transfer moves where it names no network or no asset. */
export const transferDefaults = { network: "polygon", asset: "USDT" } as const

/** Every pair that an environment transfers. */
export const transferPairsIn = (environment: Environment) =>
  TransferNetwork.literals.flatMap((network) =>
    TransferAsset.literals.filter((asset) => {
      const route = transferRoute(network, asset)
      return route !== undefined && (environment === "production" || route.inSandbox)
    }).map((asset) => ({ asset, network }))
  )

export const TransferRequest = Schema.Struct({
  recipientAddress: Schema.optionalKey(
    text({ minimum: 1, maximum: 64 }).annotate({
      description: "An EVM address with its EIP-55 checksum on polygon and base, base58 on solana; one of three"
    })
  ),
  toSubAccountId: Schema.optionalKey(
    text({ minimum: 1, maximum: 64 }).annotate({ description: "A subaccount of the key owner; one of three" })
  ),
  toUserId: Schema.optionalKey(
    text({ minimum: 1, maximum: 64 }).annotate({ description: "The user of such a subaccount; one of three" })
  ),
  fromSubAccountId: Schema.optionalKey(SubAccountId),
  amount: text({ minimum: 1, maximum: 64 }).annotate({
    description: "Whole units of the asset as a decimal string, above 0 and at most 10000"
  }),
  network: Schema.optionalKey(TransferNetwork.annotate({ description: "Network of the transfer; polygon by default" })),
  asset: Schema.optionalKey(TransferAsset.annotate({ description: "Asset to transfer; USDT by default" })),
  reference: Schema.optionalKey(
    text(limits.reference).annotate({ description: "The same one within two minutes is the same transfer" })
  ),
  walletId: Schema.optionalKey(WalletId),
  duplicateReason: Schema.optionalKey(DuplicateReason),
  ...deliveryFields,
  walletPin: WalletPin,
  protectedSymmetricKey: ProtectedSymmetricKey
}).annotate({ identifier: "WalletTransferRequest" })
export type TransferRequest = typeof TransferRequest.Type

/** Who receives. */
export type Recipient =
  | { readonly by: "address"; readonly address: string }
  | { readonly by: "subaccount"; readonly subAccountId: string }

/** A request that holds together. */
export interface TransferOrder {
  readonly subAccountId: string
  readonly recipient: Recipient
  /** Smallest units of the asset. */
  readonly units: bigint
  readonly network: TransferNetwork
  readonly asset: TransferAsset
  readonly route: TransferRoute
  readonly reference: string | undefined
  readonly walletId: string | undefined
  readonly duplicateReason: string | undefined
  readonly declared?: Declaration
  readonly proof: WalletProof
  /** Digest of what is asked; PIN, key and reason are no part of it. */
  readonly fingerprint: string
}

/** Checks what the fields say together: pair, recipient, amount, then what has to be declared. */
export const checkTransferRequest = (
  caller: Caller,
  request: TransferRequest
): Effect.Effect<
  TransferOrder,
  ValidationFailed | UnsupportedPair | DeclarationMissing | NotAvailableInSandbox,
  RequiredFields
> =>
  Effect.gen(function*() {
    const { duplicateReason, reference, walletId } = request
    const { asset = transferDefaults.asset, network = transferDefaults.network } = request
    const route = yield* routeOf(caller, network, asset)
    const recipient = yield* recipientOf(network, request)
    const units = yield* unitsOf(asset, request.amount)
    // What moves between two holders of one key owner leaves no provider.
    yield* recipient.by === "address"
      ? requireDeclared("transfer", request)
      : requireDeclaredInside("transfer", request)
    const declaration = declaredIn(request)
    const subAccountId = request.fromSubAccountId ?? caller.account.mainSubAccountId
    const { protectedSymmetricKey, walletPin } = request
    return {
      subAccountId,
      recipient,
      units,
      network,
      asset,
      route,
      reference,
      walletId,
      duplicateReason,
      ...declaration,
      proof: { walletPin, protectedSymmetricKey },
      fingerprint: fingerprint({
        subAccountId,
        recipient: { ...recipient },
        units: String(units),
        network,
        asset,
        reference,
        walletId: walletId?.toLowerCase(),
        ...declaration
      })
    }
  })

const routeOf = (
  { account: { environment } }: Caller,
  network: TransferNetwork,
  asset: TransferAsset
): Effect.Effect<TransferRoute, UnsupportedPair | NotAvailableInSandbox> => {
  const route = transferRoute(network, asset)
  if (route === undefined) {
    return Effect.fail(new UnsupportedPair({ asset, network, pairs: transferPairsIn(environment) }))
  }
  return environment === "sandbox" && !route.inSandbox
    ? Effect.fail(new NotAvailableInSandbox({ operation: `A transfer on ${network}` }))
    : Effect.succeed(route)
}

const recipientOf = (
  network: TransferNetwork,
  { recipientAddress, toSubAccountId, toUserId }: TransferRequest
): Effect.Effect<Recipient, ValidationFailed> => {
  const named = [recipientAddress, toSubAccountId, toUserId].filter((each) => each !== undefined)
  if (named.length !== 1) {
    return Effect.fail(
      invalidField("recipientAddress", "give exactly one of recipientAddress, toSubAccountId and toUserId")
    )
  }
  if (recipientAddress !== undefined) return addressOf(network, recipientAddress)
  return Effect.succeed({ by: "subaccount", subAccountId: toSubAccountId ?? subAccountOf(toUserId ?? "") })
}

/** The subaccount of a user: the same id under another prefix. */
const subAccountOf = (userId: string): string => userId.replace(/^usr_/, "sub_")

const addressOf = (network: TransferNetwork, address: string): Effect.Effect<Recipient, ValidationFailed> =>
  Result.match(familyOf[network] === "evm" ? checksummed(address) : parseAddress(network, address), {
    onSuccess: (parsed) => Effect.succeed({ by: "address", address: parsed }),
    onFailure: (problem) => Effect.fail(invalidField("recipientAddress", problem.message))
  })

// The checksum is what tells a mistyped digit, so an address without it is not taken here.
const checksummed = (address: string) =>
  Result.flatMap(
    parseEvmAddress(address),
    (parsed): Result.Result<string, { readonly message: string }> =>
      checksummedEvmAddress(parsed) === parsed
        ? Result.succeed(parsed)
        : Result.fail({ message: "The address needs the mixed case of its EIP-55 checksum." })
  )

const unitsOf = (asset: TransferAsset, amount: string): Effect.Effect<bigint, ValidationFailed> => {
  const most = Result.getOrThrow(parseDecimal(asset, limits.transferAmount))
  return Result.match(parseDecimal(asset, amount), {
    onSuccess: (units) => {
      if (units === 0n) return Effect.fail(invalidField("amount", "must be greater than 0"))
      return units > most
        ? Effect.fail(invalidField("amount", `must be at most ${limits.transferAmount}`))
        : Effect.succeed(units)
    },
    onFailure: ({ reason }) => Effect.fail(invalidField("amount", amountProblems[reason]))
  })
}

const amountProblems: Readonly<Record<DecimalReason, string>> = {
  empty: "must not be empty",
  sign: "must have no sign",
  exponent: "must have no exponent",
  malformed: "must be a plain decimal number",
  leadingZero: "must have no leading zeros",
  excessDigits: "has more decimals than the asset",
  aboveBound: `must be at most ${limits.transferAmount}`
}
