// Payments on an EVM network (Polygon, Base, Arbitrum, Gnosis): one adapter a network, over several nodes and two signers. What is
// known of a network is a default of its settings.
import { Effect, type Redacted } from "effect"
import type { NativeCoin } from "../../core/base/money/coins.ts"
import type { Store } from "../../core/engine/store/store.ts"
import { checkOrder, checkTokens } from "../chain-settings/checks.ts"
import type { SecpSigner } from "../custody/signer.ts"
import type { Credentials } from "../http-client/client.ts"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import { type Quorum, makeQuorum } from "../rpc-quorum/quorum.ts"
import { type EvmChain, makeChain } from "./chain.ts"
import type { Token } from "./contracts.ts"
import type { FeeLimits } from "./fees.ts"
import { makeNetwork } from "./network.ts"
import { type EvmNetworkName, networkFacts } from "./networks.ts"
import { type EvmNode, makeNode } from "./node.ts"
import type { Finality } from "./status.ts"
import type { NetworkWrong } from "../rpc-quorum/network-wrong.ts"
import { verify } from "./verify.ts"

export type { EvmChain } from "./chain.ts"
export type { Token } from "./contracts.ts"
export type { FeeLimits } from "./fees.ts"
export { type EvmNetworkName, networkFacts } from "./networks.ts"
export type { Finality } from "./status.ts"
export { NetworkWrong } from "../rpc-quorum/network-wrong.ts"

export interface EvmNodeSettings {
  /** For logs. */
  readonly name: string
  /** https, or http on this machine; it may hold a key. */
  readonly url: Redacted.Redacted
  readonly credentials?: Credentials
  /** Requests that it takes in a second; as many as there are unless given. */
  readonly perSecond?: number
}

export interface EvmSettings {
  readonly network: EvmNetworkName
  readonly nodes: ReadonlyArray<EvmNodeSettings>
  /** How many nodes have to give the same answer: more than half of them. */
  readonly agree: number
  /** One token for each asset. */
  readonly tokens: ReadonlyArray<Omit<Token, "level">>
  /** Pays for gas: it holds the network's coin and no token. */
  readonly relayer: SecpSigner
  /** Holds the tokens that are delivered, and no coin. */
  readonly treasury: SecpSigner
  /** What the network is known for, unless given. */
  readonly chainId?: number
  readonly coin?: NativeCoin
  readonly finality?: Finality
  readonly fees?: FeeLimits
  readonly gas?: "fixed" | "estimated"
  /** How long a transfer is waited for before its answer is Unknown. Milliseconds, 6,000 unless given. */
  readonly patienceMs?: number
}

export interface OpenedEvm {
  readonly chain: Effect.Effect<EvmChain, never, Store>
  /** Whether nodes, contracts and tokens are those that the settings name. */
  readonly verify: Effect.Effect<void, NetworkWrong | NodeAway>
  /** How each node is, for people. */
  readonly nodes: Quorum<EvmNode>["states"]
}

/** Opens an adapter for one network. Throws `TypeError` on settings that cannot be right. */
export const openEvm = (settings: EvmSettings): OpenedEvm => {
  const { agree, network: name, nodes, relayer, treasury } = settings
  const { chainId, coin, fees, finality, gas } = { ...networkFacts[name], ...settings }
  checkTokens(name, settings.tokens)
  checkOrder("fees", 0n, { leastTip: fees.leastTip, ceiling: fees.ceiling })
  if (typeof finality.done === "number") checkOrder("finality", 1n, { done: finality.done })
  const members = nodes.map((node) => ({ name: node.name, node: makeNode(node) }))
  const quorum = makeQuorum({
    members,
    agree,
    identity: { ask: (node) => Effect.map(node.chainId, String), expected: String(chainId) }
  })
  const network = makeNetwork(quorum, agree)
  const tokens = settings.tokens.map((token): Token => ({ ...token, level: undefined }))
  const check = verify(network, { chainId, members, agree, tokens })
  return {
    nodes: quorum.states,
    verify: check,
    chain: makeChain({
      network,
      chainId,
      relayer,
      treasury,
      tokenOf: (asset, where) => where === name ? tokens.find((token) => token.asset === asset) : undefined,
      shown: { network: name, tokens },
      finality,
      fees,
      gas,
      coin,
      patienceMs: settings.patienceMs ?? 6_000,
      verify: check
    })
  }
}
