// Client certificates: which are used, which are refused with what to do, and what the other side makes of them.
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { it } from "@effect/vitest"
import { Effect, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, describe, expect } from "vitest"
import { makeHttpClient } from "../../../../adapters/http-client/client.ts"
import { type TlsSettings, authoritiesProblem, checkedCertificate } from "../../../../adapters/http-client/tls.ts"
import { type Certificate, certificateFor, certificateOf } from "../../../support/certificate.ts"
import { ended, tlsStandIn } from "./stand-in.ts"

const folder = mkdtempSync(join(tmpdir(), "pontepay-tls-"))
afterAll(() => rmSync(folder, { recursive: true }))

const authority = certificateFor("authority.example", "250101", "491231")
const stranger = certificateFor("authority.example", "250101", "491231")
const bank = certificateOf(authority, "127.0.0.1")
const ours = certificateOf(authority, "us.example", "250101", "261231")
const renewed = certificateOf(authority, "us.example", "250101", "281231")
const secret = Redacted.make
const settingsOf = ({ cert, key }: Certificate): TlsSettings => ({
  certificate: secret(cert),
  key: secret(key),
  authorities: secret(authority.cert)
})

const at = Date.parse("2026-11-24T12:00:00Z")
const day = 86_400_000
const call = { route: "GET /pix", method: "GET", path: "/pix" } as const
const clientOf = (baseUrl: string, tls: TlsSettings) => makeHttpClient({ name: "bank", baseUrl, tls })
const asking = { ...bank, ca: authority.cert, requestCert: true, rejectUnauthorized: true }

let made = 0
const fileOf = (text: string | Buffer, path = join(folder, `file-${++made}`)): string => {
  writeFileSync(`${path}.new`, text)
  chmodSync(`${path}.new`, 0o600)
  renameSync(`${path}.new`, path)
  return path
}

const checked = ({ cert, key }: Certificate) =>
  Result.match(checkedCertificate({ certificate: secret(cert), key: secret(key) }, at), {
    onSuccess: (end) => `usable until ${new Date(end).toISOString()}`,
    onFailure: (problem) => problem
  })

describe("a certificate", () => {
  it.each([
    ["that holds", ours, /^usable until 2026-12-31T00:00:00.000Z$/],
    ["that has expired", certificateOf(authority, "us", "240101", "261123"), /^it expired on 2026-11-23: renew it$/],
    [
      "that is not valid yet",
      certificateOf(authority, "us", "270101", "281231"),
      /^it is not valid before 2027-01-01$/
    ],
    [
      "whose key is another one",
      { cert: ours.cert, key: renewed.key },
      /^it cannot be read, or the key beside it is not its own$/
    ],
    ["whose key is none", { cert: ours.cert, key: "none" }, /^it cannot be read, or the key beside it is not its own$/],
    ["that is half written", { cert: ours.cert.slice(0, 200), key: ours.key }, /^it cannot be read, or the key/],
    [
      "that is a PKCS#12 file",
      { cert: Buffer.from("3082090a0201033082", "hex").toString(), key: ours.key },
      /^it is no certificate in PEM; of a PKCS#12 file make one: openssl pkcs12 -in bank\.p12 -legacy -clcerts -nokeys -out certificate\.pem, and its key: openssl pkcs12 -in bank\.p12 -legacy -nocerts -noenc -out key\.pem$/
    ]
  ])("%s: what is said of it", (_, certificate, said) => expect(checked(certificate)).toMatch(said))

  it("of an authority is one", () => {
    expect(authoritiesProblem(secret(authority.cert + stranger.cert))).toBeUndefined()
    expect(authoritiesProblem(secret("none"))).toBe("it is no certificate in PEM")
    expect(authoritiesProblem(secret(authority.cert.slice(0, 200)))).toBe("it cannot be read as a certificate")
  })
})

describe("a provider that asks for a client certificate §provider-secrets", () => {
  it.live("takes ours, and no call without one, with a foreign one or with an expired one", () =>
    Effect.gen(function*() {
      const { base, heard } = yield* tlsStandIn(asking)
      const authorities = secret(authority.cert)
      expect(yield* ended(clientOf(base, { authorities }).call(call))).toMatch(/^NoAnswer: the connection failed: /)
      const foreign = settingsOf(certificateOf(stranger, "us.example"))
      expect(yield* ended(clientOf(base, foreign).call(call))).toMatch(/^NoAnswer: the connection failed: /)
      const expired = settingsOf(certificateOf(authority, "us.example", "240101", "250101"))
      expect(yield* ended(clientOf(base, expired).call(call))).toBe(
        "NotAsked: the certificate: it expired on 2025-01-01: renew it"
      )
      expect(heard).toEqual([])
      expect(yield* ended(clientOf(base, settingsOf(ours)).call(call))).toBe(200)
      expect(heard.length).toBe(1)
    }))

  it.live("is shown a renewed certificate from the next call on, and the one before while its file is half written", () =>
    Effect.gen(function*() {
      const { base, heard } = yield* tlsStandIn(asking)
      const certificate = fileOf(ours.cert)
      const key = fileOf(ours.key)
      const client = clientOf(base, {
        certificate: { file: certificate },
        key: { file: key },
        authorities: secret(authority.cert)
      })
      const days = Effect.map(client.state, ({ certificateDaysLeft }) => certificateDaysLeft)
      const before = yield* days
      expect(before).not.toBeNull()
      expect(yield* ended(client.call(call))).toBe(200)
      fileOf(renewed.cert.slice(0, 100), certificate)
      expect(yield* ended(client.call(call))).toBe(200)
      expect(yield* days).toBe(before)
      // Its key comes a moment after it.
      fileOf(renewed.cert, certificate)
      expect(yield* ended(client.call(call))).toBe(200)
      expect(yield* days).toBe(before)
      fileOf(renewed.key, key)
      expect(yield* ended(client.call(call))).toBe(200)
      expect(yield* days).toBe((before ?? 0) + 731)
      expect(heard.length).toBe(4)
    }))

  it.effect("is not asked with a certificate that expired since the start, until it is renewed", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(at)
      const { base, heard } = yield* tlsStandIn(asking)
      const certificate = fileOf(ours.cert)
      const key = fileOf(ours.key)
      const client = clientOf(base, {
        certificate: { file: certificate },
        key: { file: key },
        authorities: secret(authority.cert)
      })
      expect(yield* client.state).toMatchObject({ state: "unused", certificateDaysLeft: 36 })
      expect(yield* ended(client.call(call))).toBe(200)
      yield* TestClock.setTime(at + 40 * day)
      expect(yield* client.state).toMatchObject({ certificateDaysLeft: -4 })
      expect(yield* ended(client.call(call))).toBe(`NotAsked: ${certificate}: it expired on 2026-12-31: renew it`)
      fileOf(renewed.key, key)
      fileOf(renewed.cert, certificate)
      expect(yield* ended(client.call(call))).toBe(200)
      expect(heard.length).toBe(2)
    }))
})

describe("the certificate of a provider", () => {
  it.live("has to come from the authorities that are given, and to be of its name, before anything is sent", () =>
    Effect.gen(function*() {
      const cases: ReadonlyArray<readonly [Certificate, Redacted.Redacted | undefined, string]> = [
        [bank, undefined, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
        [bank, secret(stranger.cert), "CERT_SIGNATURE_FAILURE"],
        [certificateOf(authority, "127.0.0.2"), secret(authority.cert), "ERR_TLS_CERT_ALTNAME_INVALID"],
        [certificateOf(authority, "127.0.0.1", "240101", "250101"), secret(authority.cert), "CERT_HAS_EXPIRED"]
      ]
      for (const [certificate, authorities, code] of cases) {
        const { base, heard } = yield* tlsStandIn({ ...certificate })
        const tls = authorities === undefined ? {} : { authorities }
        expect(yield* ended(clientOf(base, tls).call(call))).toBe(`NotAsked: the connection failed: ${code}`)
        expect(heard).toEqual([])
      }
    }))

  it.live("is checked though the environment says otherwise", () =>
    Effect.gen(function*() {
      const name = "NODE_TLS_REJECT_UNAUTHORIZED"
      yield* Effect.acquireRelease(
        Effect.sync(() => process.env[name] = "0"),
        () => Effect.sync(() => delete process.env[name])
      )
      const { base, heard } = yield* tlsStandIn({ ...bank })
      expect(yield* ended(clientOf(base, {}).call(call))).toMatch(/^NotAsked/)
      expect(heard).toEqual([])
    }))

  it.live("may be pinned by itself, in a file that everybody may read", () =>
    Effect.gen(function*() {
      const own = certificateFor("127.0.0.1", "250101", "491231")
      const { base } = yield* tlsStandIn({ cert: own.cert, key: own.key })
      const path = fileOf(own.cert)
      chmodSync(path, 0o644)
      expect(yield* ended(clientOf(base, { authorities: { file: path } }).call(call))).toBe(200)
    }))

  it.live("cannot be checked by authorities that are none", () =>
    Effect.gen(function*() {
      const { base } = yield* tlsStandIn({ ...bank })
      const path = fileOf("none")
      expect(yield* ended(clientOf(base, { authorities: { file: path } }).call(call))).toBe(
        `NotAsked: ${path}: it is no certificate in PEM`
      )
    }))
})
