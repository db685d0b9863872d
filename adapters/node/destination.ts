// Where a webhook may be sent, read from its URL alone. The URL parser (WHATWG) has already turned every spelling of an
// IP address into the plain one, so what is judged here is what would be connected to; names are judged when resolved.
import { Result } from "effect"
import { isIP } from "node:net"
import { isLoopbackHost } from "../../core/webhook/loopback-host.ts"
import { isPublicAddress } from "./public-address.ts"

/**
 * Where webhooks may go: to HTTPS on port 443 of the public internet alone; there, and to this machine's own loopback by
 * any scheme and port; or anywhere.
 */
export type Allowed = "public" | "loopback" | "private"

export interface Destination {
  readonly isSecure: boolean
  /** A name in ASCII, or an IP address without brackets. */
  readonly host: string
  readonly port: number
  /** With the query. */
  readonly path: string
}

const securePort = 443
const plainPort = 80

/** The destination of a URL, or why nothing is sent there. */
export const destinationOf = (address: string, allowed: Allowed): Result.Result<Destination, string> => {
  if (!URL.canParse(address)) return Result.fail("not a URL")
  const url = new URL(address)
  const isSecure = url.protocol === "https:"
  if (!isSecure && url.protocol !== "http:") return Result.fail("not an HTTP address")
  if (url.username !== "" || url.password !== "") return Result.fail("credentials in the URL")
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
  const port = url.port === "" ? (isSecure ? securePort : plainPort) : Number(url.port)
  const isFree = allowed === "private" || (allowed === "loopback" && isLoopbackHost(host))
  if (!isFree) {
    if (!isSecure) return Result.fail("not HTTPS")
    if (port !== securePort) return Result.fail(`not port ${securePort}`)
    if (isIP(host) !== 0 && !isPublicAddress(host)) return Result.fail("not a public address")
  }
  return Result.succeed({ isSecure, host, port, path: url.pathname + url.search })
}
