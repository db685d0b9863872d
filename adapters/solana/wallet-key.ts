// The signature of a wallet on Solana, from the BIP-39 entropy of its seed. Buffers that held keys are wiped.
import { pbkdf2 } from "node:crypto"
import { promisify } from "node:util"
import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"
import { mnemonicOf, solanaKeyOf } from "../../core/customers/wallet/derivation.ts"

// The seed of a mnemonic without a passphrase (BIP-39); node:crypto stretches it off the event loop.
const seedOf = (mnemonic: string): Promise<Buffer> => promisify(pbkdf2)(mnemonic, "mnemonic", 2_048, 64, "sha512")

/** A wallet's address and its signature over a message. */
export const signedByWallet = async (
  entropy: Uint8Array,
  message: Uint8Array
): Promise<{ readonly address: string; readonly signature: Uint8Array }> => {
  const seed = await seedOf(mnemonicOf(entropy))
  const key = solanaKeyOf(seed)
  const signed = { address: base58.encode(ed25519.getPublicKey(key)), signature: ed25519.sign(message, key) }
  seed.fill(0)
  key.fill(0)
  return signed
}
