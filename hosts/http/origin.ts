// The address that a caller asked, which the addresses in our answers begin with. TLS ends in front of this host, so the
// scheme is told by the name: one that public certificates exist for is https, a bare address or a local name is http.
import { isIP } from "node:net"
import type { WireRequest } from "./wire.ts"

/** Scheme and host of a request, as its Host header has them. */
export const originOf = ({ headers }: WireRequest): string => {
  const host = headers["host"] ?? "localhost"
  return `${isLocal(host) ? "http" : "https"}://${host}`
}

const localNames = ["localhost", "test", "local", "internal"]

const isLocal = (host: string): boolean => {
  const name = host.replace(/:\d*$/, "").toLowerCase()
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0
  return isAddress || !name.includes(".") || localNames.includes(name.split(".").at(-1) ?? "")
}
