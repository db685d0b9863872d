// Deliveries on Liquid, out of a treasury under one key whose amounts its blinding key opens, over nodes that have to agree (0242). Users
// have no wallets that the service spends from there.
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Exit, Redacted } from "effect"
import type { AssetCode } from "../../core/base/money/assets.ts"
import type { DeliveryOrder } from "../../core/ports/chain.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { type Held, type Refused, held, refused } from "../../core/ports/outcome.ts"
import type { Store, StoreUnavailable } from "../../core/engine/store/store.ts"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import { type Quorum, makeQuorum } from "../rpc-quorum/quorum.ts"
import { mostUnits } from "./amounts.ts"
import { makeAttempts } from "./attempts.ts"
import { blindingKeyOf, publicBlindingKey } from "./blinding-key.ts"
import { type LostDelivery, makeCarry } from "../coins/carry.ts"
import { checkDistinct, checkOrder } from "../chain-settings/checks.ts"
import { coinChain } from "../coins/chain.ts"
import { available } from "../rpc-quorum/problems.ts"
import { unitsIn } from "./choose.ts"
import { LiquidMovements } from "./movement.ts"
import { type Payee, makeMovements } from "./movements.ts"
import { networks } from "./network.ts"
import { type LiquidNode, openNode } from "./node.ts"
import { confidentialAddress, openAddress, receiverOf } from "./receiver.ts"
import { makeOutflows } from "./outflows.ts"
import { makePush } from "./sending.ts"
import { type LiquidSettings, usualDust, usualFees, usualFinality } from "./settings.ts"
import { scriptOf } from "./sign.ts"
import { makeStatuses } from "./status.ts"
import { makeTreasury } from "./treasury.ts"
import type { NetworkWrong } from "../rpc-quorum/network-wrong.ts"
import { makeVerify } from "./verify.ts"
import { makeWallets } from "./wallets.ts"

export type { LostDelivery } from "../coins/carry.ts"
export type { FeeSettings, Finality, LiquidSettings, NodeSettings } from "./settings.ts"
export { NetworkWrong } from "../rpc-quorum/network-wrong.ts"

export interface Liquid {
  readonly chain: Effect.Effect<ChainAdapter, never, Store>
  /** Whether the nodes are of this network, and can answer what is asked of them. */
  readonly verify: Effect.Effect<void, NetworkWrong | NodeAway>
  /** How each node is, for people. */
  readonly nodes: Quorum<unknown>["states"]
  /** Takes all deliveries that are not over one step further; to be run every half minute or so. */
  readonly carry: Effect.Effect<void, StoreUnavailable, Store>
  /** What was Done and lost to somebody else's transaction for good: for the operator. */
  readonly lost: Effect.Effect<ReadonlyArray<LostDelivery>, StoreUnavailable, Store>
}

const masterKey = (blindingKey: Redacted.Redacted): Uint8Array => {
  const hex = Redacted.value(blindingKey)
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new TypeError("a blinding key is 32 bytes of hex")
  return hexToBytes(hex)
}

/** Throws `TypeError` on settings that cannot be. */
export const openLiquid = (settings: LiquidSettings): Liquid => {
  const { agree, assets, dust = usualDust, nodes, treasury: signer } = settings
  const { forms, genesis = settings.genesis } = networks[settings.network]
  if (genesis === undefined) throw new TypeError("a regtest network needs the hash of its first block")
  const finality = { ...usualFinality, ...settings.finality }
  const fees = { ...usualFees, ...settings.fees }
  checkOrder("finality", 1n, { done: finality.done, final: finality.final })
  checkOrder("finality", 1n, { refused: finality.refused, final: finality.final })
  checkOrder("fees", 0n, { floor: fees.floor, ceiling: fees.ceiling })
  const members = nodes.map((node) => ({ name: node.name, node: openNode(node, settings.timeoutMs) }))
  const quorum = makeQuorum<LiquidNode>({
    members,
    agree,
    identity: { ask: (node) => Effect.map(node.blockHash(0n), String), expected: genesis }
  })
  const script = scriptOf(signer.publicKey)
  const secret = masterKey(settings.blindingKey)
  const viewKey = blindingKeyOf(secret, script)
  const blindingKey = publicBlindingKey(viewKey)
  const own = { script, blindingKey, address: confidentialAddress(script, blindingKey, forms) }
  const verify = makeVerify({ feeAsset: assets.LBTC, agree }, quorum)
  const treasury = makeTreasury({ script, viewKey, depth: finality.refused, agree }, quorum)
  const attempts = makeAttempts({ signer, forms, own, feeAsset: assets.LBTC, fees, secret }, quorum, treasury)
  const statusOf = makeStatuses(quorum, forms, finality)
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
  const codes = Object.keys(assets) as ReadonlyArray<AssetCode>
  const ids = codes.flatMap((code) => assets[code] === undefined ? [] : [[code, assets[code]] as const])
  checkDistinct("assets", ids)
  const walletOf = makeWallets({ forms, assets: ids, depth: finality.done, agree }, quorum)
  const { carry, lost, note } = makeCarry({
    network: genesis,
    kind: LiquidMovements,
    isOver: movements.isOver,
    carried: movements.carried
  })
  let isVerified = false

  const payeeOf = ({ address, asset, network, units }: DeliveryOrder): Payee | Refused | Held => {
    if (network !== "liquid") return refused("notSupported", `${asset} on ${network}`)
    const assetId = assets[asset]
    // Whoever runs the service may add it yet.
    if (assetId === undefined) return held("notConfigured", `the settings have no id of ${asset}`)
    const receiver = receiverOf(address, forms)
    if (receiver === undefined) return refused("badReceiver", `not of liquid (${settings.network})`)
    if (units <= 0n || units > mostUnits) return refused("badAmount")
    if (bytesToHex(receiver.script) === bytesToHex(script)) return refused("badReceiver", "the treasury itself")
    // Rules of relaying are the same everywhere, and no price of a fee changes them.
    if (assetId === assets.LBTC && receiver.blindingKey === undefined && units < dust) {
      return refused("badAmount", `below ${dust} smallest units`)
    }
    return { to: address, asset, assetId, units }
  }

  const delivered = Effect.fnUntraced(function*(order: DeliveryOrder) {
    const payee = payeeOf(order)
    if ("_tag" in payee) return payee
    const before = yield* movements.stored(order.operationId)
    if (before === undefined && !isVerified) {
      const checked = yield* Effect.exit(verify)
      if (Exit.isFailure(checked)) return held("paused", "the nodes are away, or of another network")
      isVerified = true
    }
    note(order.operationId)
    return yield* movements.deliver(order.operationId, payee)
  })

  const floats = Effect.map(treasury.free, (coins) =>
    ids.map(([asset, id]) => ({
      network: "liquid" as const,
      what: asset,
      units: unitsIn(coins, id),
      role: "treasury" as const
    })))

  const deliveries = coinChain({
    noSpends: "nothing is spent from wallets on liquid",
    leastDelivery: ({ address, asset, network }) => {
      if (network !== "liquid" || assets[asset] === undefined) return undefined
      if (asset !== "LBTC") return 0n
      // What is hidden has no least.
      return address !== undefined && receiverOf(address, forms)?.blindingKey !== undefined ? 0n : dust
    },
    deliver: delivered,
    movements,
    treasury: own.address,
    account: `bip122:${genesis.slice(0, 32)}/${openAddress(script, forms)}`,
    sentSince: makeOutflows(
      {
        forms,
        publicKey: signer.publicKey,
        script,
        viewKey,
        assets: ids,
        final: finality.final,
        enough: nodes.length - agree + 1
      },
      quorum
    ),
    floats
  })
  const chain = Effect.map(
    deliveries,
    (adapter): ChainAdapter => ({ ...adapter, liquid: (view) => available(walletOf(view)) })
  )

  return { chain, verify, carry, lost, nodes: quorum.states }
}
