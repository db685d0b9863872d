// Secrets at rest: HMAC-SHA256 digests of API keys and AES-256-GCM sealing, each under its own key that HKDF-SHA256
// (RFC 5869) derives from the key of the service. Invariant: what was sealed for one place opens nowhere else.
import { Data, Effect, Layer, Redacted } from "effect"
import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes
} from "node:crypto"
import { Secrets } from "../../core/ports/secrets.ts"

/** The configured key is not 32 bytes of base64. */
export class InvalidSecretsKey extends Data.TaggedError("InvalidSecretsKey")<{ readonly problem: string }> {}

export interface SecretsConfig {
  /** 32 bytes, base64. */
  readonly key: Redacted.Redacted
}

const keyBytes = 32
const hashBlockBytes = 64
const nonceBytes = 12
const tagBytes = 16
const version = "v1."

/** The secrets of a service under its key; fails when the key has another shape. */
export const layer = (config: SecretsConfig): Layer.Layer<Secrets, InvalidSecretsKey> =>
  Layer.effect(
    Secrets,
    Effect.gen(function*() {
      const key = yield* keyOf(config)
      const digestOf = keyedDigest(derived(key, "pontepay/api-key/v1").export())
      const proofOf = proofMaker(key)
      const sealKey = derived(key, "pontepay/seal/v1")
      return {
        keyDigest: (apiKey: Redacted.Redacted) => Effect.sync(() => digestOf(Redacted.value(apiKey))),
        proof: (purpose: string, text: string) => Effect.sync(() => proofOf(purpose)(text)),
        seal: (secret: Redacted.Redacted, place: string) =>
          Effect.sync(() => sealed(sealKey, Redacted.value(secret), place)),
        open: (text: string, place: string) => Effect.sync(() => Redacted.make(opened(sealKey, text, place)))
      }
    })
  )

/** The bytes of the key of a service; fails when it has another shape. */
export const keyOf = ({ key }: SecretsConfig): Effect.Effect<Buffer, InvalidSecretsKey> =>
  Effect.suspend(() => {
    const bytes = Buffer.from(Redacted.value(key), "base64")
    return bytes.length === keyBytes && bytes.toString("base64") === Redacted.value(key)
      ? Effect.succeed(bytes)
      : Effect.fail(new InvalidSecretsKey({ problem: `The secrets key is not ${keyBytes} bytes of base64` }))
  })

/** The key for one use of the key of a service. */
export const derived = (key: Buffer, info: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), info, keyBytes)))

// Each purpose has a key of its own; there are as many as the code names.
const proofMaker = (key: Buffer): (purpose: string) => (text: string) => string => {
  const known = new Map<string, (text: string) => string>()
  return (purpose) => {
    const before = known.get(purpose)
    if (before !== undefined) return before
    const made = keyedDigest(derived(key, `pontepay/proof/${purpose}/v1`).export())
    known.set(purpose, made)
    return made
  }
}

// HMAC-SHA256 (RFC 2104) by two one-shot hashes: a third of the cost of an HMAC object, on every request.
const keyedDigest = (key: Buffer): (text: string) => string => {
  const block = Buffer.concat([key], hashBlockBytes)
  const padded = (pad: number) => block.map((byte) => byte ^ pad)
  const [inner, outer] = [padded(0x36), padded(0x5c)]
  return (text) => {
    const first = hash("sha256", Buffer.concat([inner, Buffer.from(text)]), "buffer")
    return hash("sha256", Buffer.concat([outer, first]), "hex")
  }
}

// Random nonces are safe for 2^32 texts under one key, more than a service ever seals.
const sealed = (key: KeyObject, secret: string, place: string): string => {
  // A text that UTF-8 cannot hold would open as another one.
  if (!secret.isWellFormed()) throw new Error(`A secret for ${place} is not well-formed text`)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(place))
  const body = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()])
  return version + body.toString("base64url")
}

const opened = (key: KeyObject, text: string, place: string): string => {
  const bytes = Buffer.from(text.slice(version.length), "base64url")
  // The decoder skips what it does not know, so only the canonical text counts as unaltered.
  const isWhole = bytes.length >= nonceBytes + tagBytes && version + bytes.toString("base64url") === text
  const secret = isWhole ? decrypted(key, bytes, place) : undefined
  if (secret === undefined) throw new Error(`A sealed text does not open at ${place}`)
  return secret
}

/** Undefined when the bytes were not sealed under this key for this place. */
const decrypted = (key: KeyObject, bytes: Buffer, place: string): string | undefined => {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  const secret = decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, "utf8")
  try {
    return secret + decipher.final("utf8")
  } catch {
    return undefined
  }
}
