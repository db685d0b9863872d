// The account that signs for a wallet on EVM networks, from the BIP-39 entropy of its seed. Buffers that held keys are
// wiped; the account lives as long as one signature takes.
import { pbkdf2 } from "node:crypto"
import { promisify } from "node:util"
import { type PrivateKeyAccount, bytesToHex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { evmKeyOf, mnemonicOf } from "../../core/wallet/derivation.ts"

// The seed of a mnemonic without a passphrase (BIP-39); node:crypto stretches it off the event loop.
const seedOf = (mnemonic: string): Promise<Buffer> => promisify(pbkdf2)(mnemonic, "mnemonic", 2_048, 64, "sha512")

/** The account of a wallet. */
export const walletAccount = async (entropy: Uint8Array): Promise<PrivateKeyAccount> => {
  const seed = await seedOf(mnemonicOf(entropy))
  const key = evmKeyOf(seed)
  const account = privateKeyToAccount(bytesToHex(key))
  seed.fill(0)
  key.fill(0)
  return account
}
