// The chains of a simulation: the treasury's deliveries, and what users' wallets send with their signature. What wallets
// hold is counted here, and a wallet cannot send what it does not hold.
import { Effect, type Layer } from "effect"
import type { WalletAddresses } from "../../../core/standards/address/wallet-addresses.ts"
import { type AssetCode, assetRoutes, assetsWith, wholeUnit } from "../../../core/base/money/assets.ts"
import type { Network } from "../../../core/standards/address/network.ts"
import {
  type Chain,
  ChainUnavailable,
  type DeliveryOrder,
  type DeliveryReceipt,
  type Float,
  type Outflow,
  type SignedSpend,
  type SpendOrder
} from "../../../core/ports/chain.ts"
import { chainAdapter } from "../../../core/ports/moving/adapter.ts"
import type { ChainTransfers } from "../../../core/ports/moving/chain-transfers.ts"
import { type LookUp, type Sending, absent, differs, done } from "../../../core/ports/outcome.ts"
import { Actor, type ActorParts, type Effected, answerFaults } from "../actor.ts"
import { CurrentWork } from "../work.ts"

type Shared = Pick<ActorParts<never, never>, "time" | "decisions" | "complain">

/** A movement on a chain: from the treasury, or from a wallet by what was signed. */
export interface Movement extends DeliveryOrder {
  readonly from?: WalletAddresses
  /** What the wallet signed. */
  readonly signed?: string
}

interface Sent {
  readonly id: string
  readonly request: Movement
}

/** Where users pay to. */
const treasuryAddress = "0x52908400098527886E0F7030069857D2E4169EE7"
/** What a wallet that was given nothing holds of each asset, in whole units. */
const startOfWallet = 10_000n
/** Deliveries to addresses that end so are refused. */
const deadEnd = "dead"
/** Deliveries to addresses that end so arrive, and cannot be found for a while. */
const silentEnd = "51e7"
const silence = 1_800_000
/** What a full treasury holds, in whole units. Other assets have more than anybody asks for. */
const fullTreasury = { USDT: 1_200n, USDC: 1_200n, BRLA: 6_000n } as const
type FloatAsset = keyof typeof fullTreasury
const floatNetworks: ReadonlyArray<Network> = ["polygon", "base"]
const fillsEveryMs = 3_600_000

const isWatched = (asset: AssetCode): asset is FloatAsset => Object.hasOwn(fullTreasury, asset)

/** Whoever was let to send it just before the deadline does so within this time. */
const sendsWithinMs = 10_000

export class SimulatedChain {
  readonly movements: Actor<Movement, DeliveryReceipt>
  /** Whether transfers show our ids. */
  readonly showsIds: boolean
  private readonly moved = new Map<string, bigint>()
  /** What left each treasury since somebody last filled it up, by asset and network. */
  private readonly taken = new Map<string, bigint>()
  private filledAt = 0
  private reads = 0
  private readonly sendBefore = new Map<string, number>()
  private readonly shared: Shared

  constructor(shared: Shared, moved: (effect: Effected<Movement, DeliveryReceipt>) => void) {
    this.shared = shared
    this.showsIds = shared.decisions.chance("the chain shows ids") < 0.5
    this.movements = new Actor({
      ...shared,
      name: "chain",
      possible: [...answerFaults, "stuckThenMined", "minedButFailed", "reorg"],
      receiptOf: (id) => ({ transactionHash: hashOf(id) }),
      account: ({ treasury }) => treasury,
      isOnRecordOnly: () => true,
      // What a wallet signed counts once, whoever sends it how often. What it signs anew counts too where its chain knows no ids of ours.
      repeats: (before, { from, signed }, isOffRecord) =>
        isOffRecord && (from === undefined || !this.showsIds && signed !== before.signed),
      silentMs: ({ address }) => address.toLowerCase().endsWith(silentEnd) ? silence : 0,
      refusal: (movement) => this.refusalOf(movement),
      happened: (effect) => {
        const { asset, from, units } = effect.request
        if (from !== undefined) this.change(from.evm, asset, -units)
        else this.take(effect.request)
        this.change(effect.request.address, asset, units)
        moved(effect)
      }
    })
  }

  /** What a wallet signs: it can be sent until its deadline. */
  sign(order: SpendOrder): SignedSpend {
    const { network, operationId, sendBefore } = order
    this.sendBefore.set(operationId, sendBefore)
    return { operationId, network, sendBefore, payload: signedText(order) }
  }

  submit(spend: SignedSpend): Effect.Effect<Sending<DeliveryReceipt>> {
    return Effect.suspend(() => {
      if (this.shared.time.now >= spend.sendBefore + sendsWithinMs) {
        this.shared.complain(
          "ambiguous-is-processing",
          `${spend.operationId} was sent after the deadline of its signature`
        )
      }
      return this.movements.send(spend.operationId, movementOf(spend))
    })
  }

  /** Whether what a wallet signed can never happen any more: it was refused, or no one sent it in time. */
  isOver(operationId: string): boolean {
    const reported = this.movements.reported(operationId)
    const sendBefore = this.sendBefore.get(operationId) ?? Number.POSITIVE_INFINITY
    return reported === "Never" || (reported === undefined && this.shared.time.now >= sendBefore)
  }

  /** Smallest units of an asset that an address holds. */
  holds(address: string, asset: AssetCode): bigint {
    return startOfWallet * wholeUnit(asset) + (this.moved.get(`${address}/${asset}`) ?? 0n)
  }

  /** What the treasuries of a network hold, unless the chain is away. */
  floats(network: Network): Effect.Effect<ReadonlyArray<Float>, ChainUnavailable> {
    const place = `chain.floats#${++this.reads}`
    if (this.shared.decisions.at(place, ["darkLookUp"]) !== undefined) {
      return Effect.fail(new ChainUnavailable({ reason: "no one answers" }))
    }
    this.fill()
    if (!floatNetworks.includes(network)) return Effect.succeed([])
    return Effect.succeed(
      (Object.keys(fullTreasury) as ReadonlyArray<FloatAsset>).map((what) => ({
        network,
        what,
        units: this.left(what, network),
        role: "treasury" as const
      }))
    )
  }

  /** What left a treasury since an instant, as its chain shows it, unless the chain is away. */
  sentSince(
    network: Network,
    since: number,
    treasury: string
  ): Effect.Effect<ReadonlyArray<Outflow>, ChainUnavailable> {
    const place = `chain.sentSince#${++this.reads}`
    if (this.shared.decisions.at(place, ["darkLookUp"]) !== undefined) {
      return Effect.fail(new ChainUnavailable({ reason: "no one answers" }))
    }
    return Effect.succeed(
      this.outflows(
        since,
        ({ id, request: { from, ...order } }) =>
          from === undefined && order.network === network && this.movements.accountOf(id) === treasury
      )
    )
  }

  /** The same of a wallet. */
  spentSince(network: Network, wallet: string, since: number): Effect.Effect<ReadonlyArray<Outflow>, ChainUnavailable> {
    const place = `chain.spentSince#${++this.reads}`
    if (this.shared.decisions.at(place, ["darkLookUp"]) !== undefined) {
      return Effect.fail(new ChainUnavailable({ reason: "no one answers" }))
    }
    return Effect.succeed(
      this.outflows(since, ({ request: { from, ...order } }) => from?.evm === wallet && order.network === network)
    )
  }

  private outflows(since: number, isShown: (sent: Sent) => boolean): ReadonlyArray<Outflow> {
    const open = this.movements.underWay().filter(isShown).map((each) => this.outflow(each, false))
    const done = [...this.movements.effects.values()].filter((effect) => effect.at >= since && isShown(effect))
    return [...done.map((effect) => this.outflow(effect, true)), ...open]
  }

  private outflow({ id, request: { address, asset, units } }: Sent, isDone: boolean): Outflow {
    const receipt = { transactionHash: hashOf(id) }
    return { mark: this.showsIds ? id : null, to: address, asset, units, receipt, isDone }
  }

  /** What became of what a wallet signed, by its chain alone. */
  lookUpSigned(spend: SignedSpend): Effect.Effect<LookUp<DeliveryReceipt>> {
    return Effect.sync(() => {
      const effect = this.movements.effects.get(spend.operationId)
      if (effect === undefined) return this.movements.known(spend.operationId)
      if (!this.showsIds && effect.request.signed !== spend.payload) return absent
      const { asset, address, network, units } = movementOf(spend)
      const is = effect.request
      const isSame = is.asset === asset && is.address === address && is.network === network && is.units === units
      return isSame ? done(effect.receipt) : differs("the wallet sent something else for this operation")
    })
  }

  // Somebody fills them up every hour.
  private fill(): void {
    if (this.shared.time.now < this.filledAt + fillsEveryMs) return
    this.filledAt = this.shared.time.now
    this.taken.clear()
  }

  private left(asset: FloatAsset, network: Network): bigint {
    return fullTreasury[asset] * wholeUnit(asset) - (this.taken.get(`${asset}@${network}`) ?? 0n)
  }

  private take({ asset, network, operationId, units }: Movement): void {
    if (!isWatched(asset) || !floatNetworks.includes(network)) return
    this.fill()
    const left = this.left(asset, network)
    if (left < units) {
      this.shared.complain(
        "float-exceeded",
        `${operationId} took ${units} ${asset} of the ${left} that were left on ${network}`
      )
    }
    this.taken.set(`${asset}@${network}`, (this.taken.get(`${asset}@${network}`) ?? 0n) + units)
  }

  private change(address: string, asset: AssetCode, units: bigint): void {
    const key = `${address}/${asset}`
    this.moved.set(key, (this.moved.get(key) ?? 0n) + units)
  }

  private refusalOf({ address, asset, from, units }: Movement): string | undefined {
    if (from !== undefined && this.holds(from.evm, asset) < units) return "the wallet holds too little"
    return address.toLowerCase().endsWith(deadEnd) ? "the destination takes nothing" : undefined
  }
}

const signedText = (order: SpendOrder): string => JSON.stringify({ ...order, units: String(order.units) })

const movementOf = ({ payload }: SignedSpend): Movement => {
  const order = JSON.parse(payload) as Omit<SpendOrder, "units"> & { readonly units: string }
  const { asset, from, network, operationId, to, units } = order
  return { operationId, asset, network, from, address: to, units: BigInt(units), signed: payload }
}

const hashOf = (operationId: string): string => `0xhash-of-${operationId}`

const settlement = () => ({ chainId: 84_532, family: "evm" }) as const

export const chainLayer = (chain: SimulatedChain): Layer.Layer<Chain | ChainTransfers> =>
  chainAdapter.succeed({
    leastDelivery: () => 0n,
    account: () => Effect.map(CurrentWork, ({ process }) => process.accounts.treasury),
    sentSince: ({ network, since }) =>
      Effect.flatMap(CurrentWork, ({ process }) => chain.sentSince(network, since, process.accounts.treasury)),
    spentSince: ({ from, network, since }) => Effect.suspend(() => chain.spentSince(network, from, since)),
    ...(chain.showsIds ? { markOf: (operationId: string) => operationId } : {}),
    livesMs: () => 0,
    lookUpSigned: (spend) => chain.lookUpSigned(spend),
    deliver: (order) => chain.movements.send(order.operationId, order),
    sign: (order) => Effect.sync(() => chain.sign(order)),
    submit: (spend) => chain.submit(spend),
    floats: (network) => Effect.suspend(() => chain.floats(network)),
    lookUp: ({ operationId }) => chain.movements.lookUp(operationId),
    settlement,
    treasury: () => Effect.succeed(treasuryAddress),
    spendable: ({ addresses, asset }) => Effect.sync(() => chain.holds(addresses.evm, asset)),
    holdings: (addresses) =>
      Effect.sync(() =>
        assetsWith("testToken").map((asset) => ({
          asset,
          network: assetRoutes[asset].payouts[0],
          units: chain.holds(addresses.evm, asset)
        }))
      )
  })
