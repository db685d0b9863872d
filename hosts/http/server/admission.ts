// Who may have how much of a process before anything is known of what is asked. It goes by addresses: one that a right credential
// came from lately is known, and strangers leave places to known addresses (0250). Memory of addresses is bounded.
import { isInRanges } from "../../../core/customers/account/address-range.ts"
import { limits } from "../../../core/base/limits/limits.ts"
import { peerName } from "../api/request/peer.ts"
import type { WireRequest } from "../api/request/wire.ts"
import { type Holder, Shares } from "./shares.ts"

export interface Admission {
  /** Whose share something of an address counts in. */
  readonly holderOf: (address: string | undefined) => Holder
  /** Notes that a right credential came from an address. */
  readonly know: (address: string | undefined) => void
  readonly connections: Shares
  readonly requests: Shares
  readonly probes: Shares
  readonly unreadBytes: Shares
  /** So many bytes of an answer are read in so long at least. */
  readonly answerRate: { readonly bytes: number; readonly withinMs: number }
}

/** How often it is noted that an address is still in use. */
const notedEveryMs = 60_000

/** The oldest goes for another one, which then counts among strangers until its next right credential. */
const mostAddresses = 10_000

/** The admission of a process. A trusted proxy's connections are those of many clients, and have no share of one address. */
export const makeAdmission = (trustedProxies: ReadonlyArray<string>): Admission => {
  const knownUntil = new Map<string, number>()
  const isProxy = (address: string): boolean => trustedProxies.length > 0 && isInRanges(address, trustedProxies)
  return {
    holderOf: (address) => {
      if (address === undefined) return { name: undefined, isKnown: false }
      if (isProxy(address)) return { name: undefined, isKnown: true }
      const name = peerName(address)
      return { name, isKnown: (knownUntil.get(name) ?? 0) > performance.now() }
    },
    know: (address) => {
      if (address === undefined || isProxy(address)) return
      const name = peerName(address)
      const until = performance.now() + limits.knownAddressMs
      if ((knownUntil.get(name) ?? 0) > until - notedEveryMs) return
      // Behind the others again, so that the first is the one that was not seen for longest.
      knownUntil.delete(name)
      knownUntil.set(name, until)
      const [oldest] = knownUntil.keys()
      if (knownUntil.size > mostAddresses && oldest !== undefined) knownUntil.delete(oldest)
    },
    connections: new Shares(limits.connections),
    requests: new Shares(limits.requestsAtOnce),
    probes: new Shares(limits.probesAtOnce),
    unreadBytes: new Shares(limits.unreadBytes),
    answerRate: limits.answerRate
  }
}

/** Whether a request asks if the process lives or is ready: there are places for it that nothing else takes. */
export const isProbe = ({ method, target }: Pick<WireRequest, "method" | "target">): boolean =>
  (target === "/health" || target === "/ready") && (method === "GET" || method === "HEAD")
