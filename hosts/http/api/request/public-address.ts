// Under which addresses an environment is known: what links in answers begin with (0189), and whether browsers are told to
// come over TLS alone. Invariant: no link begins with a name that whoever asked made up.
import { type Environment, type HostNames, environmentOfHost } from "../../../../core/base/environment/environment.ts"
import { isLoopbackHost } from "../../../../core/standards/address/loopback-host.ts"
import { type WireRequest, originOf } from "./wire.ts"

export interface Addresses {
  readonly hosts: HostNames
  /** Scheme and host of the public address of each environment; null where none is configured. */
  readonly publicOrigins: Readonly<Record<Environment, string | null>>
}

/** Whether a Host header has the form of one; what a server made of several has not. */
export const isHost = (host: string): boolean => /^[\w.:[\]-]*$/.test(host)

// What asks a loopback address runs on this machine or comes through a way that it made itself.
const isLoopback = (host: string): boolean =>
  isLoopbackHost(host.toLowerCase().replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1"))

/**
 * What links in the answer to a request begin with: the public address of its environment, or the address that was asked
 * where that is a loopback address or a host that the environment is configured with. Null for any other.
 */
export const linkOrigin = (
  { hosts, publicOrigins }: Addresses,
  environment: Environment,
  request: WireRequest
): string | null =>
  publicOrigins[environment] ??
    (hosts[environment] !== "any" || isLoopback(request.headers["host"] ?? "") ? originOf(request) : null)

const oneYear = { "strict-transport-security": "max-age=31536000" } as const

/** The header that keeps browsers on TLS, where the public address of the environment that was asked is https. */
export const strictTransport = ({ hosts, publicOrigins }: Addresses, { headers }: WireRequest) => {
  const environment = environmentOfHost(hosts, headers["host"] ?? "")
  return environment !== undefined && publicOrigins[environment]?.startsWith("https:") === true ? oneYear : undefined
}
