// How Avenia's interface knows who calls: the API key, the millisecond, and an RSA signature (PKCS#1 v1.5, SHA-256) over millisecond,
// method, target and body (api-reference.avenia.io, "Authentication"). Webhooks are signed with another padding.
import { type KeyObject, createPrivateKey, sign } from "node:crypto"
import { Clock, Effect, Redacted } from "effect"
import type { Credentials, OutgoingCall } from "../http-client/client.ts"
import { NotAsked } from "../http-client/exchange.ts"
import { type SecretSource, readSecret } from "../http-client/secret-file.ts"

/** The signature of a call in Base64; `at` is Unix milliseconds. */
export const signatureOf = (key: KeyObject, at: string, { body, method, target }: OutgoingCall): string =>
  sign("sha256", Buffer.concat([Buffer.from(`${at}${method}${target}`), body ?? Buffer.of()]), key).toString("base64")

/** Signs every call with our private key, whose public key the API key was made with. */
export const signedCalls = (
  secrets: { readonly apiKey: SecretSource; readonly privateKey: SecretSource }
): Credentials => {
  const name = readSecret(secrets.apiKey)
  const text = readSecret(secrets.privateKey)
  let last: { readonly version: string; readonly key: KeyObject } | undefined
  const key = Effect.gen(function*() {
    const { text: pem, version } = yield* text
    if (last?.version === version) return last.key
    const read = yield* Effect.try({
      try: () => createPrivateKey(Redacted.value(pem)),
      catch: () => new NotAsked({ reason: "the private key cannot be read: it must be PEM" })
    })
    if (read.asymmetricKeyType !== "rsa") return yield* new NotAsked({ reason: "the private key is not of RSA" })
    last = { version, key: read }
    return read
  })
  return {
    headers: (call) =>
      Effect.gen(function*() {
        const at = String(yield* Clock.currentTimeMillis)
        return {
          "x-api-key": Redacted.value((yield* name).text),
          "x-api-timestamp": at,
          "x-api-signature": signatureOf(yield* key, at, call)
        }
      }).pipe(
        Effect.catchTag("FileUnusable", ({ path, problem }) =>
          Effect.fail(new NotAsked({ reason: `${path}: ${problem}` })))
      )
  }
}
