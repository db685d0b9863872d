// Whose address a request counts under, and is held to an allow-list by, and with which client certificate it comes. Anyone can
// write a header that says either, so X-Forwarded-For is read only as far as proxies wrote it that are trusted by configuration, and
// a certificate only from one of them, in the header that configuration names.
import { X509Certificate } from "node:crypto"
import { isIP, isIPv6 } from "node:net"
import { isInRanges } from "../../../../core/customers/account/address-range.ts"
import type { ClientCertificate } from "../../../../core/ports/provider-inbox.ts"
import type { WireRequest } from "./wire.ts"

/**
 * The address of the client: whoever is connected, or, where that is a trusted proxy, whoever it says was connected to it, and so
 * on to the first address that is no trusted proxy's. Undefined where a trusted proxy wrote no address.
 */
export const clientAddress = (
  { headers, peer }: Pick<WireRequest, "headers" | "peer">,
  trustedProxies: ReadonlyArray<string>
): string | undefined => {
  let address = peer
  for (const hop of hopsOf(headers["x-forwarded-for"] ?? "")) {
    if (address === undefined || !isInRanges(address, trustedProxies)) break
    address = withoutPort(hop)
  }
  return address
}

// Each proxy appends whom it heard from, so the last entry is the one that the nearest proxy wrote. A client writes as much as it
// likes in front of its own, and none of that is read.
function* hopsOf(header: string): Generator<string, void> {
  for (let end = header.length; end > 0;) {
    const comma = header.lastIndexOf(",", end - 1)
    const hop = header.slice(comma + 1, end).trim()
    if (hop !== "") yield hop
    end = comma
  }
}

const withoutPort = (hop: string): string | undefined => {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop
  return isIP(address) === 0 ? undefined : address
}

/**
 * The name under which calls of an address count: an IPv4 address itself, however it is written, and of an IPv6 address
 * the first 64 bits, which is what one subscriber gets.
 */
export const peerName = (address: string | undefined): string => {
  if (address?.includes(":") === false) return address || "unknown"
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address ?? "")?.[1]
  if (mapped !== undefined) return mapped
  const plain = address?.split("%", 1)[0] ?? ""
  return isIPv6(plain) ? `${firstGroups(plain).join(":")}::/64` : plain || "unknown"
}

// `::` stands for as many groups of zero as are missing from eight; a dotted end counts as two.
const firstGroups = (address: string): ReadonlyArray<string> => {
  const [before = "", after] = address.split("::")
  const groups = (side: string) => side === "" ? [] : side.split(":")
  const head = groups(before)
  const tail = groups(after ?? "").flatMap((group) => group.includes(".") ? ["dotted", "dotted"] : [group])
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  return [...head, ...Array.from({ length: zeros }, () => "0"), ...tail].slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
}

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
