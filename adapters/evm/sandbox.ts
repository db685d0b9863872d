// The sandbox on a real node: wallets and deliveries settle in test tokens on chain 84532 (spec "Sandbox rules" 6, 7, 9
// and 10). What an EVM network cannot hold stays simulated, and so does the magic ending `dead` (0078).
import { Data, Effect, Layer, type Redacted, Schedule } from "effect"
import { type Address, isAddress } from "viem"
import { unknown } from "../../core/ports/outcome.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"
import type { Chain } from "../../core/ports/chain.ts"
import { type ChainAdapter, chainAdapter } from "../../core/ports/moving/adapter.ts"
import type { ChainTransfers } from "../../core/ports/moving/chain-transfers.ts"
import type { Store } from "../../core/engine/store/store.ts"
import { makeQuorum } from "../rpc-quorum/quorum.ts"
import { accountOf } from "./account.ts"
import { makeChain } from "./chain.ts"
import type { Token } from "./contracts.ts"
import { type TestToken, addressOf, codeHashOf } from "./devnet/test-token.ts"
import { type EvmNetwork, makeNetwork } from "./network.ts"
import { type EvmNode, makeNode } from "./node.ts"
import { serviceKey } from "./service-key.ts"
import { verify } from "./verify.ts"

/** The node cannot be used for the sandbox. */
export class NodeUnusable extends Data.TaggedError("NodeUnusable")<{ readonly problem: string }> {}

export interface SandboxEvmConfig {
  /** Of the node. */
  readonly url: Redacted.Redacted
  readonly chainId: number
  /** The key of the service's secrets; its accounts on the chain are derived from it. */
  readonly key: Redacted.Redacted
  /** When a transfer is done. A refusal always waits for a final block. */
  readonly finality: { readonly confirmations: number } | "finalized"
  /** The test token that stands for an asset; undefined where none does. */
  readonly testTokenOf: (asset: AssetCode) => TestToken | undefined
  /** What each wallet holds at least, smallest units. */
  readonly levelOf: (token: TestToken) => bigint
}

type ChainService = ChainAdapter

/** How long a job waits for its movement; a block of public networks takes two seconds. */
const patienceMs = 6_000

/** Wei that the relayer is given on a development node when it holds less than it takes to begin. */
const funds = 1_000n * 10n ** 18n
const leastFunds = 10n ** 16n

/** How long the pause is between two steps that carry open movements. */
const carryEveryMs = 1_000

const gwei = 10n ** 9n

/** The chain of the sandbox over a node, once the node was found to be the right one; `simulated` takes what is left. */
export const openSandbox = Effect.fnUntraced(function*(
  config: SandboxEvmConfig,
  simulated: Layer.Layer<Chain | ChainTransfers, never, Store>
) {
  const { chainId, finality } = config
  const node = makeNode({ name: "sandbox", url: config.url })
  const members = [{ name: "sandbox", node }]
  const network = makeNetwork(makeQuorum({ members, agree: 1 }), 1)
  const relayer = serviceKey(config.key, "relayer")
  const tokens: { readonly [T in TestToken]: Token } = {
    BRLH: testToken("BRLH", config.levelOf("BRLH")),
    USDH: testToken("USDH", config.levelOf("USDH"))
  }
  const shown = [tokens.BRLH, tokens.USDH]
  const check = verify(network, { chainId, members, agree: 1, tokens: shown })
  yield* Effect.catchTags(check, {
    NodeAway: ({ reason }) => new NodeUnusable({ problem: `cannot be asked: ${reason}` }),
    NetworkWrong: ({ problem }) =>
      new NodeUnusable({ problem: `${problem}; \`npm run devnet:deploy\` prepares a new one` })
  })
  yield* Effect.ignore(funded(network, node, accountOf(relayer).address))
  const tokenOf = (asset: AssetCode): Token | undefined => {
    const token = config.testTokenOf(asset)
    return token === undefined ? undefined : tokens[token]
  }
  const real = makeChain({
    network,
    chainId,
    relayer,
    treasury: serviceKey(config.key, "treasury"),
    tokenOf,
    shown: { network: "base", tokens: shown },
    finality: { done: finality === "finalized" ? finality : finality.confirmations, refused: "finalized" },
    fees: { leastTip: 0n, ceiling: 1_000n * gwei },
    gas: "fixed",
    coin: "ETH",
    patienceMs,
    verify: check
  })
  return chainAdapter.effect(
    Effect.gen(function*() {
      const rest = chainAdapter.of(yield* Effect.context<Chain | ChainTransfers>())
      const { carry, ...chain } = yield* real
      const carried = carry.pipe(
        Effect.catch(({ reason }) => Effect.logWarning("Movements cannot be carried now", { reason }))
      )
      yield* Effect.forkScoped(Effect.repeat(carried, Schedule.spaced(carryEveryMs)))
      return split(chain, rest, (asset) => tokenOf(asset) !== undefined)
    })
  ).pipe(Layer.provide(simulated))
})

const testToken = (asset: TestToken, level: bigint): Token => ({
  asset,
  address: addressOf(asset),
  codeHash: codeHashOf(asset),
  level
})

// Development nodes give ether to whoever asks; elsewhere somebody has to send it.
const funded = Effect.fnUntraced(function*(network: EvmNetwork, node: EvmNode, relayer: Address) {
  if ((yield* network.balance(relayer)) >= leastFunds || (yield* node.setBalance(relayer, funds))) return
  yield* Effect.logWarning("The relayer has no ether to pay for gas with", { relayer })
})

/** Refused by the sandbox: a magic ending. */
const isMagic = (address: string): boolean => address.toLowerCase().endsWith("dead")

const isReal = (address: string): boolean => isAddress(address, { strict: false }) && !isMagic(address)

// What was signed for the node goes back to it; what has no mark is the simulation's, from before there was a node too.
const mark = "evm:"

/** One chain over two: a token that goes to an EVM address moves on the network, everything else is simulated. */
const split = (
  real: ChainService,
  simulated: ChainService,
  hasToken: (asset: AssetCode) => boolean
): ChainService => {
  const settles = (asset: AssetCode, to: string): boolean => hasToken(asset) && isReal(to)
  return {
    ...real,
    // What has no token is simulated, on every network.
    leastDelivery: simulated.leastDelivery,
    deliver: (order) => (settles(order.asset, order.address) ? real : simulated).deliver(order),
    sign: (order, seed) =>
      settles(order.asset, order.to)
        ? Effect.map(real.sign(order, seed), (spend) => ({ ...spend, payload: `${mark}${spend.payload}` }))
        : simulated.sign(order, seed),
    submit: (spend) =>
      spend.payload.startsWith(mark)
        ? real.submit({ ...spend, payload: spend.payload.slice(mark.length) })
        : simulated.submit(spend),
    lookUpSigned: (spend) => {
      const isReal = spend.payload.startsWith(mark)
      const chain = isReal ? real : simulated
      const signed = isReal ? { ...spend, payload: spend.payload.slice(mark.length) } : spend
      return chain.lookUpSigned?.(signed) ?? Effect.succeed(unknown("notSupported", spend.network))
    },
    lookUp: (movement) =>
      Effect.flatMap(
        real.lookUp(movement),
        (found) => found._tag === "Absent" ? simulated.lookUp(movement) : Effect.succeed(found)
      ),
    cancel: (movement) =>
      Effect.flatMap(
        (real.cancel ?? real.lookUp)(movement),
        (found) => found._tag === "Absent" ? (simulated.cancel ?? simulated.lookUp)(movement) : Effect.succeed(found)
      )
  }
}
