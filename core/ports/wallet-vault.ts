// Keys of wallets: made and opened with the holder's PIN (contract of the wallet keys: Argon2id, NIP-44, sealed entropy).
// What comes in and goes out is `Redacted`; nothing is kept between two calls.
import { Context, Data, type Effect, type Option, type Redacted } from "effect"
import type { WalletAddresses } from "../standards/address/wallet-addresses.ts"

/** What the holder knows, what salts it, and on whose account it is derived. */
export interface PinProof {
  /** The account of the holder: accounts take their turns at derivations, so that none keeps another waiting. */
  readonly owner: string
  readonly pin: Redacted.Redacted
  readonly email: string
}

/** Keys of a new wallet. */
export interface WalletKeys {
  /** NIP-44 payload of the symmetric key under the PIN-derived master key; the holder's client opens it. */
  readonly protectedSymmetricKey: Redacted.Redacted
  /** The BIP-39 entropy, sealed twice: under the symmetric key, and under the service's own. */
  readonly sealedSeed: string
  readonly addresses: WalletAddresses
  /** On Liquid: the hash of the public key in hex, and the master blinding key, sealed under the service's own key. */
  readonly liquid?: { readonly program: string; readonly sealedBlindingKey: string }
  /** Its address on Spark. */
  readonly spark?: string
}

/** What opens a wallet. */
export interface WalletLock extends PinProof {
  readonly walletId: string
  readonly protectedSymmetricKey: Redacted.Redacted
  readonly sealedSeed: string
}

/** PIN and envelope do not open this wallet. */
export class VaultRefused extends Data.TaggedError("VaultRefused")<{}> {}

/** As many derivations of this owner wait as may, or this one waited too long; nothing was derived. */
export class VaultBusy extends Data.TaggedError("VaultBusy")<{}> {}

export class WalletVault extends Context.Service<WalletVault, {
  /** Makes the keys of a wallet; its randomness comes from the vault. */
  readonly create: (walletId: string, proof: PinProof) => Effect.Effect<WalletKeys, VaultBusy>
  /** Opens a wallet: the BIP-39 entropy of its seed. */
  readonly open: (lock: WalletLock) => Effect.Effect<Redacted.Redacted<Uint8Array>, VaultRefused | VaultBusy>
  /** The envelopes of the same symmetric keys under another PIN: all of a holder's, in their order, or none. */
  readonly rewrap: (
    proof: PinProof,
    envelopes: ReadonlyArray<Redacted.Redacted>,
    next: PinProof
  ) => Effect.Effect<ReadonlyArray<Redacted.Redacted>, VaultRefused | VaultBusy>
  /** The PIN that wallets here are made with at their first use; none where every holder sets his own. */
  readonly initialPin: Option.Option<Redacted.Redacted>
}>()("pontepay/core/ports/WalletVault") {}
