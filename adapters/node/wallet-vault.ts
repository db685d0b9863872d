// The keys of wallets, made and opened with node:crypto: Argon2id of the PIN (RFC 9106) off the event loop, the symmetric
// key in a NIP-44 envelope under it, the seed's entropy in AES-256-GCM under that, and once more under the service's key,
// so that a stolen database alone allows no guessing. Bytes of secrets are wiped after use; texts cannot be.
import { argon2, createCipheriv, createDecipheriv, createHash, hkdfSync, pbkdf2, randomBytes } from "node:crypto"
import { promisify } from "node:util"
import { Effect, Layer, type Option, Redacted, Result } from "effect"
import { limits } from "../../core/limits/limits.ts"
import { Secrets } from "../../core/ports/secrets.ts"
import {
  type PinProof,
  VaultBusy,
  VaultRefused,
  type WalletKeys,
  type WalletLock,
  WalletVault
} from "../../core/ports/wallet-vault.ts"
import { addressesOf, mnemonicOf } from "../../core/wallet/derivation.ts"
import { openNip44, sealNip44 } from "../../core/wallet/nip44.ts"

export interface WalletVaultConfig {
  /** The PIN that wallets are made with at their first use; none where holders set their own. */
  readonly initialPin: Option.Option<Redacted.Redacted>
}

const keyBytes = 32
const entropyBytes = 16
const nonceBytes = 12
const tagBytes = 16
const seedInfo = "pontepay/wallet-seed/v1"
const seedPlace = (walletId: string): string => `wallet/${walletId}/seed`

const derive = promisify(argon2)
const stretch = promisify(pbkdf2)

/** The key that a PIN and the e-mail that salts it give. */
const masterKey = ({ email, pin }: PinProof): Promise<Buffer> =>
  derive("argon2id", {
    message: Redacted.value(pin),
    nonce: createHash("sha256").update(email.trim().toLowerCase()).digest(),
    memory: 65_536,
    passes: 3,
    parallelism: 4,
    tagLength: keyBytes
  })

/** The words of an entropy, stretched to the seed that every key comes from (BIP-39). */
const seedOf = (entropy: Uint8Array): Promise<Buffer> => stretch(mnemonicOf(entropy), "mnemonic", 2_048, 64, "sha512")

const seedKey = (symmetricKey: Uint8Array, walletId: string): Buffer =>
  Buffer.from(hkdfSync("sha256", symmetricKey, walletId, seedInfo, keyBytes))

const wrapped = (symmetricKey: Buffer, master: Uint8Array): Redacted.Redacted =>
  Redacted.make(sealNip44(symmetricKey.toString("base64"), master, randomBytes(keyBytes)))

/** The symmetric key of an envelope; undefined when the master key does not open it, or it holds something else. */
const unwrapped = (envelope: Redacted.Redacted, master: Uint8Array): Buffer | undefined => {
  const text = Result.getOrUndefined(openNip44(Redacted.value(envelope), master))
  if (text === undefined) return undefined
  const key = Buffer.from(text, "base64")
  return key.length === keyBytes && key.toString("base64") === text ? key : undefined
}

const sealedEntropy = (entropy: Uint8Array, key: Buffer): string => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes })
  return Buffer.concat([nonce, cipher.update(entropy), cipher.final(), cipher.getAuthTag()]).toString("base64")
}

const openedEntropy = (sealed: string, key: Buffer): Uint8Array | undefined => {
  const bytes = Buffer.from(sealed, "base64")
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]))
  } catch {
    return undefined
  }
}

const wipe = (...secrets: ReadonlyArray<Uint8Array | undefined>): void => secrets.forEach((secret) => secret?.fill(0))

const create = async (walletId: string, proof: PinProof) => {
  const master = await masterKey(proof)
  const symmetricKey = randomBytes(keyBytes)
  const entropy = randomBytes(entropyBytes)
  const seed = await seedOf(entropy)
  const key = seedKey(symmetricKey, walletId)
  try {
    return {
      protectedSymmetricKey: wrapped(symmetricKey, master),
      entropyText: Redacted.make(sealedEntropy(entropy, key)),
      addresses: addressesOf(seed)
    }
  } finally {
    wipe(master, symmetricKey, entropy, seed, key)
  }
}

const open = async (lock: WalletLock, entropyText: Redacted.Redacted) => {
  const master = await masterKey(lock)
  const symmetricKey = unwrapped(lock.protectedSymmetricKey, master)
  const key = symmetricKey && seedKey(symmetricKey, lock.walletId)
  try {
    const entropy = key && openedEntropy(Redacted.value(entropyText), key)
    return entropy && Redacted.make(entropy)
  } finally {
    wipe(master, symmetricKey, key)
  }
}

const rewrap = async (proof: PinProof, envelopes: ReadonlyArray<Redacted.Redacted>, next: PinProof) => {
  const master = await masterKey(proof)
  const keys = envelopes.map((envelope) => unwrapped(envelope, master))
  try {
    const opened = keys.flatMap((key) => key ?? [])
    if (opened.length < envelopes.length) return undefined
    const nextMaster = await masterKey(next)
    const again = opened.map((key) => wrapped(key, nextMaster))
    wipe(nextMaster)
    return again
  } finally {
    wipe(master, ...keys)
  }
}

/** As many at once as the service allows; whoever comes on top is told at once. */
const gate = (most: number) => {
  let running = 0
  return <A>(work: () => Promise<A>): Effect.Effect<A, VaultBusy> =>
    Effect.suspend(() => {
      if (running >= most) return Effect.fail(new VaultBusy())
      running += 1
      // A derivation cannot be stopped: it holds its place until it ends, whoever waits for it.
      return Effect.promise(() => work().finally(() => running -= 1))
    })
}

const orRefused = <A>(found: A | undefined): Effect.Effect<A, VaultRefused> =>
  found === undefined ? Effect.fail(new VaultRefused()) : Effect.succeed(found)

/** The vault of a data plane; what it seals at rest only its `Secrets` open. */
export const layer = ({ initialPin }: WalletVaultConfig): Layer.Layer<WalletVault, never, Secrets> =>
  Layer.effect(
    WalletVault,
    Effect.map(Secrets, (secrets) => {
      const admitted = gate(limits.unlocksAtOnce)
      return {
        create: (walletId: string, proof: PinProof) =>
          Effect.gen(function*() {
            const { addresses, entropyText, protectedSymmetricKey } = yield* admitted(() => create(walletId, proof))
            const sealedSeed = yield* secrets.seal(entropyText, seedPlace(walletId))
            return { addresses, protectedSymmetricKey, sealedSeed } satisfies WalletKeys
          }),
        open: (lock: WalletLock) =>
          Effect.gen(function*() {
            const entropyText = yield* secrets.open(lock.sealedSeed, seedPlace(lock.walletId))
            return yield* orRefused(yield* admitted(() => open(lock, entropyText)))
          }),
        rewrap: (proof: PinProof, envelopes: ReadonlyArray<Redacted.Redacted>, next: PinProof) =>
          Effect.flatMap(admitted(() => rewrap(proof, envelopes, next)), orRefused),
        initialPin
      }
    })
  )
