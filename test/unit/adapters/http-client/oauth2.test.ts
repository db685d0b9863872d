// Tokens of client credentials: one for all calls, renewed before it ends, and never shown.
import { it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { makeHttpClient } from "../../../../adapters/http-client/client.ts"
import { type OAuth2Settings, clientCredentials } from "../../../../adapters/http-client/oauth2.ts"
import { answer, ended, standIn } from "./stand-in.ts"

/** A bank that gives out tokens and takes the newest one alone. */
const bank = (given: (count: number) => readonly [status: number, body: unknown] = () => [200, {}]) =>
  Effect.gen(function*() {
    const told = { tokens: 0, isDeaf: false }
    const { base, heard } = yield* standIn(({ headers, target }, response) => {
      if (target !== "/oauth/token") {
        const isKnown = !told.isDeaf && headers.authorization === `Bearer token-${told.tokens}`
        return answer(response, isKnown ? 200 : 401)
      }
      told.tokens++
      const [status, body] = given(told.tokens)
      const usual = { access_token: `token-${told.tokens}`, token_type: "Bearer", expires_in: 100 }
      answer(response, status, status === 200 ? { ...usual, ...body as object } : body)
    })
    return { base, heard, told }
  })

const clientWith = (base: string, settings: Partial<OAuth2Settings> = {}) =>
  makeHttpClient({
    name: "bank",
    baseUrl: base,
    credentials: clientCredentials({
      client: makeHttpClient({ name: "bank", baseUrl: base }),
      path: "/oauth/token",
      clientId: "us",
      clientSecret: Redacted.make("the secret"),
      body: "form",
      ...settings
    })
  })

const call = { route: "GET /pix", method: "GET", path: "/pix" } as const

describe("a token", () => {
  it.effect("is requested once by the calls that wait for it", () =>
    Effect.gen(function*() {
      const { base, told } = yield* bank()
      const client = clientWith(base)
      expect(yield* Effect.all(Array.from({ length: 20 }, () => ended(client.call(call))), { concurrency: 20 }))
        .toEqual(
          Array.from({ length: 20 }, () => 200)
        )
      expect(told.tokens).toBe(1)
    }))

  it.effect.each(
    [
      {
        body: "form",
        type: "application/x-www-form-urlencoded",
        sent: "grant_type=client_credentials&scope=pix.read+cob.write"
      },
      {
        body: "json",
        type: "application/json",
        sent: `{"grant_type":"client_credentials","scope":"pix.read cob.write"}`
      }
    ] as const
  )("is asked for as $body", ({ body, sent, type }) =>
    Effect.gen(function*() {
      const { base, heard } = yield* bank()
      expect(yield* ended(clientWith(base, { body, scope: "pix.read cob.write" }).call(call))).toBe(200)
      expect(heard[0]).toMatchObject({
        body: sent,
        headers: { authorization: `Basic ${btoa("us:the secret")}`, "content-type": type }
      })
    }))

  it.effect("is renewed after four fifths of its life", () =>
    Effect.gen(function*() {
      const { base, told } = yield* bank()
      const client = clientWith(base)
      yield* client.call(call)
      yield* TestClock.adjust(79_999)
      yield* client.call(call)
      expect(told.tokens).toBe(1)
      yield* TestClock.adjust(1)
      expect(yield* ended(client.call(call))).toBe(200)
      expect(told.tokens).toBe(2)
    }))

  it.effect("counts for four minutes where its life is not said", () =>
    Effect.gen(function*() {
      const { base, told } = yield* bank(() => [200, { expires_in: undefined }])
      const client = clientWith(base)
      yield* client.call(call)
      yield* TestClock.adjust(239_999)
      yield* client.call(call)
      expect(told.tokens).toBe(1)
      yield* TestClock.adjust(1)
      yield* client.call(call)
      expect(told.tokens).toBe(2)
    }))

  it.effect("is dropped when a call with it is refused", () =>
    Effect.gen(function*() {
      const { base, told } = yield* bank()
      const client = clientWith(base)
      told.isDeaf = true
      expect(yield* ended(client.call(call))).toBe(401)
      told.isDeaf = false
      expect(yield* ended(client.call(call))).toBe(200)
      expect(told.tokens).toBe(2)
    }))

  it.effect.each(
    [
      { given: [400, { error: "invalid_client" }], reason: "no token was given (HTTP 400)" },
      { given: [401, {}], reason: "no token was given (HTTP 401)" },
      { given: [503, {}], reason: "no token was given (HTTP 503)" },
      { given: [200, { access_token: "" }], reason: "no token was given (HTTP 200)" },
      { given: [200, { access_token: 7 }], reason: "no token was given (HTTP 200)" },
      { given: [200, { access_token: "a\nb" }], reason: "a header cannot be sent as it is" }
    ] as const
  )("that does not come leaves the call unsent: $reason", ({ given, reason }) =>
    Effect.gen(function*() {
      const { base, heard } = yield* bank(() => given)
      expect(yield* ended(clientWith(base).call(call))).toBe(`NotAsked: ${reason}`)
      expect(heard.map(({ target }) => target)).toEqual(["/oauth/token"])
    }))

  it.effect("needs its secret", () =>
    Effect.gen(function*() {
      const { base, heard } = yield* bank()
      const client = clientWith(base, { clientSecret: { file: "/nowhere/secret" } })
      expect(yield* ended(client.call(call))).toBe("NotAsked: /nowhere/secret: there is no such file")
      expect(heard).toEqual([])
    }))
})
