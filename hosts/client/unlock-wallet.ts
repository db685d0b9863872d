// Unlocks a wallet on the holder's own device (contract "Wallet keys"): PIN and e-mail give the master key, which opens the
// envelope of the keys endpoint, in which the symmetric key is. A wrong PIN is found here, and costs none of the three tries.
import { PontepayError } from "./errors.ts"
import { masterKey } from "./master-key.ts"
import { openNip44 } from "./nip44.ts"

/** What `wallets.keys` answers, as it is. */
export interface WalletKeys {
  readonly walletId: string
  readonly protectedSymmetricKey: string
  readonly email: string
}

export interface UnlockOptions {
  /** The holder's PIN or passphrase, as typed. */
  readonly pin: string
  /** What `wallets.keys` answered. */
  readonly keys: WalletKeys
  /** Makes the worker that derives the key, where the bundler cannot, or where a policy wants another address. */
  readonly worker?: () => Worker
  /** Ends it at once; it fails with the reason of the signal. Native work runs on to its end, and its key is wiped. */
  readonly signal?: AbortSignal
}

/** The PIN does not open these keys. */
export class WrongPinError extends PontepayError {
  override readonly name = "WrongPinError"
}

/** The keys are not what `wallets.keys` answers. */
export class InvalidWalletKeysError extends PontepayError {
  override readonly name = "InvalidWalletKeysError"
}

/** What payouts, transfers and swaps take as proof: spread it into their body. */
export interface WalletProof {
  readonly walletPin: string
  readonly protectedSymmetricKey: string
}

/** An unlocked wallet. Dispose of it, or declare it with `using`: then its key is wiped and it gives nothing any more. */
export interface UnlockedWallet extends Disposable {
  readonly walletId: string
  /** 32 bytes, wiped by `dispose`; do not keep a copy. Throws once the wallet is disposed of. */
  readonly symmetricKey: Uint8Array
  /** Throws once the wallet is disposed of. */
  readonly proof: WalletProof
  /** Wipes the key and forgets the PIN. */
  readonly dispose: () => void
}

/**
 * Unlocks a wallet: 64 MiB and about a second of work, off the main thread. Fails with `WrongPinError`,
 * `InvalidWalletKeysError`, `UnlockUnavailableError`, or the reason of the signal.
 */
export const unlockWallet = async ({ keys, pin, signal, worker }: UnlockOptions): Promise<UnlockedWallet> => {
  const master = await masterKey({ pin, email: keys.email, signal, worker })
  try {
    return unlocked(keys, pin, symmetricKeyOf(keys, master))
  } finally {
    master.fill(0)
  }
}

const symmetricKeyOf = ({ protectedSymmetricKey }: WalletKeys, master: Uint8Array): Uint8Array => {
  const opened = openNip44(protectedSymmetricKey, master)
  if (opened === "key") throw new WrongPinError("The PIN does not open this wallet")
  const key = opened === "payload" ? undefined : keyOfBase64(opened)
  if (typeof opened !== "string") opened.fill(0)
  if (key === undefined) throw new InvalidWalletKeysError("protectedSymmetricKey is not what the keys endpoint answers")
  return key
}

const unlocked = ({ protectedSymmetricKey, walletId }: WalletKeys, pin: string, key: Uint8Array): UnlockedWallet => {
  let held: { readonly key: Uint8Array; readonly proof: WalletProof } | undefined = {
    key,
    proof: { walletPin: pin, protectedSymmetricKey }
  }
  const opened = () => {
    if (held === undefined) throw new PontepayError("This wallet was disposed of: unlock it again")
    return held
  }
  const dispose = (): void => {
    key.fill(0)
    held = undefined
  }
  return {
    walletId,
    get symmetricKey() {
      return opened().key
    },
    get proof() {
      return opened().proof
    },
    dispose,
    [Symbol.dispose]: dispose
  }
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
const equals = "=".charCodeAt(0)

// Of bytes and not of a text, which could not be wiped. 43 digits hold 258 bits: the last two have to be zero.
const keyOfBase64 = (digits: Uint8Array): Uint8Array | undefined => {
  if (digits.length !== 44 || digits[43] !== equals) return undefined
  const key = new Uint8Array(32)
  let bits = 0
  let held = 0
  let at = 0
  for (const digit of digits.subarray(0, 43)) {
    const value = alphabet.indexOf(String.fromCharCode(digit))
    if (value < 0) return undefined
    held = (held << 6 | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    key[at++] = held >>> bits & 0xff
  }
  return (held & 3) === 0 ? key : undefined
}
