// Keys in this process's memory, from a secret of its configuration: for test networks, and for amounts that one can lose.
import { ed25519 } from "@noble/curves/ed25519.js"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { Effect, Redacted } from "effect"
import { audited } from "./audit.ts"
import { checkedDigest } from "./signature.ts"
import type { EdSigner, SecpSigner } from "./signer.ts"

/** A key of 32 bytes. Throws where it is no key of the curve. */
export const localSecpSigner = (key: Redacted.Redacted<Uint8Array>): SecpSigner => ({
  publicKey: secp256k1.getPublicKey(Redacted.value(key), true),
  sign: audited("local", (digest) =>
    Effect.map(checkedDigest(digest), () => {
      const bytes = secp256k1.sign(digest, Redacted.value(key), { prehash: false, lowS: true, format: "recovered" })
      return { r: bytes.slice(1, 33), s: bytes.slice(33), recovery: bytes[0] === 0 ? 0 : 1 }
    }))
})

/** A seed of 32 bytes. */
export const localEdSigner = (seed: Redacted.Redacted<Uint8Array>): EdSigner => ({
  publicKey: ed25519.getPublicKey(Redacted.value(seed)),
  sign: audited("local", (message) => Effect.sync(() => ed25519.sign(message, Redacted.value(seed))))
})
