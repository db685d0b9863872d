// Name resolution for connections that may only go to some addresses. It is the `lookup` of the socket itself, so what
// was checked is what is connected to, and a name with one refused address is refused whole: nothing is left to rebind.
import { Resolver } from "node:dns/promises"
import { type LookupFunction, isIP } from "node:net"
import { callbackify } from "node:util"
import { isPublicAddress } from "./public-address.ts"

/** Every address of a host name; rejects when there is none. */
export type Resolve = (host: string) => Promise<ReadonlyArray<string>>

/** The name has an address that must not be connected to. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused"
}

const resolver = new Resolver({ timeout: 2_500, tries: 2 })

/**
 * Asks the name servers for A and AAAA records. It leaves the hosts file and the thread pool of the process alone: slow
 * name servers of strangers hold up nothing else.
 */
export const resolvePublicName: Resolve = async (host) => {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = [v4, v6].flatMap((each) => each.status === "fulfilled" ? each.value : [])
  if (addresses.length === 0 && v4.status === "rejected") throw v4.reason
  return addresses
}

/** A `lookup` for sockets that answers with the addresses of a name when every one of them is accepted. */
export const checkedLookup = (resolve: Resolve, accepts: (ip: string) => boolean): LookupFunction => {
  const addressesOf = callbackify(async (host: string) => {
    const addresses = await resolve(host)
    if (!addresses.every(accepts)) throw new AddressRefused("not a public address")
    return addresses.map((address) => ({ address, family: isIP(address) }))
  })
  return (host, options, done) =>
    addressesOf(host, (cause, found) => {
      if (cause !== null) return done(cause, [])
      const [first] = found
      if (first === undefined) return done(new Error("no address"), [])
      return options.all === true ? done(null, found) : done(null, first.address, first.family)
    })
}

/** The `lookup` of sockets that may go to the public internet alone. */
export const publicLookup = (resolve: Resolve = resolvePublicName): LookupFunction =>
  checkedLookup(resolve, isPublicAddress)
