// USDT and other tokens on TRON, with the network's fees paid by the service (decision records 0239 and 0240).
import { Effect } from "effect"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import type { Store } from "../../core/engine/store/store.ts"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import { type Quorum, makeQuorum } from "../rpc-quorum/quorum.ts"
import { checkTokens } from "../chain-settings/checks.ts"
import { addressOfKey } from "./address.ts"
import { openChain } from "./chain.ts"
import { type TronNode, makeNode } from "./node.ts"
import { type TronSettings, usual } from "./settings.ts"
import { longestLifeMs } from "./transaction.ts"
import type { NetworkWrong } from "../rpc-quorum/network-wrong.ts"
import { verify } from "./verify.ts"

type Optional = keyof typeof usual

/** The adapter of a network. */
export interface OpenTron {
  readonly chain: Effect.Effect<ChainAdapter, never, Store>
  /** Whether nodes and tokens are those that were meant. */
  readonly verify: Effect.Effect<void, NetworkWrong | NodeAway>
  /** How each node is, for people. */
  readonly nodes: Quorum<TronNode>["states"]
  /** Sends again what may still land, and takes back energy that was lent. A host runs it every few seconds. */
  readonly carry: Effect.Effect<void, unknown, Store>
}

const checked = (settings: TronSettings): TronSettings => {
  const { deliveryMs, genesis, signers, tokens } = settings
  if (!/^[0-9a-f]{64}$/.test(genesis)) throw new TypeError("the genesis of TRON is the id of its first block, in hex")
  if (addressOfKey(signers.treasury.publicKey) === addressOfKey(signers.fees.publicKey)) {
    throw new TypeError("the treasury and the fee account of TRON have to be different keys")
  }
  checkTokens("tron", tokens)
  if (deliveryMs <= 0 || deliveryMs >= longestLifeMs) throw new TypeError("a delivery on TRON ends within 24 hours")
  return settings
}

/** Opens the adapter. Throws `TypeError` on settings that cannot be. */
export const openTron = (given: Omit<TronSettings, Optional> & Partial<Pick<TronSettings, Optional>>): OpenTron => {
  const settings = checked({ ...usual, ...given })
  const members = settings.nodes.map((node) => ({ name: node.name, node: makeNode(node) }))
  const nodes = makeQuorum({
    members,
    agree: settings.agree,
    identity: { ask: (node) => Effect.map(node.genesis, String), expected: settings.genesis }
  })
  return { ...openChain(settings, nodes), verify: verify(nodes, settings.tokens), nodes: nodes.states }
}
