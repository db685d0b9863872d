// Deliveries on Bitcoin, out of a treasury under one key, over nodes that have to agree (0241). Users have no wallets there: nothing is
// spent from one.
import { hex } from "@scure/base"
import { Effect, Exit, Semaphore } from "effect"
import type { DeliveryOrder } from "../../core/ports/chain.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { type Refused, held, refused } from "../../core/ports/outcome.ts"
import type { Store, StoreUnavailable } from "../../core/engine/store/store.ts"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import { type Quorum, makeQuorum } from "../rpc-quorum/quorum.ts"
import { makeAttempts } from "./attempts.ts"
import { type LostDelivery, makeCarry } from "../coins/carry.ts"
import { checkOrder } from "../chain-settings/checks.ts"
import { coinChain } from "../coins/chain.ts"
import { BitcoinMovements } from "./movement.ts"
import { type Receiver, makeMovements } from "./movements.ts"
import { dustOf, holderOf, mostDust, networks, scriptOf } from "./network.ts"
import { type BitcoinNode, openNode } from "./node.ts"
import { makeOutflows } from "./outflows.ts"
import { makePlaces } from "./places.ts"
import { makePush } from "./sending.ts"
import { type BitcoinSettings, usualCoins, usualFees, usualFinality } from "./settings.ts"
import { makeStatuses } from "./status.ts"
import { makeTreasury } from "./treasury.ts"
import type { NetworkWrong } from "../rpc-quorum/network-wrong.ts"
import { makeVerify } from "./verify.ts"

export type { LostDelivery } from "../coins/carry.ts"
export type { BitcoinSettings, CoinSettings, FeeSettings, Finality, NodeSettings } from "./settings.ts"
export { NetworkWrong } from "../rpc-quorum/network-wrong.ts"

export interface Bitcoin {
  readonly chain: Effect.Effect<ChainAdapter, never, Store>
  /** Whether the nodes are of this network, and one of them watches the treasury. */
  readonly verify: Effect.Effect<void, NetworkWrong | NodeAway>
  /** How each node is, for people. */
  readonly nodes: Quorum<unknown>["states"]
  /** Takes all deliveries that are not over one step further; to be run every half minute or so. */
  readonly carry: Effect.Effect<void, StoreUnavailable, Store>
  /** What was Done and lost to somebody else's transaction for good: for the operator. */
  readonly lost: Effect.Effect<ReadonlyArray<LostDelivery>, StoreUnavailable, Store>
}

/** Throws `TypeError` on settings that cannot be. */
export const openBitcoin = (settings: BitcoinSettings): Bitcoin => {
  const { agree, network, nodes, treasury: signer } = settings
  const finality = { ...usualFinality, ...settings.finality }
  const coins = { ...usualCoins, ...settings.coins }
  const fees = { ...usualFees, ...settings.fees }
  checkOrder("finality", 1n, { done: finality.done, "above.done": finality.above.done, final: finality.final })
  checkOrder("fees", 0n, { floor: fees.floor, ceiling: fees.ceiling })
  const own = holderOf(network, signer.publicKey)
  const script = hex.encode(own.script)
  const watched = { publicKey: hex.encode(signer.publicKey), script, since: settings.since }
  const members = nodes.map((node) => ({ name: node.name, node: openNode(node, watched, settings.timeoutMs) }))
  const quorum = makeQuorum<BitcoinNode>({
    members,
    agree,
    identity: {
      ask: (node) => Effect.map(node.identity, ({ chain, genesis }) => `${chain} ${genesis}`),
      expected: `${networks[network].chain} ${networks[network].genesis}`
    }
  })
  const verify = makeVerify(quorum)
  const treasury = makeTreasury({ script, coins }, quorum)
  const attempts = makeAttempts({ signer, own, coins, fees }, quorum, treasury)
  const { genesis } = networks[network]
  const places = makePlaces(quorum)
  const statusOf = makeStatuses(quorum, places, finality.final)
  const push = makePush(quorum, attempts, fees)
  const movements = makeMovements({
    network: genesis,
    finality,
    ceiling: fees.ceiling,
    push,
    quorum,
    treasury,
    attempts,
    statusOf
  })
  const { carry, lost, note } = makeCarry({
    network: genesis,
    kind: BitcoinMovements,
    isOver: movements.isOver,
    carried: movements.carried
  })
  // Where enough nodes have a wallet, one of those that are asked neither lags nor lies; fewer are all asked.
  const wallets = Math.min(nodes.length - agree + 1, nodes.filter(({ wallet }) => wallet !== undefined).length)
  const outflows = { network, publicKey: signer.publicKey, script, final: finality.final, wallets }
  let isVerified = false
  const turn = Semaphore.makeUnsafe(1)

  const receiverOf = ({ address, asset, network: on, units }: DeliveryOrder): Receiver | Refused => {
    if (on !== "bitcoin" || asset !== "BTC") return refused("notSupported", `${asset} on ${on}`)
    const to = scriptOf(network, address)
    if (to === undefined) return refused("badReceiver", `not of bitcoin (${network})`)
    if (units <= 0n) return refused("badAmount", "0")
    if (hex.encode(to) === script) return refused("badReceiver", "the treasury itself")
    const least = dustOf(to)
    // Rules of relaying are the same everywhere, and no price of a fee changes them.
    if (units < least) return refused("badAmount", `below ${least} satoshis`)
    return { to: address, script: hex.encode(to), units }
  }

  const verified = turn.withPermit(Effect.gen(function*() {
    isVerified ||= Exit.isSuccess(yield* Effect.exit(verify))
    return isVerified
  }))

  const delivered = Effect.fnUntraced(function*(order: DeliveryOrder) {
    const receiver = receiverOf(order)
    if ("_tag" in receiver) return receiver
    const before = yield* movements.stored(order.operationId)
    if (before === undefined && !(yield* verified)) {
      return held("paused", "the nodes are away, or of another network")
    }
    note(order.operationId)
    return yield* movements.deliver(order.operationId, receiver)
  })

  const chain = coinChain({
    noSpends: "there are no wallets on bitcoin",
    leastDelivery: ({ address, asset, network: on }) => {
      if (on !== "bitcoin" || asset !== "BTC") return undefined
      if (address === undefined) return mostDust
      const to = scriptOf(network, address)
      return to === undefined ? undefined : dustOf(to)
    },
    deliver: delivered,
    movements,
    treasury: own.address,
    account: `bip122:${genesis.slice(0, 32)}/${own.address}`,
    sentSince: makeOutflows(outflows, quorum, places),
    floats: Effect.map(
      treasury.spendable,
      (units) => [{ network: "bitcoin", what: "BTC", units, role: "treasury" } as const]
    )
  })

  return { chain, verify, carry, lost, nodes: quorum.states }
}
