// An account on an EVM network over a signer, which may be a module of hardware: it signs digests, and nothing here sees its key.
// Two signatures of one digest may differ, so what is signed is stored before it is sent.
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { Effect } from "effect"
import {
  type Address,
  type Hex,
  type TransactionSerializableEIP1559,
  type TransactionSerializableEIP7702,
  bytesToHex,
  hexToBytes,
  keccak256,
  serializeSignature,
  serializeTransaction
} from "viem"
import { publicKeyToAddress } from "viem/accounts"
import { hashAuthorization } from "viem/utils"
import { secpSignature } from "../custody/signature.ts"
import type { SecpSigner, SignerProblem, SigningPurpose } from "../custody/signer.ts"
import { accountCode } from "./contracts.ts"

/** A signed delegation of an account to the code that it runs. */
export interface Delegation {
  readonly address: Hex
  readonly chainId: number
  readonly nonce: number
  readonly r: Hex
  readonly s: Hex
  readonly yParity: number
}

export interface EvmAccount {
  readonly address: Address
  /** 65 bytes. */
  readonly sign: (digest: Hex, purpose: SigningPurpose) => Effect.Effect<Hex, SignerProblem>
  readonly delegate: (
    chainId: number,
    nonce: number,
    purpose: SigningPurpose
  ) => Effect.Effect<Delegation, SignerProblem>
  /** The bytes of a transaction as they are broadcast. */
  readonly signTransaction: (
    transaction: TransactionSerializableEIP1559 | TransactionSerializableEIP7702,
    purpose: SigningPurpose
  ) => Effect.Effect<Hex, SignerProblem>
}

/** Throws where the signer's public key is no point of the curve. */
export const accountOf = (signer: SecpSigner): EvmAccount => {
  const publicKey = bytesToHex(secp256k1.Point.fromBytes(signer.publicKey).toBytes(false))
  // What another key signed is worth nothing, and would be stored and sent as if it were.
  const signature = Effect.fnUntraced(function*(digest: Hex, purpose: SigningPurpose) {
    const bytes = hexToBytes(digest)
    const given = yield* signer.sign(bytes, purpose)
    const compact = Uint8Array.from([...given.r, ...given.s])
    const { r, recovery, s } = yield* secpSignature(signer.publicKey, bytes, compact, "compact")
    return { r: bytesToHex(r), s: bytesToHex(s), yParity: recovery }
  })
  return {
    address: publicKeyToAddress(publicKey),
    sign: (digest, purpose) => Effect.map(signature(digest, purpose), serializeSignature),
    delegate: (chainId, nonce, purpose) =>
      Effect.map(
        signature(hashAuthorization({ contractAddress: accountCode, chainId, nonce }), purpose),
        (signed) => ({ address: accountCode, chainId, nonce, ...signed })
      ),
    signTransaction: (transaction, purpose) =>
      Effect.map(
        signature(keccak256(serializeTransaction(transaction)), purpose),
        (signed) => serializeTransaction(transaction, signed)
      )
  }
}
