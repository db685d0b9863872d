// Who we are and whom we trust in TLS: our client certificate with its key, and the authorities of the other side.
import { Clock, Effect, Redacted, Result } from "effect"
import { X509Certificate } from "node:crypto"
import { Agent } from "node:https"
import { type SecureContextOptions, createSecureContext } from "node:tls"
import { isoInstant } from "../../core/base/time/instant.ts"
import { FileUnusable, type SecretSource, readPublic, readSecret } from "./secret-file.ts"

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
  /** When our certificate ends, in Unix milliseconds; null without one that was ever usable. */
  readonly expiresAt: Effect.Effect<number | null>
}

const beginsCertificate = "-----BEGIN CERTIFICATE-----"

/** What is wrong with the certificates of authorities (PEM); undefined when nothing is. */
export const authoritiesProblem = (pem: Redacted.Redacted): string | undefined => {
  const text = Redacted.value(pem)
  if (!text.includes(beginsCertificate)) return "it is no certificate in PEM"
  try {
    new X509Certificate(text)
    return undefined
  } catch {
    return "it cannot be read as a certificate"
  }
}

/** What is wrong with a certificate (PEM) and its key now; a success says when it ends, in Unix milliseconds. */
export const checkedCertificate = (
  pem: { readonly certificate: Redacted.Redacted; readonly key: Redacted.Redacted },
  now: number
): Result.Result<number, string> => {
  const cert = Redacted.value(pem.certificate)
  if (!cert.includes(beginsCertificate)) {
    return Result.fail(
      "it is no certificate in PEM; of a PKCS#12 file make one: openssl pkcs12 -in bank.p12 -legacy -clcerts -nokeys -out certificate.pem, "
        + "and its key: openssl pkcs12 -in bank.p12 -legacy -nocerts -noenc -out key.pem"
    )
  }
  try {
    createSecureContext({ cert, key: Redacted.value(pem.key) })
    const { validFrom, validTo } = new X509Certificate(cert)
    if (Date.parse(validTo) <= now) return Result.fail(expired(Date.parse(validTo)))
    if (Date.parse(validFrom) > now) return Result.fail(`it is not valid before ${dayOf(Date.parse(validFrom))}`)
    return Result.succeed(Date.parse(validTo))
  } catch {
    return Result.fail("it cannot be read, or the key beside it is not its own")
  }
}

const dayOf = (at: number): string => isoInstant(at).slice(0, 10)

const expired = (at: number): string => `it expired on ${dayOf(at)}: renew it`

const pathOf = (source: SecretSource | undefined): string =>
  source === undefined || Redacted.isRedacted(source) ? "the certificate" : source.file

/** Ends the connections of an agent that is used no more: the idle ones now, the others with their request. */
const retire = (agent: Agent): void => {
  agent.maxFreeSockets = 0
  for (const sockets of Object.values(agent.freeSockets)) sockets?.forEach((socket) => socket.destroy())
}

/** The certificates of a connection to one provider. What cannot be used leaves the connection as it was. */
export const makeTls = (settings: TlsSettings): Tls => {
  const certificate = settings.certificate && readSecret(settings.certificate)
  const key = settings.key && readSecret(settings.key)
  const authorities = settings.authorities && readPublic(settings.authorities)
  let current: { readonly version: string; readonly agent: Agent; readonly expiresAt: number | null } | undefined
  const agent = Effect.gen(function*() {
    const ours = certificate === undefined || key === undefined ? undefined : yield* Effect.all([certificate, key])
    const trusted = authorities === undefined ? undefined : yield* authorities
    const version = [...ours ?? [], trusted].map((each) => each?.version ?? "").join(" ")
    if (current?.version === version) return current.agent
    const options: SecureContextOptions = {}
    let expiresAt: number | null = null
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
    if (trusted !== undefined) {
      const problem = authoritiesProblem(trusted.text)
      if (problem !== undefined) return yield* new FileUnusable({ path: pathOf(settings.authorities), problem })
      options.ca = Redacted.value(trusted.text)
    }
    const next = new Agent({
      ...options,
      keepAlive: true,
      maxSockets: 64,
      minVersion: "TLSv1.2",
      // Whatever the environment says.
      rejectUnauthorized: true
    })
    if (current !== undefined) retire(current.agent)
    current = { version, agent: next, expiresAt }
    return next
  })
  // A certificate whose replacement is half written is used on: only what has never been usable stops.
  const usable = agent.pipe(
    Effect.catch((problem) => current === undefined ? Effect.fail(problem) : Effect.succeed(current.agent))
  )
  return {
    agent: Effect.gen(function*() {
      const found = yield* usable
      const endsAt = current?.expiresAt ?? null
      // With TLS 1.3 a call goes out before the other side refuses the certificate, and then it may have been received.
      if (endsAt !== null && endsAt <= (yield* Clock.currentTimeMillis)) {
        return yield* new FileUnusable({ path: pathOf(settings.certificate), problem: expired(endsAt) })
      }
      return found
    }),
    expiresAt: Effect.map(Effect.ignore(usable), () => current?.expiresAt ?? null)
  }
}
