// How Sumsub's interface knows who calls: the app token, the second, and an HMAC-SHA256 over second, method, target and the
// bytes of the body as they are sent (docs.sumsub.com, "Authentication"). A signature holds for a minute.
import { createHmac } from "node:crypto"
import { Clock, Effect, Redacted } from "effect"
import { unixSeconds } from "../../core/base/time/instant.ts"
import type { Credentials, OutgoingCall } from "../http-client/client.ts"
import { NotAsked } from "../http-client/exchange.ts"
import { type SecretSource, readSecret } from "../http-client/secret-file.ts"

/** The signature of a call in lower-case hex; `second` is Unix seconds. */
export const signatureOf = (key: Redacted.Redacted, second: string, { body, method, target }: OutgoingCall): string =>
  createHmac("sha256", Redacted.value(key)).update(`${second}${method}${target}`).update(body ?? "").digest("hex")

/** Signs every call with the app token's secret key. */
export const signedCalls = (
  secrets: { readonly appToken: SecretSource; readonly secretKey: SecretSource }
): Credentials => {
  const token = readSecret(secrets.appToken)
  const key = readSecret(secrets.secretKey)
  return {
    headers: (call) =>
      Effect.gen(function*() {
        const second = String(unixSeconds(yield* Clock.currentTimeMillis))
        return {
          "x-app-token": Redacted.value((yield* token).text),
          "x-app-access-ts": second,
          "x-app-access-sig": signatureOf((yield* key).text, second, call)
        }
      }).pipe(Effect.mapError(({ path, problem }) => new NotAsked({ reason: `${path}: ${problem}` })))
  }
}
