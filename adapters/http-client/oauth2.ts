// OAuth 2.0 client credentials (RFC 6749, section 4.4): one token for all calls, renewed before it ends.
import { Clock, Effect, Redacted, Schema, Semaphore } from "effect"
import type { Credentials, HttpClient } from "./client.ts"
import { NotAsked } from "./exchange.ts"
import { jsonAs } from "./json.ts"
import { type SecretSource, readSecret } from "./secret-file.ts"

export interface OAuth2Settings {
  /** A client of the token's address, without credentials of its own; its certificate is shown where the token is given out. */
  readonly client: HttpClient
  /** Path of the token endpoint. */
  readonly path: string
  readonly clientId: string
  readonly clientSecret: SecretSource
  /** Scopes, with spaces between them; none by default. */
  readonly scope?: string
  /** Whether the endpoint takes JSON, as some do, instead of a form. */
  readonly body: "form" | "json"
}

const Token = Schema.Struct({ access_token: Schema.NonEmptyString, expires_in: Schema.optionalKey(Schema.Finite) })

/** How long a token counts where its answer does not say, in seconds. */
const unsaidSeconds = 300

/** A token is renewed after this share of its life, so that none ends on its way. */
const share = 0.8

interface Held {
  readonly token: Redacted.Redacted
  readonly renewAt: number
}

/** Bearer tokens by client id and secret. */
export const clientCredentials = (settings: OAuth2Settings): Credentials => {
  const secret = readSecret(settings.clientSecret)
  const turn = Semaphore.makeUnsafe(1)
  let current: Held | undefined

  const renew = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    if (current !== undefined && now < current.renewAt) return current
    const { text } = yield* secret
    const parameters = {
      grant_type: "client_credentials",
      ...settings.scope === undefined ? {} : { scope: settings.scope }
    }
    const answer = yield* settings.client.call({
      route: "POST token",
      method: "POST",
      path: settings.path,
      headers: {
        authorization: `Basic ${Buffer.from(`${settings.clientId}:${Redacted.value(text)}`).toString("base64")}`
      },
      ...settings.body === "json" ? { json: parameters } : {
        bytes: {
          body: Buffer.from(new URLSearchParams(parameters).toString()),
          type: "application/x-www-form-urlencoded"
        }
      }
    })
    const given = jsonAs(answer, Token)
    if (answer.status !== 200 && answer.status !== 201 || given === undefined) {
      return yield* new NotAsked({ reason: `no token was given (HTTP ${answer.status})` })
    }
    current = {
      token: Redacted.make(given.access_token),
      renewAt: now + (given.expires_in ?? unsaidSeconds) * 1_000 * share
    }
    return current
  })

  return {
    headers: () =>
      // Whoever waits for the turn finds the token of whoever was before him.
      turn.withPermits(1)(renew).pipe(
        // A token that did not come leaves the call itself unsent.
        Effect.mapError((failure) =>
          new NotAsked({
            reason: failure._tag === "FileUnusable" ? `${failure.path}: ${failure.problem}` : failure.reason
          })
        ),
        Effect.map(({ token }) => ({ authorization: `Bearer ${Redacted.value(token)}` }))
      ),
    refused: () => current = undefined
  }
}
