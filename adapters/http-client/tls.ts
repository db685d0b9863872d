// Who we are and whom we trust in TLS: our client certificate with its key, and the authorities of the other side.
import { Clock, Effect, Redacted, Result } from "effect"
import { X509Certificate } from "node:crypto"
import { Agent } from "node:https"
import { type SecureContextOptions, createSecureContext } from "node:tls"
import { FileUnusable, type ReadSecret, type SecretSource, readSecret } from "./secret-file.ts"

/** Certificates of a connection. Each is text, or the path of a file that is read again when it changes. */
export interface TlsSettings {
  /** Our certificate with its chain, in PEM. */
  readonly certificate?: SecretSource
  /** Its private key, in PEM. */
  readonly key?: SecretSource
  /** Authorities that the other side's certificate must come from, in PEM, instead of the public ones: also its own certificate. */
  readonly authorities?: SecretSource
}

/** The certificate that a connection shows and trusts by, as it is now. */
export interface Tls {
  /** Opens connections with the certificates as they are now, and keeps them open. */
  readonly agent: Effect.Effect<Agent, FileUnusable>
  /** When our certificate ends, in Unix milliseconds; null without one. As of the last connection. */
  readonly expiresAt: () => number | null
}

const day = 86_400_000

/** Whole days from one instant to another, in Unix milliseconds; negative when it is over. */
export const daysLeft = (until: number, now: number): number => Math.floor((until - now) / day)

/** What is wrong with a certificate (PEM) and its key now; a success says when it ends, in Unix milliseconds. */
export const checkedCertificate = (
  pem: { readonly certificate: Redacted.Redacted; readonly key: Redacted.Redacted },
  now: number
): Result.Result<number, string> => {
  const cert = Redacted.value(pem.certificate)
  if (!cert.includes("-----BEGIN CERTIFICATE-----")) {
    return Result.fail(
      "it is no certificate in PEM; of a PKCS#12 file make one: openssl pkcs12 -in bank.p12 -legacy -clcerts -nokeys -out certificate.pem, "
        + "and its key: openssl pkcs12 -in bank.p12 -legacy -nocerts -noenc -out key.pem"
    )
  }
  try {
    createSecureContext({ cert, key: Redacted.value(pem.key) })
    const { validFrom, validTo } = new X509Certificate(cert)
    if (Date.parse(validTo) <= now) return Result.fail(`it expired on ${dayOf(Date.parse(validTo))}: renew it`)
    if (Date.parse(validFrom) > now) return Result.fail(`it is not valid before ${dayOf(Date.parse(validFrom))}`)
    return Result.succeed(Date.parse(validTo))
  } catch {
    return Result.fail("it cannot be read, or the key beside it is not its own")
  }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const pathOf = (source: SecretSource | undefined): string =>
  source === undefined || Redacted.isRedacted(source) ? "the certificate" : source.file

const optional = (source: SecretSource | undefined): ReadSecret | undefined =>
  source === undefined ? undefined : readSecret(source)

/** The certificates of a connection to one provider. What cannot be used leaves the connection as it was. */
export const makeTls = (settings: TlsSettings): Tls => {
  const certificate = optional(settings.certificate)
  const key = optional(settings.key)
  const authorities = optional(settings.authorities)
  let current: { readonly version: string; readonly agent: Agent } | undefined
  let expiresAt: number | null = null
  const agent = Effect.gen(function*() {
    const ours = certificate === undefined || key === undefined ? undefined : yield* Effect.all([certificate, key])
    const trusted = authorities === undefined ? undefined : yield* authorities
    const version = [...ours ?? [], trusted].map((each) => each?.version ?? "").join(" ")
    if (current?.version === version) return current.agent
    const options: SecureContextOptions = {}
    if (ours !== undefined) {
      const pem = { certificate: ours[0].text, key: ours[1].text }
      const checked = checkedCertificate(pem, yield* Clock.currentTimeMillis)
      if (Result.isFailure(checked)) {
        return yield* new FileUnusable({ path: pathOf(settings.certificate), problem: checked.failure })
      }
      expiresAt = checked.success
      options.cert = Redacted.value(pem.certificate)
      options.key = Redacted.value(pem.key)
    }
    if (trusted !== undefined) options.ca = Redacted.value(trusted.text)
    const next = new Agent({ ...options, keepAlive: true, maxSockets: 64, minVersion: "TLSv1.2" })
    // Requests that are under way end on the connections that they have.
    current = { version, agent: next }
    return next
  })
  return {
    // A certificate whose replacement is half written is used on: only what has never been usable stops.
    agent: agent.pipe(
      Effect.catch((problem) => current === undefined ? Effect.fail(problem) : Effect.succeed(current.agent))
    ),
    expiresAt: () => expiresAt
  }
}
