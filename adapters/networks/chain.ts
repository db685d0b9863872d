// Several chains behind one port: each network is asked of the adapter that serves it. Only what one question asks of all networks,
// such as what a wallet holds, is put together here.
import { Effect, Exit } from "effect"
import type { Network } from "../../core/standards/address/network.ts"
import { ChainUnavailable, type Holding } from "../../core/ports/chain.ts"
import type { AbsentAfter } from "../../core/ports/moving/absent-after.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { unknown } from "../../core/ports/outcome.ts"

/** Which adapter serves which network. */
export type ChainsByNetwork = Readonly<Partial<Record<Network, ChainAdapter>>>

/**
 * One chain of several. An adapter may serve many networks; what is asked of all of them is asked of each adapter once. Networks
 * that no one serves are answered by `rest`: `unconfiguredChain` of `pontepay/unconfigured` sends nothing there and takes nothing for
 * refused.
 */
export const chainByNetwork = (chains: ChainsByNetwork, rest: ChainAdapter): ChainAdapter => {
  const of = (network: Network): ChainAdapter => chains[network] ?? rest
  const all = [...new Set(Object.values(chains))]
  // What an adapter says of a network that another one serves does not count.
  const servedBy = (chain: ChainAdapter) => (found: ReadonlyArray<Holding>) =>
    found.filter(({ network }) => of(network) === chain)
  const telling = all.some(({ floats }) => floats !== undefined)
  const carrying = all.flatMap(({ carry }) => carry === undefined ? [] : [carry])
  return {
    absentAfterMs: longest([...all, rest].map(({ absentAfterMs }) => absentAfterMs)),
    account: (network) => of(network).account(network),
    leastDelivery: (place) => of(place.network).leastDelivery(place),
    deliver: (order) => of(order.network).deliver(order),
    sign: (order, seed) => of(order.network).sign(order, seed),
    submit: (spend) => of(spend.network).submit(spend),
    lookUp: (movement) => of(movement.network).lookUp(movement),
    cancel: (movement) => (of(movement.network).cancel ?? of(movement.network).lookUp)(movement),
    sentSince: (asked) => of(asked.network).sentSince?.(asked) ?? Effect.fail(showsNothing(asked.network)),
    spentSince: (asked) => of(asked.network).spentSince?.(asked) ?? Effect.fail(showsNothing(asked.network)),
    markOf: (operationId, network) => of(network).markOf?.(operationId, network) ?? null,
    // Where nothing is said it is never taken for gone.
    livesMs: (network) => of(network).livesMs?.(network) ?? Number.POSITIVE_INFINITY,
    lookUpSigned: (spend) =>
      of(spend.network).lookUpSigned?.(spend) ?? Effect.succeed(unknown("notSupported", spend.network)),
    settlement: (network) => of(network).settlement(network),
    treasury: (network) => of(network).treasury(network),
    spendable: (wallet) => of(wallet.network).spendable(wallet),
    // A chain that is away is no empty chain: whoever is shown a part would take it for the whole.
    holdings: (addresses) => together(all.map((chain) => Effect.map(chain.holdings(addresses), servedBy(chain)))),
    ...(telling ? { floats: (network: Network) => of(network).floats?.(network) ?? Effect.succeed([]) } : {}),
    ...(chains.liquid?.liquid === undefined ? {} : { liquid: chains.liquid.liquid }),
    ...(carrying.length === 0 ? {} : { carry: eachOf(carrying) })
  }
}

type FromEach<A> = Effect.Effect<ReadonlyArray<A>, ChainUnavailable>

const together = <A>(asked: ReadonlyArray<FromEach<A>>): FromEach<A> =>
  Effect.map(Effect.all(asked, { concurrency: "unbounded" }), (answers) => answers.flat())

const showsNothing = (network: Network) =>
  new ChainUnavailable({ reason: `what left on ${network} cannot be seen there` })

/** After this time the step of a chain is left for the next turn: a chain that hangs keeps no other waiting. Milliseconds. */
const carriedWithinMs = 30_000

const slow = new ChainUnavailable({ reason: `transfers of a network were not carried within ${carriedWithinMs} ms` })

// A chain that is away, or hangs, keeps no other from being carried.
const eachOf = (steps: ReadonlyArray<Effect.Effect<void, ChainUnavailable>>): Effect.Effect<void, ChainUnavailable> =>
  Effect.forEach(
    steps,
    (step) => Effect.exit(Effect.timeoutOrElse(step, { duration: carriedWithinMs, orElse: () => Effect.fail(slow) })),
    { concurrency: "unbounded" }
  ).pipe(Effect.flatMap((exits) => exits.find(Exit.isFailure) ?? Effect.void))

/** Where nothing is said. */
const usualMs = 40_000

// The port has one answer for all deliveries, so the most careful one counts.
const longest = (said: ReadonlyArray<AbsentAfter | undefined>): AbsentAfter =>
  said.includes("never") ? "never" : Math.max(...said.map((each) => typeof each === "number" ? each : usualMs))
