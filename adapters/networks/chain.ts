// Several chains behind one port: each network is asked of the adapter that serves it. Only what one question asks of all networks,
// such as what a wallet holds, is put together here.
import { Effect } from "effect"
import type { Network } from "../../core/address/network.ts"
import type { ChainUnavailable, Float, Holding } from "../../core/ports/chain.ts"
import type { AbsentAfter } from "../../core/ports/moving/absent-after.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"

/** Which adapter serves which network. */
export type ChainsByNetwork = Readonly<Partial<Record<Network, ChainAdapter>>>

/**
 * One chain of several. An adapter may serve many networks; what is asked of all of them is asked of each adapter once. Networks
 * that nobody serves are answered by `rest`: `unconfiguredChain` of `pontepay/unconfigured` sends nothing there and takes nothing for
 * refused.
 */
export const chainByNetwork = (chains: ChainsByNetwork, rest: ChainAdapter): ChainAdapter => {
  const of = (network: Network): ChainAdapter => chains[network] ?? rest
  const all = [...new Set(Object.values(chains))]
  const telling = all.flatMap(({ floats }) => floats === undefined ? [] : [floats])
  return {
    absentAfterMs: longest([...all, rest].map(({ absentAfterMs }) => absentAfterMs)),
    deliver: (order) => of(order.network).deliver(order),
    sign: (order, seed) => of(order.network).sign(order, seed),
    submit: (spend) => of(spend.network).submit(spend),
    lookUp: (movement) => of(movement.network).lookUp(movement),
    settlement: (network) => of(network).settlement(network),
    treasury: (network) => of(network).treasury(network),
    spendable: (wallet) => of(wallet.network).spendable(wallet),
    // A chain that is away is no empty chain: whoever is shown a part would take it for the whole.
    holdings: (addresses) => together(all.map((chain): FromEach<Holding> => chain.holdings(addresses))),
    ...(chains.liquid?.liquid === undefined ? {} : { liquid: chains.liquid.liquid }),
    ...(telling.length === 0 ? {} : { floats: together<Float>(telling) })
  }
}

type FromEach<A> = Effect.Effect<ReadonlyArray<A>, ChainUnavailable>

const together = <A>(asked: ReadonlyArray<FromEach<A>>): FromEach<A> =>
  Effect.map(Effect.all(asked, { concurrency: "unbounded" }), (answers) => answers.flat())

/** Where nothing is said. */
const usualMs = 40_000

// The port has one answer for all deliveries, so the most careful one counts.
const longest = (said: ReadonlyArray<AbsentAfter | undefined>): AbsentAfter =>
  said.includes("never") ? "never" : Math.max(...said.map((each) => typeof each === "number" ? each : usualMs))
