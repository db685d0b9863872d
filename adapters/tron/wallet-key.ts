// The key that signs for a wallet on TRON, from the BIP-39 entropy of its seed. Buffers that held keys are wiped once the signature
// is made.
import { pbkdf2 } from "node:crypto"
import { promisify } from "node:util"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import type { SecpSignature } from "../custody/signer.ts"
import { mnemonicOf, tronKeyOf } from "../../core/customers/wallet/derivation.ts"
import { addressOfKey } from "./address.ts"

// The seed of a mnemonic without a passphrase (BIP-39); node:crypto stretches it off the event loop.
const seedOf = (mnemonic: string): Promise<Buffer> => promisify(pbkdf2)(mnemonic, "mnemonic", 2_048, 64, "sha512")

/** Signs a digest with the key of a wallet. Throws where the seed is another wallet's. */
export const signWithWallet = async (
  entropy: Uint8Array,
  address: string,
  digest: Uint8Array
): Promise<SecpSignature> => {
  const seed = await seedOf(mnemonicOf(entropy))
  const key = tronKeyOf(seed)
  try {
    if (addressOfKey(secp256k1.getPublicKey(key, true)) !== address) throw new Error("the seed is another wallet's")
    const bytes = secp256k1.sign(digest, key, { prehash: false, lowS: true, format: "recovered" })
    return { r: bytes.slice(1, 33), s: bytes.slice(33), recovery: bytes[0] === 0 ? 0 : 1 }
  } finally {
    seed.fill(0)
    key.fill(0)
  }
}
