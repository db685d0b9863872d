// Secrets at rest against independent implementations of HKDF, HMAC and AES-GCM, and against every alteration.
import { it } from "@effect/vitest"
import { hkdf } from "@noble/hashes/hkdf.js"
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Cause, Effect, Exit, Layer, Redacted } from "effect"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import { InvalidSecretsKey, layer as masterKey } from "../../../../adapters/node/master-key.ts"
import { Secrets } from "../../../../core/engine/store/secrets.ts"
import { secretsOfTests } from "../../../support/secrets.ts"

const keyBytes = new Uint8Array(32).fill(7)
const keyText = Buffer.from(keyBytes).toString("base64")
const place = "webhook/whk_1/secret"
const head = `v1.${"07".repeat(8)}.`

const derived = (use: string) => hkdf(sha256, keyBytes, undefined, utf8ToBytes(`pontepay/sandbox/${use}/v1`), 32)

const opening = (text: string, at: string) =>
  Secrets.use((secrets) => secrets.open(text, at)).pipe(
    Effect.exit,
    Effect.map((exit) => {
      if (Exit.isSuccess(exit)) return Redacted.value(exit.value)
      return { died: Cause.hasDies(exit.cause), shown: Cause.pretty(exit.cause) }
    })
  )

describe("keyDigest", () => {
  it.effect("is HMAC-SHA256 under a key that HKDF derives", () =>
    Effect.gen(function*() {
      const apiKey = "pontepay_test_0123456789abcdef"
      const digest = yield* Secrets.use((secrets) => secrets.keyDigest(Redacted.make(apiKey)))
      expect(digest).toBe(bytesToHex(hmac(sha256, derived("api-key"), utf8ToBytes(apiKey))))
    }).pipe(Effect.provide(secretsOfTests())))
})

describe("seal and open", () => {
  it.effect("open what was sealed", () =>
    Effect.gen(function*() {
      const { open, seal } = yield* Secrets
      for (const text of fc.sample(fc.tuple(fc.string({ unit: "grapheme" }), fc.string()))) {
        const sealed = yield* seal(Redacted.make(text[0]), text[1])
        expect(Redacted.value(yield* open(sealed, text[1]))).toBe(text[0])
      }
    }).pipe(Effect.provide(secretsOfTests())))

  it.effect("make AES-256-GCM with the place as additional data, never twice the same text", () =>
    Effect.gen(function*() {
      const { seal } = yield* Secrets
      const sealed = yield* seal(Redacted.make("hush"), place)
      expect(sealed).toMatch(/^v1\.(?:07){8}\.[\w-]+$/)
      expect(yield* seal(Redacted.make("hush"), place)).not.toBe(sealed)
      const bytes = Uint8Array.from(Buffer.from(sealed.slice(head.length), "base64url"))
      const opened = yield* Effect.promise(async () => {
        const key = await crypto.subtle.importKey(
          "raw",
          Uint8Array.from(derived("seal")),
          "AES-GCM",
          false,
          [
            "decrypt"
          ]
        )
        const way = { name: "AES-GCM", iv: bytes.subarray(0, 12), additionalData: utf8ToBytes(place).slice() }
        return crypto.subtle.decrypt(way, key, bytes.subarray(12))
      })
      expect(Buffer.from(opened).toString()).toBe("hush")
    }).pipe(Effect.provide(secretsOfTests())))

  it.effect("open in no other environment, also under the same keys §secrets-per-environment", () =>
    Effect.gen(function*() {
      const sealed = yield* Secrets.use((secrets) => secrets.seal(Redacted.make("hush"), place))
      const elsewhere = opening(sealed, place).pipe(Effect.provide(secretsOfTests(7, "production"), { local: true }))
      expect(yield* opening(sealed, place)).toBe("hush")
      expect(yield* elsewhere).toMatchObject({ died: true })
      const digests = Secrets.use(({ digest, keyDigest }) =>
        Effect.all([keyDigest(Redacted.make("key")), digest("pix-key", "key")])
      )
      const [here, there] = [
        yield* digests,
        yield* Effect.provide(digests, secretsOfTests(7, "production"), { local: true })
      ]
      expect(new Set([...here, ...there]).size).toBe(4)
    }).pipe(Effect.provide(secretsOfTests())))

  it.effect("die for another place, another key and every altered text, showing none of it", () =>
    Effect.gen(function*() {
      const { seal } = yield* Secrets
      const sealed = yield* seal(Redacted.make("canary"), place)
      const altered = [
        ...Array.from(
          sealed,
          (character, index) => sealed.slice(0, index) + (character === "A" ? "B" : "A") + sealed.slice(index + 1)
        ),
        ...Array.from(sealed, (_, index) => sealed.slice(0, index)),
        `${sealed}=`,
        `${sealed}A`,
        ` ${sealed}`,
        `${sealed}\n`,
        sealed.replace("v1.", "v2."),
        sealed.replace("v1.", "")
      ]
      const failures = [
        yield* opening(sealed, `${place}s`),
        yield* opening(sealed, place).pipe(Effect.provide(secretsOfTests(1), { local: true })),
        ...yield* Effect.forEach(altered, (text) => opening(text, place))
      ]
      expect(altered.length).toBeGreaterThan(60)
      for (const failure of failures) {
        expect(failure).toMatchObject({ died: true })
        expect(JSON.stringify(failure)).not.toContain("canary")
        expect(JSON.stringify(failure)).not.toContain(sealed.slice(head.length, head.length + 17))
      }
    }).pipe(Effect.provide(secretsOfTests())))

  it.effect("refuse to seal a text that would open as another", () =>
    Effect.gen(function*() {
      const exit = yield* Secrets.use((secrets) => secrets.seal(Redacted.make("canary\ud800"), place)).pipe(Effect.exit)
      expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
      expect(JSON.stringify(exit)).not.toContain("canary")
    }).pipe(Effect.provide(secretsOfTests())))
})

describe("layer", () => {
  const wrongKeys = {
    empty: "",
    "31 bytes": Buffer.alloc(31).toString("base64"),
    "33 bytes": Buffer.alloc(33).toString("base64"),
    hex: "ab".repeat(32),
    base64url: Buffer.alloc(32, 0xff).toString("base64url"),
    "with a line end": `${keyText}\n`,
    "32 characters": "x".repeat(32)
  }
  for (const [name, key] of Object.entries(wrongKeys)) {
    it.effect(`refuses a key that is ${name}, without showing it`, () =>
      Effect.gen(function*() {
        const failure = yield* Effect.flip(
          Effect.scoped(Layer.build(masterKey({ environment: "sandbox", key: Redacted.make(key) })))
        )
        expect(failure).toBeInstanceOf(InvalidSecretsKey)
        expect(failure.problem).toBe("The secrets key is not 32 bytes of base64")
      }))
  }
})
