// The keys of wallets, made and opened with node:crypto: Argon2id of the PIN (RFC 9106) off the event loop, the symmetric
// key in a NIP-44 envelope under it, the seed's entropy in AES-256-GCM under that, and once more under the service's key,
// so that a stolen database alone allows no guessing. Bytes of secrets are wiped after use; texts cannot be.
import { argon2, createCipheriv, createDecipheriv, createHash, hkdfSync, pbkdf2, randomBytes } from "node:crypto"
import { promisify } from "node:util"
import { Effect, Layer, type Option, Redacted, Result } from "effect"
import { chacha20 } from "@noble/ciphers/chacha.js"
import { bytesToUtf8 } from "@noble/ciphers/utils.js"
import { expand } from "@noble/hashes/hkdf.js"
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { base64 } from "@scure/base"
import { sparkAddressOf } from "../../core/standards/address/spark.ts"
import { limits } from "../../core/base/limits/limits.ts"
import { Secrets } from "../../core/engine/store/secrets.ts"
import {
  type PinProof,
  VaultRefused,
  type WalletKeys,
  type WalletLock,
  WalletVault
} from "../../core/ports/wallet-vault.ts"
import { equalInConstantTime } from "../../core/base/text/text.ts"
import { addressesOf, liquidKeysOf, mnemonicOf, sparkIdentityKeyOf } from "../../core/customers/wallet/derivation.ts"
import { blindingKeyPlace, walletSeedPlace } from "../../core/customers/wallet/wallet.ts"
import { sharedPlaces } from "./turns.ts"

// NIP-44 version 2: a text sealed under a 32-byte conversation key (nostr-protocol/nips, 44.md). ChaCha20, padded so that
// lengths tell little, and HMAC-SHA256 over nonce and ciphertext. Stricter than most: keys and nonces are exactly 32 bytes
// and texts 1 to 65,535 bytes. Pure: the nonce is given, and must never be given twice.

const version = 2
const keyBytes = 32
const macBytes = 32
const longestText = 65_535
// The version, the nonce, the shortest padded text (32 bytes and its length) and the MAC; and the same for the longest.
const payloadBytes = { minimum: 99, maximum: 65_603 }
const longestPayload = 87_472

/** Why a payload does not open; the key itself is never told. */
export interface Nip44Problem {
  readonly reason: "key" | "base64" | "version" | "length" | "mac" | "padding"
}

const refuse = (reason: Nip44Problem["reason"]): Result.Result<never, Nip44Problem> => Result.fail({ reason })

const messageKeys = (key: Uint8Array, nonce: Uint8Array) => {
  const keys = expand(sha256, key, nonce, 76)
  return { cipher: keys.subarray(0, 32), cipherNonce: keys.subarray(32, 44), mac: keys.subarray(44, 76) }
}

/** Bytes that a text of so many bytes is padded to: at least 32, then in steps of an eighth of the next power of two. */
export const paddedLength = (length: number): number => {
  if (length <= 32) return 32
  const nextPower = 2 ** (32 - Math.clz32(length - 1))
  const chunk = nextPower <= 256 ? 32 : nextPower >>> 3
  // A chunk is a power of two, so what is beyond the last whole one are the low bits.
  return (length + chunk - 1) & -chunk
}

const padded = (text: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(2 + paddedLength(text.length))
  bytes[0] = text.length >>> 8
  bytes[1] = text.length & 0xff
  bytes.set(text, 2)
  return bytes
}

const unpadded = (bytes: Uint8Array): Uint8Array | undefined => {
  const length = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  const isWhole = length > 0 && bytes.length === 2 + paddedLength(length)
  return isWhole && bytes.subarray(2 + length).every((byte) => byte === 0) ? bytes.subarray(2, 2 + length) : undefined
}

const macOf = (key: Uint8Array, nonce: Uint8Array, ciphertext: Uint8Array): Uint8Array =>
  hmac(sha256, key, concatBytes(nonce, ciphertext))

/** Seals a text; throws `RangeError` on a key or nonce of other than 32 bytes or a text out of bounds: those are bugs. */
export const sealNip44 = (text: string, key: Uint8Array, nonce: Uint8Array): string => {
  const bytes = utf8ToBytes(text)
  if (key.length !== keyBytes || nonce.length !== keyBytes) throw new RangeError("NIP-44 takes keys of 32 bytes")
  if (bytes.length === 0 || bytes.length > longestText) throw new RangeError("NIP-44 takes texts of 1 to 65535 bytes")
  const keys = messageKeys(key, nonce)
  const ciphertext = chacha20(keys.cipher, keys.cipherNonce, padded(bytes))
  return base64.encode(
    concatBytes(new Uint8Array([version]), nonce, ciphertext, macOf(keys.mac, nonce, ciphertext))
  )
}

/** Opens what was sealed under this key, or says what is wrong with it. */
export const openNip44 = (payload: string, key: Uint8Array): Result.Result<string, Nip44Problem> => {
  if (key.length !== keyBytes) return refuse("key")
  if (payload.length > longestPayload) return refuse("length")
  const decoded = Result.try(() => base64.decode(payload))
  if (Result.isFailure(decoded)) return refuse("base64")
  const bytes = decoded.success
  if (bytes.length < payloadBytes.minimum || bytes.length > payloadBytes.maximum) return refuse("length")
  if (bytes[0] !== version) return refuse("version")
  const nonce = bytes.subarray(1, 1 + keyBytes)
  const ciphertext = bytes.subarray(1 + keyBytes, -macBytes)
  const keys = messageKeys(key, nonce)
  const expected = bytesToHex(macOf(keys.mac, nonce, ciphertext))
  if (!equalInConstantTime(expected, bytesToHex(bytes.subarray(-macBytes)))) return refuse("mac")
  const text = unpadded(chacha20(keys.cipher, keys.cipherNonce, ciphertext))
  return text === undefined ? refuse("padding") : Result.succeed(bytesToUtf8(text))
}

export interface WalletVaultConfig {
  /** The PIN that wallets are made with at their first use; none where holders set their own. */
  readonly initialPin: Option.Option<Redacted.Redacted>
}

const entropyBytes = 16
const nonceBytes = 12
const tagBytes = 16
const seedInfo = "pontepay/wallet-seed/v1"

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
  const { blindingKey, program } = liquidKeysOf(seed)
  try {
    return {
      program: bytesToHex(program),
      blindingKey: Redacted.make(bytesToHex(blindingKey)),
      protectedSymmetricKey: wrapped(symmetricKey, master),
      entropyText: Redacted.make(sealedEntropy(entropy, key)),
      addresses: addressesOf(seed),
      spark: sparkAddressOf(sparkIdentityKeyOf(seed))
    }
  } finally {
    wipe(master, symmetricKey, entropy, seed, key, blindingKey)
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

const orRefused = <A>(found: A | undefined): Effect.Effect<A, VaultRefused> =>
  found === undefined ? Effect.fail(new VaultRefused()) : Effect.succeed(found)

// Of the process, as the threads are that derive.
const inTurn = sharedPlaces({
  places: limits.unlocksAtOnce,
  waitingPerOwner: limits.unlocksWaiting,
  waitMs: limits.unlockWaitMs
})

/** The vault of a data plane; what it seals at rest only its `Secrets` open. */
export const layer = ({ initialPin }: WalletVaultConfig): Layer.Layer<WalletVault, never, Secrets> =>
  Layer.effect(
    WalletVault,
    Effect.map(Secrets, (secrets) => ({
      create: (walletId: string, proof: PinProof) =>
        Effect.gen(function*() {
          const { addresses, blindingKey, entropyText, program, protectedSymmetricKey, spark } = yield* inTurn(
            proof.owner,
            () => create(walletId, proof)
          )
          const sealedSeed = yield* secrets.seal(entropyText, walletSeedPlace(walletId))
          const sealedBlindingKey = yield* secrets.seal(blindingKey, blindingKeyPlace(walletId))
          const liquid = { program, sealedBlindingKey }
          return { addresses, protectedSymmetricKey, sealedSeed, liquid, spark } satisfies WalletKeys
        }),
      open: (lock: WalletLock) =>
        Effect.gen(function*() {
          const entropyText = yield* secrets.open(lock.sealedSeed, walletSeedPlace(lock.walletId))
          return yield* orRefused(yield* inTurn(lock.owner, () => open(lock, entropyText)))
        }),
      rewrap: (proof: PinProof, envelopes: ReadonlyArray<Redacted.Redacted>, next: PinProof) =>
        Effect.flatMap(inTurn(proof.owner, () => rewrap(proof, envelopes, next)), orRefused),
      initialPin
    }))
  )
