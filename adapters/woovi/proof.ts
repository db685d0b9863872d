// Who sent a message: RSA with SHA-256 over its bytes as they came, by one of the provider's keys, and a value of our own that the
// provider sends in `authorization`. The signature is the provider's for every customer; our own value says that it is for us.
import { type KeyObject, createHash, createPublicKey, timingSafeEqual, verify } from "node:crypto"
import { Effect, Redacted, Result } from "effect"
import { InboxUnavailable, ProofRefused, type ProviderMessage } from "../../core/ports/provider-inbox.ts"
import { type SecretSource, readSecret } from "../http-client/secret-file.ts"

export interface ProofSettings {
  /** The provider's public keys in PEM, one after the other: two while it changes from one to the next. */
  readonly publicKeys: SecretSource
  /** What the webhook was registered with as its `authorization`. */
  readonly authorization: SecretSource
}

/** More than a change of keys needs. */
const mostKeys = 4

const block = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

/** The keys of a text in PEM; undefined where it has none, or one that is no RSA key. */
const keysOf = (pem: string): ReadonlyArray<KeyObject> | undefined => {
  try {
    const keys = (pem.match(block) ?? []).map((each) => createPublicKey(each))
    const areUsable = keys.length > 0 && keys.length <= mostKeys &&
      keys.every(({ asymmetricKeyType }) => asymmetricKeyType === "rsa")
    return areUsable ? keys : undefined
  } catch {
    return undefined
  }
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

// Made once: an error that is made notes where it was made.
const missing = new ProofRefused({ proof: "missing", problem: "the message is not signed" })
const wrong = new ProofRefused({ proof: "invalid", problem: "the provider's signature, or our own value, is wrong" })

/** Refuses a message whose sender is not proven. */
export const makeProof = (settings: ProofSettings) => {
  const readKeys = readSecret(settings.publicKeys)
  const readAuthorization = readSecret(settings.authorization)
  return (message: ProviderMessage): Effect.Effect<void, ProofRefused | InboxUnavailable> =>
    Effect.gen(function*() {
      const signature = message.headers["x-webhook-signature"]
      if (signature === undefined) return yield* Effect.fail(missing)
      const read = yield* Effect.result(Effect.all([readKeys, readAuthorization]))
      if (Result.isFailure(read)) {
        return yield* new InboxUnavailable({ reason: `${read.failure.path}: ${read.failure.problem}` })
      }
      const [pem, authorization] = read.success
      const keys = keysOf(Redacted.value(pem.text))
      if (keys === undefined) return yield* new InboxUnavailable({ reason: "the public keys are no RSA keys in PEM" })
      const own = timingSafeEqual(
        digest(message.headers["authorization"] ?? ""),
        digest(Redacted.value(authorization.text))
      )
      const isBase64 = /^[A-Za-z0-9+/]{64,1024}={0,2}$/.test(signature)
      const bytes = Buffer.from(signature, "base64")
      const isSigned = isBase64 && keys.some((key) => verify("sha256", message.body, key, bytes))
      if (!isSigned || !own) return yield* Effect.fail(wrong)
    })
}
