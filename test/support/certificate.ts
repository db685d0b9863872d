// Certificates for tests (RFC 5280 in DER, ECDSA over P-256), made when they are needed so that no private key is kept in
// the project.
import { type KeyObject, generateKeyPairSync, sign } from "node:crypto"

const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Uint8Array.of(tag, ...length), body])
}

const sequence = (...parts: ReadonlyArray<Uint8Array>) => der(0x30, ...parts)
const text = (tag: number, value: string) => der(tag, Buffer.from(value))
const bits = (value: Uint8Array) => der(0x03, Uint8Array.of(0), value)
const identifier = (hex: string) => der(0x06, Buffer.from(hex, "hex"))

const commonName = identifier("550403")
const subjectAltName = identifier("551d11")
const basicConstraints = identifier("551d13")
const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"))

const nameOf = (name: string) => sequence(der(0x31, sequence(commonName, text(0x0c, name))))

const isAddress = (name: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(name)
const alternative = (name: string) =>
  isAddress(name) ? der(0x87, Uint8Array.from(name.split(".").map(Number))) : text(0x82, name)

/** A certificate in PEM with its private key. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** An authority that certificates come from. */
export interface Authority extends Certificate {
  readonly name: string
  readonly privateKey: KeyObject
}

let issued = 0

const make = (name: string, from: string, to: string, isAuthority: boolean, issuer?: Authority): Authority => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const extensions = sequence(
    sequence(subjectAltName, der(0x04, sequence(alternative(name)))),
    sequence(basicConstraints, der(0x04, isAuthority ? sequence(Uint8Array.of(0x01, 0x01, 0xff)) : sequence()))
  )
  issued++
  const signed = sequence(
    der(0xa0, Uint8Array.of(0x02, 0x01, 0x02)),
    der(0x02, Uint8Array.of(1, issued & 0xff)),
    ecdsaWithSha256,
    nameOf(issuer?.name ?? name),
    sequence(text(0x17, `${from}000000Z`), text(0x17, `${to}000000Z`)),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions)
  )
  const signature = sign("sha256", signed, issuer?.privateKey ?? privateKey)
  const certificate = Buffer.from(sequence(signed, ecdsaWithSha256, bits(signature)))
  return {
    name,
    privateKey,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`
  }
}

/** A key and a certificate that it signed itself; it holds for one DNS name or address between two days, written YYMMDD. */
export const certificateFor = (name: string, from: string, to: string): Authority => make(name, from, to, true)

/** A key and a certificate that an authority signed. */
export const certificateOf = (authority: Authority, name: string, from = "250101", to = "491231"): Certificate =>
  make(name, from, to, false, authority)
