// A wallet: one seed that its holder's PIN opens, and the address that the seed has on each family of networks (spec
// "Wallet"). A holder is a subaccount. Its first wallet is the one that is meant when no walletId is given; any other is
// named. Invariant: neither the PIN nor the seed nor the symmetric key is ever stored in the clear.
import { Effect, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import { WalletNetwork } from "../../standards/address/network.ts"
import { WalletAddresses, type WalletFamily } from "../../standards/address/wallet-addresses.ts"
import { NotFound } from "../../base/errors/errors.ts"
import type { AssetCode } from "../../base/money/assets.ts"
import { recordKind } from "../../engine/store/records.ts"
import { sealedBy } from "../../base/ids/sealed-by.ts"
import { erasedText, personalField } from "../../engine/store/personal.ts"

interface NetworkRow {
  readonly inSandbox: boolean
  /** What `balance` counts, and what is moved when no asset is named. */
  readonly asset: AssetCode
  /** Whether reads of a wallet show its address and balances there (spec "Wallet"). */
  readonly isShown: boolean
}

export const walletNetworks: Readonly<Record<WalletNetwork, NetworkRow>> = {
  polygon: { inSandbox: true, asset: "USDT", isShown: true },
  base: { inSandbox: true, asset: "USDC", isShown: true },
  tron: { inSandbox: true, asset: "USDT", isShown: true },
  solana: { inSandbox: false, asset: "USDT", isShown: false }
}

export const Wallet = Schema.Struct({
  /** 24 lower-case hex characters: `walletId` in the interface. */
  id: Schema.String,
  owner: Schema.String,
  subAccountId: Schema.String,
  /** `default`: the holder's first, on every network. `made`: one more, on the network that was requested. */
  role: Schema.Literals(["default", "made"]),
  networks: Schema.Array(WalletNetwork),
  addresses: WalletAddresses,
  /** Salts the PIN's key; it changes with the PIN alone. */
  email: Schema.String,
  /** The NIP-44 envelope that the keys endpoint gives out, sealed at rest. */
  protectedSymmetricKey: Schema.String,
  /** The BIP-39 entropy under the symmetric key, sealed once more under the service's own. */
  sealedSeed: Schema.String,
  /** What shows the wallet on Liquid; wallets from before it was kept have none. */
  liquid: Schema.optionalKey(Schema.Struct({
    /** The hash of its public key there, in hex. */
    program: Schema.String,
    /** Its master blinding key in hex, sealed under the service's own. */
    sealedBlindingKey: Schema.String
  })),
  /** Its address on Spark; wallets from before it was kept have none. */
  spark: Schema.optionalKey(Schema.String),
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type Wallet = typeof Wallet.Type

export const Wallets = recordKind({
  kind: "wallet",
  schema: Wallet,
  personal: {
    purpose: "the holder's access to what is his: the address salts the PIN (article 7 V)",
    seenBy: "the account, where it may read wallet keys",
    fields: { email: { ...personalField.holder, becomes: erasedText } },
    secrets: ["protectedSymmetricKey", "sealedSeed", "liquid.sealedBlindingKey"]
  },
  // Twins that provision a holder at once make one default wallet.
  keys: { defaultOf: ({ role, subAccountId }: Wallet) => role === "default" ? subAccountId : undefined },
  lists: {
    bySubAccount: ({ subAccountId }: Wallet) => subAccountId,
    sealedBy: ({ protectedSymmetricKey }: Wallet) => sealedBy(protectedSymmetricKey),
    seedSealedBy: ({ sealedSeed }: Wallet) => sealedBy(sealedSeed)
  }
})

/** Where the envelope of a wallet is sealed for. */
export const envelopePlace = (walletId: string): string => `wallet/${walletId}/protectedSymmetricKey`

/** Where the seed of a wallet is sealed for. */
export const walletSeedPlace = (walletId: string): string => `wallet/${walletId}/seed`

/** Where the blinding key of a wallet is sealed for. */
export const blindingKeyPlace = (walletId: string): string => `wallet/${walletId}/blindingKey`

/** The salt of a holder who has no e-mail address of his own. */
export const emailOf = (holder: { readonly id: string; readonly email: string | null }): string =>
  holder.email ?? `${holder.id}@wallet.pontepay.invalid`

/** The address of a wallet on a network, in the family that the network settles in here. */
export const addressIn = (wallet: Wallet, family: WalletFamily): string => wallet.addresses[family]

/** A wallet that was looked up for a caller; a missing one, a foreign one and another holder's are refused alike. */
export const walletInScope = (
  caller: Caller,
  subAccountId: string,
  found: Wallet | undefined
): Effect.Effect<Wallet, NotFound> =>
  found === undefined || found.owner !== caller.account.id || found.subAccountId !== subAccountId
    ? Effect.fail(new NotFound({ resource: "Wallet" }))
    : Effect.succeed(found)
