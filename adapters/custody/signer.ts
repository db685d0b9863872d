// Who signs with the service's own keys: relayers, fee payers and treasuries. A key is here, in a module of hardware or in a cloud; adapters of
// chains know these two shapes alone. A port of the adapters: the core signs nothing.
import { Data, type Effect } from "effect"
import type { Network } from "../../core/standards/address/network.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"
import type { NativeCoin } from "../../core/base/money/coins.ts"

/** What a signature is for: for a signer's own policy and its audit line. */
export interface SigningPurpose {
  /** Our id of the movement. */
  readonly operationId: string
  readonly network: Network
  readonly what: AssetCode | NativeCoin
  /** Smallest units. */
  readonly units: bigint
  readonly to: string
}

/** The signer gave no signature: it is away, slow, or has too much to do. No signature left it that anyone knows; ask later. */
export class SignerAway extends Data.TaggedError("SignerAway")<{ readonly reason: string }> {}

/** The signer will not sign: its policy, or a key that is missing or of another kind. */
export class SignerRefused extends Data.TaggedError("SignerRefused")<{ readonly reason: string }> {}

export type SignerProblem = SignerAway | SignerRefused

/** An ECDSA signature as chains take it: `s` is in the lower half, and `recovery` finds the public key. */
export interface SecpSignature {
  /** 32 bytes. */
  readonly r: Uint8Array
  /** 32 bytes. */
  readonly s: Uint8Array
  readonly recovery: 0 | 1
}

/** A key on secp256k1, for EVM networks, TRON, Bitcoin and Liquid. Two signatures of one digest may differ. */
export interface SecpSigner {
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array
  readonly sign: (digest: Uint8Array, purpose: SigningPurpose) => Effect.Effect<SecpSignature, SignerProblem>
}

/** A key on ed25519, for Solana. */
export interface EdSigner {
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** 64 bytes over the message as it is. */
  readonly sign: (message: Uint8Array, purpose: SigningPurpose) => Effect.Effect<Uint8Array, SignerProblem>
}

/** Where several keys of the service are, each by the name that it has there. A key that is none of this kind is refused. */
export interface KeyStore {
  readonly secpSigner: (key: string) => Effect.Effect<SecpSigner, SignerProblem>
  readonly edSigner: (key: string) => Effect.Effect<EdSigner, SignerProblem>
}
