// Blinding keys of a wallet (SLIP-0077): one master key, from which the key of every script follows. Whoever has the master key sees
// what comes to the wallet's scripts, and can spend nothing.
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"

/** The private blinding key of a script, from the master key of 32 bytes. */
export const blindingKeyOf = (master: Uint8Array, script: Uint8Array): Uint8Array => hmac(sha256, master, script)

/** Its public key, which a confidential address holds. Compressed. */
export const publicBlindingKey = (key: Uint8Array): Uint8Array => secp256k1.getPublicKey(key, true)
