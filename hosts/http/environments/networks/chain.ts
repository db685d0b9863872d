// The networks of an environment behind the port of its chain. Each is verified before it is served: what is not what the settings name
// ends the start, and a network whose nodes are away is verified by its adapter before the first sending. One whose signer is away is served
// as soon as the signer answers.
import { Effect, type Layer, Option } from "effect"
import { Network } from "../../../../core/standards/address/network.ts"
import { type Chain, ChainUnavailable } from "../../../../core/ports/chain.ts"
import type { FloatMark } from "../../../../core/ports/float-marks.ts"
import { type ChainAdapter, chainAdapter } from "../../../../core/ports/moving/adapter.ts"
import type { ChainTransfers } from "../../../../core/ports/moving/chain-transfers.ts"
import type { Store } from "../../../../core/engine/store/store.ts"
import { chainByNetwork } from "../../../../adapters/networks/chain.ts"
import type { ConfigProblem } from "../../settings/config.ts"
import type { OpenedNetwork, WaitingNetwork } from "./definition.ts"
import { NetworksWrong, SettingWrong } from "./setting.ts"
import { waitingChain } from "./waiting.ts"

/** How long a start waits for the nodes of a network. */
const verifyWithinMs = 15_000

type ProblemOf = (wrong: SettingWrong) => ConfigProblem

const verified = (network: Network, verify: OpenedNetwork["verify"], problemOf: ProblemOf) =>
  verify.pipe(
    Effect.timeoutOrElse({ duration: verifyWithinMs, orElse: () => Effect.fail({ reason: "no answer in time" }) }),
    Effect.catch((error) =>
      "problem" in error
        ? Effect.fail(
          new NetworksWrong(problemOf(new SettingWrong({ field: `networks.${network}`, problem: error.problem })))
        )
        : Effect.logWarning("A network cannot be verified yet", { network, problem: error.reason })
    )
  )

const adapterOf = Effect.fnUntraced(function*(
  network: Network,
  { carry, chain, verify }: OpenedNetwork,
  problemOf: ProblemOf
) {
  yield* verified(network, verify, problemOf)
  const adapter = yield* chain
  if (carry === undefined) return adapter
  const context = yield* Effect.context<Store>()
  const away = new ChainUnavailable({ reason: `transfers on ${network} cannot be carried for now` })
  return { ...adapter, carry: carry.pipe(Effect.provide(context), Effect.mapError(() => away)) }
})

/** What stands behind the networks that are not in the file. */
export interface Rest {
  readonly chain: Effect.Effect<ChainAdapter, never, Store>
  /** Whether it serves them: what it says that a wallet holds there then counts. */
  readonly serves: boolean
}

// What is swept to the treasury itself only costs fees.
const requireSweepsLeave = (
  network: Network,
  adapter: ChainAdapter,
  marks: ReadonlyArray<FloatMark>,
  problemOf: ProblemOf
) =>
  Effect.forEach(
    marks.filter((mark) => mark.network === network && mark.sweepTo !== undefined),
    ({ sweepTo, what }) =>
      adapter.treasury(network).pipe(
        Effect.option,
        Effect.filterOrFail(
          (own) => Option.getOrElse(own, () => "").toLowerCase() !== sweepTo?.toLowerCase(),
          () => {
            const field = `networks.${network}.floats.${what}.sweepTo`
            return new NetworksWrong(problemOf(new SettingWrong({ field, problem: "is the treasury itself" })))
          }
        )
      )
  )

/** The networks of a file. */
interface NetworksOfFile {
  readonly opened: ReadonlyMap<Network, OpenedNetwork>
  readonly waiting: ReadonlyMap<Network, WaitingNetwork>
}

/** The chain of an environment: the networks of its file, and for all others what the environment has. */
export const chainOf = (
  networks: NetworksOfFile,
  marks: ReadonlyArray<FloatMark>,
  rest: Rest,
  problemOf: ProblemOf
): Layer.Layer<Chain | ChainTransfers, NetworksWrong, Store> =>
  chainAdapter.effect(Effect.gen(function*() {
    const others = yield* rest.chain
    const served = (network: Network, found: OpenedNetwork) =>
      Effect.tap(
        adapterOf(network, found, problemOf),
        (adapter) => requireSweepsLeave(network, adapter, marks, problemOf)
      )
    const opened = yield* Effect.forEach(
      networks.opened,
      ([network, found]) => Effect.map(served(network, found), (adapter) => [network, adapter] as const),
      { concurrency: "unbounded" }
    )
    const waiting = yield* Effect.forEach(networks.waiting, ([network, found]) => {
      const opening = Effect.flatMap(found.open, (made) => served(network, made))
      return Effect.map(waitingChain(network, found, opening), (adapter) => [network, adapter] as const)
    })
    const configured = [...opened, ...waiting]
    const unconfigured = Network.literals.filter((network) => configured.every(([name]) => name !== network))
    const behind = rest.serves ? unconfigured.map((network) => [network, others] as const) : []
    return chainByNetwork(Object.fromEntries([...behind, ...configured]), others)
  }))
