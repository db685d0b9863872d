// What goes wrong on the ways to JSON-RPC nodes: some of them, or all.
import type { Random } from "../../../crash/random.ts"
import type { RpcFate, RpcProxy } from "../../../support/rpc-proxy.ts"
import type { Site } from "../site.ts"

const all: ReadonlyArray<RpcFate> = ["cut", "stuck", "unauthorised", "page", "busy", "late"]
const ofBroadcasts: ReadonlyArray<RpcFate> = ["lost", "torn", "garbled", "late"]

const oneOf = <A>(random: Random, from: ReadonlyArray<A>): A => {
  const found = from[random.whole(0, from.length - 1)]
  if (found === undefined) throw new Error("nothing to choose from")
  return found
}

/** Faults of every line, where `broadcast` is the method that sends. */
export const lineFaults = (proxies: ReadonlyArray<RpcProxy>, broadcast: string): Site["faults"] => ({
  "every line": (random) => {
    const fate = oneOf(random, all)
    for (const proxy of proxies) proxy.always("*", fate)
  },
  "one line": (random) => oneOf(random, proxies).always("*", oneOf(random, all)),
  "answers to broadcasts": (random) => {
    const fate = oneOf(random, ofBroadcasts)
    for (const proxy of proxies) proxy.always(broadcast, fate)
  }
})

/** All lines as they were. */
export const mendLines = (proxies: ReadonlyArray<RpcProxy>, broadcast: string): void => {
  for (const proxy of proxies) for (const method of ["*", broadcast]) proxy.always(method, "passed")
}
