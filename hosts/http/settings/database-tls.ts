// Whether a Postgres server is asked over TLS that proves which server answers, told by its address as `pg` reads it (0188).
import { Redacted } from "effect"
import { isLoopbackHost } from "../../../core/standards/address/loopback-host.ts"

const lastOf = ({ searchParams }: URL, name: string): string | undefined => searchParams.getAll(name).at(-1)

// How `pg` reads an address: a host among the parameters goes first, and a path is a socket of this machine.
const isOnThisMachine = (url: URL): boolean => {
  const host = lastOf(url, "host") ?? decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, "$1")
  return host === "" || host.startsWith("/") || isLoopbackHost(host)
}

// `require` verifies the server unless the address asks for what libpq does.
const verifiesServer = (url: URL): boolean => {
  const mode = lastOf(url, "sslmode")
  if (mode === undefined) return ["1", "true"].includes(lastOf(url, "ssl") ?? "")
  return mode === "verify-full" || mode === "verify-ca" ||
    (mode === "require" && lastOf(url, "uselibpqcompat") !== "true")
}

/** Whether a server is asked over a network without TLS that proves which one answers. */
export const isAskedInTheOpen = (address: Redacted.Redacted): boolean => {
  const text = Redacted.value(address)
  if (!URL.canParse(text)) return true
  const url = new URL(text)
  return !isOnThisMachine(url) && !verifiesServer(url)
}
