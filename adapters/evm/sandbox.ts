// The sandbox on a real node: wallets and deliveries settle in test tokens on chain 84532 (spec "Sandbox rules" 6, 7, 9
// and 10). What an EVM network cannot hold stays simulated, and so does the magic ending `dead` (0078).
import { Data, Effect, Layer, Redacted } from "effect"
import { type Address, isAddress } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import type { AssetCode } from "../../core/money/assets.ts"
import type { Chain } from "../../core/ports/chain.ts"
import { type ChainAdapter, chainAdapter } from "../../core/ports/moving/adapter.ts"
import type { ChainTransfers } from "../../core/ports/moving/chain-transfers.ts"
import type { Store } from "../../core/ports/store.ts"
import { makeChain } from "./chain.ts"
import { type Token, accountCode, entryPoint } from "./contracts.ts"
import { type TestToken, addressOf } from "./devnet/test-token.ts"
import { type EvmNode, makeNode } from "./node.ts"
import { serviceKey } from "./service-key.ts"
import type { Finality } from "./standing.ts"

/** The node cannot be used for the sandbox. */
export class NodeUnusable extends Data.TaggedError("NodeUnusable")<{ readonly problem: string }> {}

export interface SandboxEvmConfig {
  /** Of the node. */
  readonly url: Redacted.Redacted
  readonly chainId: number
  /** The key of the service's secrets; its accounts on the chain are derived from it. */
  readonly key: Redacted.Redacted
  readonly finality: Finality
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

/** The chain of the sandbox over a node, once the node was found to be the right one; `simulated` takes what is left. */
export const openSandbox = Effect.fnUntraced(function*(
  config: SandboxEvmConfig,
  simulated: Layer.Layer<Chain | ChainTransfers, never, Store>
) {
  const node = makeNode({ url: Redacted.value(config.url), chainId: config.chainId })
  const relayer = serviceKey(config.key, "relayer")
  yield* checked(node, config.chainId).pipe(
    Effect.catchTag("NodeAway", ({ reason }) => new NodeUnusable({ problem: `cannot be asked: ${reason}` }))
  )
  yield* Effect.ignore(funded(node, privateKeyToAccount(Redacted.value(relayer)).address))
  const tokens: { readonly [T in TestToken]: Token } = {
    BRLH: { asset: "BRLH", address: addressOf("BRLH"), level: config.levelOf("BRLH") },
    USDH: { asset: "USDH", address: addressOf("USDH"), level: config.levelOf("USDH") }
  }
  const tokenOf = (asset: AssetCode): Token | undefined => {
    const token = config.testTokenOf(asset)
    return token === undefined ? undefined : tokens[token]
  }
  const real = makeChain({
    url: config.url,
    chainId: config.chainId,
    relayer,
    treasury: serviceKey(config.key, "treasury"),
    tokenOf,
    shown: { network: "base", tokens: [tokens.BRLH, tokens.USDH] },
    finality: config.finality,
    coin: "ETH",
    patienceMs
  })
  return chainAdapter.effect(
    Effect.gen(function*() {
      const rest = chainAdapter.of(yield* Effect.context<Chain | ChainTransfers>())
      return split(yield* real, rest, (asset) => tokenOf(asset) !== undefined)
    })
  ).pipe(Layer.provide(simulated))
})

const checked = Effect.fnUntraced(function*(node: EvmNode, chainId: number) {
  const found = yield* node.chainId
  if (found !== chainId) return yield* new NodeUnusable({ problem: `is chain ${found}, not ${chainId}` })
  const needed = {
    EntryPoint: entryPoint,
    Simple7702Account: accountCode,
    BRLH: addressOf("BRLH"),
    USDH: addressOf("USDH")
  }
  for (const [name, address] of Object.entries(needed)) {
    if (!(yield* node.hasCode(address))) {
      return yield* new NodeUnusable({
        problem: `has no ${name} at ${address}; \`npm run devnet:deploy\` puts it there`
      })
    }
  }
})

// Development nodes give ether to whoever asks; elsewhere somebody has to send it.
const funded = Effect.fnUntraced(function*(node: EvmNode, relayer: Address) {
  if ((yield* node.balance(relayer)) >= leastFunds || (yield* node.setBalance(relayer, funds))) return
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
    deliver: (order) => (settles(order.asset, order.address) ? real : simulated).deliver(order),
    sign: (order, seed) =>
      settles(order.asset, order.to)
        ? Effect.map(real.sign(order, seed), (spend) => ({ ...spend, payload: `${mark}${spend.payload}` }))
        : simulated.sign(order, seed),
    submit: (spend) =>
      spend.payload.startsWith(mark)
        ? real.submit({ ...spend, payload: spend.payload.slice(mark.length) })
        : simulated.submit(spend),
    lookUp: (movement) =>
      Effect.flatMap(
        real.lookUp(movement),
        (found) => found._tag === "Absent" ? simulated.lookUp(movement) : Effect.succeed(found)
      )
  }
}
