// What a module or a cloud signed, made into what chains take, and never believed: a signature that does not verify against the
// public key is given to no one.
import { ed25519 } from "@noble/curves/ed25519.js"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { equalBytes } from "@noble/curves/utils.js"
import { Effect } from "effect"
import { type SecpSignature, SignerRefused } from "./signer.ts"

const digestBytes = 32
const { ORDER: order } = secp256k1.Point.Fn
const half = order >> 1n

const isNoSignature = new SignerRefused({ reason: "it gave a signature that is not of this key" })

type Compact = ReturnType<typeof secp256k1.Signature.fromBytes>

const recovered = (signature: Compact, recovery: 0 | 1, digest: Uint8Array): Uint8Array | undefined => {
  try {
    return signature.addRecoveryBit(recovery).recoverPublicKey(digest).toBytes(true)
  } catch {
    return undefined
  }
}

const parsed = (bytes: Uint8Array, format: "compact" | "der"): Compact | undefined => {
  try {
    const { r, s } = secp256k1.Signature.fromBytes(bytes, format)
    // Chains take the lower of the two that are valid; about half of those that modules make are the upper one.
    return new secp256k1.Signature(r, s > half ? order - s : s)
  } catch {
    return undefined
  }
}

/** Nothing but a digest is signed: some modules sign the beginning of what is longer. */
export const checkedDigest = (digest: Uint8Array): Effect.Effect<Uint8Array, SignerRefused> =>
  digest.length === digestBytes
    ? Effect.succeed(digest)
    : Effect.fail(new SignerRefused({ reason: `a digest has ${digestBytes} bytes, not ${digest.length}` }))

/** A signature of a digest with its `s` in the lower half and its recovery; refused where it is not of the public key (compressed). */
export const secpSignature = (
  publicKey: Uint8Array,
  digest: Uint8Array,
  bytes: Uint8Array,
  format: "compact" | "der"
): Effect.Effect<SecpSignature, SignerRefused> => {
  const signature = parsed(bytes, format)
  if (signature === undefined) return Effect.fail(isNoSignature)
  for (const recovery of [0, 1] as const) {
    const key = recovered(signature, recovery, digest)
    if (key === undefined || !equalBytes(key, publicKey)) continue
    const compact = signature.toBytes("compact")
    return Effect.succeed({ r: compact.slice(0, 32), s: compact.slice(32), recovery })
  }
  return Effect.fail(isNoSignature)
}

const verifies = (publicKey: Uint8Array, message: Uint8Array, bytes: Uint8Array): boolean => {
  try {
    return ed25519.verify(bytes, message, publicKey)
  } catch {
    return false
  }
}

/** A signature of a message; refused where it is not of the public key. */
export const edSignature = (
  publicKey: Uint8Array,
  message: Uint8Array,
  bytes: Uint8Array
): Effect.Effect<Uint8Array, SignerRefused> =>
  verifies(publicKey, message, bytes) ? Effect.succeed(Uint8Array.from(bytes)) : Effect.fail(isNoSignature)
