// The key that Avenia signs its messages with. It changes without notice, so it is read from Avenia, kept for an hour, and read again
// when a signature does not fit: once at a time and seldom, or whoever posts forgeries would have us call Avenia.
import { type KeyObject, constants, createPublicKey, verify } from "node:crypto"
import { Effect, Result, Schema, Semaphore } from "effect"
import { InboxUnavailable } from "../../core/ports/provider-inbox.ts"
import type { HttpClient } from "../http-client/client.ts"
import { paths, reading } from "./api.ts"
import { englishReason } from "../../core/base/reason/english.ts"

const keepMs = 3_600_000
/** Between two readings that a wrong signature requested. */
const coolDownMs = 30_000

const Answer = Schema.Struct({ publicKey: Schema.NonEmptyString })

/** Whether bytes have a signature (RSA-PSS, SHA-256) of whoever holds the private key. */
const fits = (key: KeyObject, body: Uint8Array, signature: Uint8Array): boolean =>
  verify(
    "sha256",
    body,
    { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO },
    signature
  )

/** Judges signatures at an instant (Unix milliseconds). Fails while there is no key to judge by. */
export const makeVerifier = (client: HttpClient) => {
  const turn = Semaphore.makeUnsafe(1)
  let current: { readonly key: KeyObject; readonly readAt: number } | undefined
  let lastTryAt = Number.NEGATIVE_INFINITY

  const read = (now: number) =>
    Effect.gen(function*() {
      const { publicKey } = yield* reading(client, { route: "GET /v2/public-key", path: paths.publicKey }, Answer)
      const key = yield* Effect.try({
        try: () => createPublicKey(publicKey),
        catch: () => ({ reason: "it cannot be read" })
      })
      if (key.asymmetricKeyType !== "rsa") return yield* Effect.fail({ reason: "it is not of RSA" })
      current = { key, readAt: now }
      return key
    }).pipe(Effect.mapError(({ reason }) =>
      new InboxUnavailable({
        reason: `the provider's public key: ${typeof reason === "string" ? reason : englishReason(reason)}`
      })
    ))

  const known = (now: number) =>
    Effect.suspend(() =>
      current !== undefined && now - current.readAt < keepMs ? Effect.succeed(current.key) : read(now)
    )

  // Whoever waited for the turn finds what the one before him read.
  const again = (tried: KeyObject, now: number) =>
    Effect.suspend(() => {
      if (current !== undefined && current.key !== tried) return Effect.succeed(current.key)
      if (now - lastTryAt < coolDownMs) return Effect.succeed(tried)
      lastTryAt = now
      return read(now)
    })

  return (body: Uint8Array, signature: Uint8Array, now: number): Effect.Effect<boolean, InboxUnavailable> =>
    Effect.gen(function*() {
      const key = yield* turn.withPermits(1)(known(now))
      if (fits(key, body, signature)) return true
      // The key that is kept counts while no other can be read.
      const next = yield* Effect.result(turn.withPermits(1)(again(key, now)))
      return Result.isSuccess(next) && next.success !== key && fits(next.success, body, signature)
    })
}
