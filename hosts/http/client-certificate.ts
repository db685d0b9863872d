// Which client certificate a request comes with. Anyone can write a header that holds the certificate of a bank, so it is read only
// where configuration names it, and only from a proxy that is trusted.
import { X509Certificate } from "node:crypto"
import { isInRanges } from "../../core/account/address-range.ts"
import type { ClientCertificate } from "../../core/ports/provider-inbox.ts"
import type { WireRequest } from "./wire.ts"

/** How a proxy hands on the client certificates that it verified. */
export interface CertificateHeader {
  /** Its name in lower case; without one no header is read. */
  readonly clientCertificateHeader?: string | undefined
  readonly trustedProxies: ReadonlyArray<string>
}

// One certificate in PEM, percent-encoded. A header that came twice has a comma between, and then one of them is the client's.
const oneValue = /^[\w%+/=.~-]+$/
const oneCertificate = /^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*$/

const certificateIn = (text: string): ClientCertificate | undefined => {
  if (!oneValue.test(text)) return undefined
  try {
    const pem = decodeURIComponent(text)
    if (!oneCertificate.test(pem)) return undefined
    const { fingerprint256, subject } = new X509Certificate(pem)
    return { fingerprint256, subject, isTrusted: true }
  } catch {
    return undefined
  }
}

/** The client certificate of a request: of the connection, or, behind a trusted proxy, the one that it hands on. */
export const clientCertificate = (
  { certificate, headers, peer }: Pick<WireRequest, "certificate" | "headers" | "peer">,
  { clientCertificateHeader: name, trustedProxies }: CertificateHeader
): ClientCertificate | undefined => {
  if (name === undefined || peer === undefined || !isInRanges(peer, trustedProxies)) return certificate
  // The connection is the proxy's own here.
  return certificateIn(headers[name] ?? "")
}
