// A client certificate behind a proxy: read from the header that configuration names, from a trusted proxy alone.
import { X509Certificate } from "node:crypto"
import { describe, expect, it } from "vitest"
import { readConfig } from "../../../../hosts/http/settings/config.ts"
import { clientCertificate } from "../../../../hosts/http/api/request/peer.ts"
import { certificateFor } from "../../../support/certificate.ts"

const { cert } = certificateFor("bank.test", "250101", "491231")
const other = certificateFor("other.test", "250101", "491231").cert
const { fingerprint256 } = new X509Certificate(cert)
const handedOn = { fingerprint256, subject: "CN=bank.test", isTrusted: true }
const ofConnection = { fingerprint256: "AA", subject: "CN=proxy", isTrusted: true }

const name = "x-client-certificate"
const trusting = { clientCertificateHeader: name, trustedProxies: ["10.0.0.0/8"] }
const from = (peer: string | undefined, value?: string) => ({
  peer,
  headers: value === undefined ? {} : { [name]: value },
  certificate: ofConnection
})
const encoded = encodeURIComponent(cert)

describe("a client certificate behind a proxy §provider-certificate", () => {
  it("is the one that a trusted proxy hands on", () => {
    expect(clientCertificate(from("10.0.0.1", encoded), trusting)).toEqual(handedOn)
    // Some encode neither of these.
    const partly = encoded.replaceAll("%2B", "+").replaceAll("%2F", "/").replaceAll("%3D", "=")
    expect(clientCertificate(from("10.0.0.1", partly), trusting)).toEqual(handedOn)
  })

  it.each([
    ["from whoever is no proxy of ours", from("198.51.100.1", encoded), trusting],
    ["from an address that is not known", from(undefined, encoded), trusting],
    ["where no header is configured", from("10.0.0.1", encoded), { trustedProxies: ["10.0.0.0/8"] }],
    ["where no proxy is trusted", from("10.0.0.1", encoded), { ...trusting, trustedProxies: [] }]
  ])("is that of the connection %s", (_, request, settings) => {
    expect(clientCertificate(request, settings)).toBe(ofConnection)
  })

  it.each([
    ["no header", undefined],
    ["an empty one", ""],
    ["two certificates in two headers", `${encodeURIComponent(other)}, ${encoded}`],
    ["two certificates in one", encodeURIComponent(other + cert)],
    ["a certificate that is not encoded", cert.replaceAll("\n", " ")],
    ["half a certificate", encoded.slice(0, 200)],
    [
      "bytes that are no certificate",
      encodeURIComponent("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
    ],
    ["a wrong encoding", "%E0%A4%A"],
    ["a fingerprint", fingerprint256]
  ])("is none with %s, and not that of the proxy", (_, value) => {
    expect(clientCertificate(from("10.0.0.1", value), trusting)).toBeUndefined()
  })

  it.each([
    [{ PONTEPAY_CLIENT_CERTIFICATE_HEADER: "X-Client-Certificate", PONTEPAY_TRUSTED_PROXIES: "10.0.0.0/8" }, undefined],
    [{ PONTEPAY_CLIENT_CERTIFICATE_HEADER: "X-Client-Certificate" }, /^needs PONTEPAY_TRUSTED_PROXIES beside it/],
    [{ PONTEPAY_CLIENT_CERTIFICATE_HEADER: "host", PONTEPAY_TRUSTED_PROXIES: "10.0.0.0/8" }, /begins with X-$/],
    [{ PONTEPAY_CLIENT_CERTIFICATE_HEADER: "X-A B", PONTEPAY_TRUSTED_PROXIES: "10.0.0.0/8" }, /begins with X-$/]
  ])("is configured by %o", (variables, problem) => {
    const config = readConfig({ DATABASE_URL: "memory:", ...variables })
    if (problem === undefined) return expect(config).toMatchObject({ clientCertificateHeader: name })
    expect(config).toEqual([
      { variable: "PONTEPAY_CLIENT_CERTIFICATE_HEADER", message: expect.stringMatching(problem) as unknown }
    ])
  })
})
