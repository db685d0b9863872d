// The account that signs for a wallet on EVM networks, from the BIP-39 entropy of its seed. The seed is wiped; the account
// lives as long as one signature takes.
import { pbkdf2 } from "node:crypto"
import { promisify } from "node:util"
import { Redacted } from "effect"
import { evmKeyOf, mnemonicOf } from "../../core/customers/wallet/derivation.ts"
import { localSecpSigner } from "../custody/local.ts"
import { type EvmAccount, accountOf } from "./account.ts"

// The seed of a mnemonic without a passphrase (BIP-39); node:crypto stretches it off the event loop.
const seedOf = (mnemonic: string): Promise<Buffer> => promisify(pbkdf2)(mnemonic, "mnemonic", 2_048, 64, "sha512")

/** Signs with a wallet's key, which is wiped when the work ends. */
export const withWallet = async <A>(entropy: Uint8Array, work: (account: EvmAccount) => Promise<A>): Promise<A> => {
  const seed = await seedOf(mnemonicOf(entropy))
  const key = evmKeyOf(seed)
  try {
    return await work(accountOf(localSecpSigner(Redacted.make(key))))
  } finally {
    seed.fill(0)
    key.fill(0)
  }
}
