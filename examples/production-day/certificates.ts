// Certificates as a bank gives them out (RFC 5280 in DER, ECDSA over P-256), made for one run: to the second, so that one can end
// while the day goes on.
import { type KeyObject, generateKeyPairSync, sign } from "node:crypto"

const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Uint8Array.of(tag, ...length), body])
}

const sequence = (...parts: ReadonlyArray<Uint8Array>) => der(0x30, ...parts)
const text = (tag: number, value: string) => der(tag, Buffer.from(value))
const identifier = (hex: string) => der(0x06, Buffer.from(hex, "hex"))

const commonName = identifier("550403")
const subjectAltName = identifier("551d11")
const basicConstraints = identifier("551d13")
const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"))

const nameOf = (name: string) => sequence(der(0x31, sequence(commonName, text(0x0c, name))))
/** As YYMMDDhhmmssZ. */
const instantOf = (at: number) => text(0x17, `${new Date(at).toISOString().replace(/\D/g, "").slice(2, 14)}Z`)

/** A certificate in PEM with its private key. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** An authority that certificates come from. */
export interface Authority extends Certificate {
  readonly name: string
  readonly privateKey: KeyObject
}

const day = 86_400_000
let issued = 0

const make = (name: string, endsAt: number, issuer?: Authority): Authority => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const isAuthority = issuer === undefined
  const extensions = sequence(
    sequence(subjectAltName, der(0x04, sequence(text(0x82, name)))),
    sequence(basicConstraints, der(0x04, isAuthority ? sequence(Uint8Array.of(0x01, 0x01, 0xff)) : sequence()))
  )
  issued++
  const signed = sequence(
    der(0xa0, Uint8Array.of(0x02, 0x01, 0x02)),
    der(0x02, Uint8Array.of(1, issued)),
    ecdsaWithSha256,
    nameOf(issuer?.name ?? name),
    sequence(instantOf(Date.now() - day), instantOf(endsAt)),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions)
  )
  const signature = der(0x03, Uint8Array.of(0), sign("sha256", signed, issuer?.privateKey ?? privateKey))
  const whole = Buffer.from(sequence(signed, ecdsaWithSha256, signature))
  return {
    name,
    privateKey,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`
  }
}

const longMs = 60 * day

/** An authority, for two months. */
export const authority = (name: string): Authority => make(name, Date.now() + longMs)

/** A certificate of an authority for a host or a client, until an instant in Unix milliseconds or for two months. */
export const certificateOf = (issuer: Authority, name: string, endsAt = Date.now() + longMs): Certificate =>
  make(name, endsAt, issuer)
