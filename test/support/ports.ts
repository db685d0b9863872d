// The outside world of a test: ports that do what a script says and remember what really happened, so that a test can
// compare what the core believes with the truth. Nothing here knows a rule of the core.
import { type Clock, Duration, Effect, Layer, Result } from "effect"
import type { Network } from "../../core/standards/address/network.ts"
import type { WalletAddresses } from "../../core/standards/address/wallet-addresses.ts"
import { type AssetCode, wholeUnit } from "../../core/base/money/assets.ts"
import { type Rate, rateFromDecimal } from "../../core/base/money/rate.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import {
  type Chain,
  ChainUnavailable,
  type DeliveryOrder,
  type DeliveryReceipt,
  type Outflow,
  type SignedSpend,
  type SpendOrder
} from "../../core/ports/chain.ts"
import { FxRates, RateUnavailable } from "../../core/ports/fx-rates.ts"
import { AccountUnread, type ProviderAccount } from "../../core/ports/provider-account.ts"
import { chainAdapter, pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import type { ChainTransfers } from "../../core/ports/moving/chain-transfers.ts"
import type { PixTransfers } from "../../core/ports/moving/pix-transfers.ts"
import { type Notification, Notifier, type NotifierAnswer } from "../../core/ports/notifier.ts"
import {
  type LookUp,
  type Outcome,
  type Sending,
  absent,
  done,
  held,
  otherAmount,
  refused,
  unknown
} from "../../core/ports/outcome.ts"
import type {
  Charge,
  ChargeLookUp,
  ChargePayment,
  ChargeRequest,
  PaymentReceipt,
  PaymentRequest,
  PixRail,
  ReturnReceipt,
  ReturnRequest
} from "../../core/ports/pix-rail.ts"
import type { LeastDelivery, Way } from "../../core/ports/way.ts"
import { endToEndIdAt } from "./ids.ts"

/** A clock that stands until it is moved. */
export class ManualClock implements Clock.Clock {
  /** Unix milliseconds. */
  now: number
  readonly currentTimeMillis = Effect.sync(() => this.now)
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())

  constructor(now: number) {
    this.now = now
  }

  currentTimeMillisUnsafe(): number {
    return this.now
  }

  currentTimeNanosUnsafe(): bigint {
    return BigInt(this.now) * 1_000_000n
  }

  monotonicTimeNanosUnsafe(): bigint {
    return this.currentTimeNanosUnsafe()
  }

  // Nothing under test waits for time to pass; trying again at once is no waiting.
  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return Duration.toMillis(duration) === 0 ? Effect.yieldNow : Effect.never
  }
}

/**
 * What becomes of a request that moves something. `lost` and `lostRefusal`: it is settled, but the answer is not heard.
 * `cut`: it never arrived. `held`: it was not sent, for want of float. `diesBefore` and `diesAfter`: whoever asks is killed before or after it took effect.
 */
export type Fate = "done" | "refused" | "lost" | "lostRefusal" | "cut" | "held" | "diesBefore" | "diesAfter"

type Truth<A> = { readonly _tag: "Happened"; readonly value: A } | { readonly _tag: "Never"; readonly reason: string }

/** A side of the world that acts on requests by operation id, once each, and can be asked what it did. */
export class Actor<Request, Receipt> {
  /** The fate of requests to come, in order; afterwards they are done. */
  readonly script: Array<Fate> = []
  /** Whether look-ups find out nothing for now. */
  isDark = false
  /** Every request that arrived, with the operation id it came under. */
  readonly asked: Array<{ readonly id: string; readonly request: Request }> = []
  /** What it acted on. */
  readonly effects = new Map<string, { readonly request: Request; readonly receipt: Receipt }>()
  /** Requests under an id that was settled before: harmless here, but no one had to send them. */
  readonly repeats: Array<string> = []
  /** Called when whoever asks is killed. */
  kill: () => void = () => undefined
  /** Final answers that were heard. */
  readonly heard: Array<{ readonly id: string; readonly answer: "Done" | "Refused" }> = []
  private readonly truths = new Map<string, Truth<Receipt>>()
  private readonly receiptOf: (id: string) => Receipt

  constructor(receiptOf: (id: string) => Receipt) {
    this.receiptOf = receiptOf
  }

  ask(id: string, request: Request): Effect.Effect<Sending<Receipt>> {
    return Effect.suspend(() => {
      this.asked.push({ id, request })
      const truth = this.truths.get(id)
      if (truth !== undefined) {
        this.repeats.push(id)
        return Effect.succeed(this.answer(id, truth))
      }
      return this.act(id, request, this.script.shift() ?? "done")
    })
  }

  lookUp(id: string): Effect.Effect<LookUp<Receipt>> {
    return Effect.suspend((): Effect.Effect<LookUp<Receipt>> => {
      if (this.isDark) return Effect.succeed(unknown("noAnswer"))
      const truth = this.truths.get(id)
      return Effect.succeed(truth === undefined ? absent : this.answer(id, truth))
    })
  }

  /** From now on somebody else answers, who was never asked for anything. */
  forget(): void {
    this.truths.clear()
  }

  private act(id: string, request: Request, fate: Fate): Effect.Effect<Sending<Receipt>> {
    const happen = () => {
      const truth: Truth<Receipt> = { _tag: "Happened", value: this.receiptOf(id) }
      this.truths.set(id, truth)
      this.effects.set(id, { request, receipt: truth.value })
      return truth
    }
    const refuse = () => {
      const truth: Truth<Receipt> = { _tag: "Never", reason: "no such account" }
      this.truths.set(id, truth)
      return truth
    }
    switch (fate) {
      case "done":
        return Effect.succeed(this.answer(id, happen()))
      case "refused":
        return Effect.succeed(this.answer(id, refuse()))
      case "lost":
        happen()
        return Effect.succeed(unknown("noAnswer", "time-out after the effect"))
      case "lostRefusal":
        refuse()
        return Effect.succeed(unknown("noAnswer", "time-out after the refusal"))
      case "cut":
        return Effect.succeed(unknown("noAnswer", "time-out before the effect"))
      case "held":
        return Effect.succeed(held("float", "5 are missing"))
      case "diesBefore":
        this.kill()
        return Effect.never
      case "diesAfter":
        happen()
        this.kill()
        return Effect.never
    }
  }

  private answer(id: string, truth: Truth<Receipt>): Outcome<Receipt> {
    switch (truth._tag) {
      case "Happened":
        this.heard.push({ id, answer: "Done" })
        return done(truth.value)
      case "Never":
        this.heard.push({ id, answer: "Refused" })
        return refused("refusedByProvider", truth.reason)
    }
  }
}

/** A movement on a chain: from the treasury, or from a wallet by what was signed. */
export interface Movement extends DeliveryOrder {
  readonly from?: WalletAddresses
}

/** The chain: movements are scripted, and wallets hold what a test puts there. */
export class FakeChain extends Actor<Movement, DeliveryReceipt> {
  /** Smallest units by `<evm address>/<asset>`; wallets that were not given anything hold 10,000 whole units. */
  readonly held = new Map<string, bigint>()
  /** Orders that were signed, by operation id. */
  readonly signed = new Map<string, SpendOrder>()
  isUp = true
  /** What it delivers at least; everything, by default. */
  leastDelivery: LeastDelivery = () => 0n
  /** Which treasury of which chain this is. */
  account: string | undefined = "chain:1"
  /** The network of what it shows to have left. */
  shownOn: Network = "polygon"
  /** What left the treasury there, as the chain shows it; undefined where it cannot be read. */
  outflows: ReadonlyArray<Outflow> | undefined = []
  /** When each of them left by the chain's clock, by its hash; after whatever is asked where nothing is said. */
  readonly leftAt = new Map<string, number>()
  /** How often these were read. */
  outflowsRead = 0
  /** The network whose nodes give no answer to that question. */
  hangsOn: Network | undefined
  /** What left wallets, by their addresses, as the chain shows it; undefined where it cannot be read. */
  spent: ReadonlyMap<string, ReadonlyArray<Outflow>> | undefined = new Map()
  /** Whether transfers tell which movement they are. */
  hasMarks = false
  /** How long what was signed may land unseen. Milliseconds. */
  livesMs = 0
  /** What the chain says of what wallets signed; undefined where it cannot be asked. */
  spends: (operationId: string) => LookUp<DeliveryReceipt> | undefined = () => absent

  constructor() {
    super((id) => ({ transactionHash: `0xhash-of-${id}` }))
  }

  holds(addresses: WalletAddresses, asset: AssetCode): bigint {
    return this.held.get(`${addresses.evm}/${asset}`) ?? 10_000n * wholeUnit(asset)
  }

  submit(spend: SignedSpend): Effect.Effect<Sending<DeliveryReceipt>> {
    const order = this.signed.get(spend.operationId)
    if (order === undefined) throw new Error(`${spend.operationId} was sent and never signed`)
    const before = this.effects.size
    return Effect.tap(this.ask(spend.operationId, { ...order, address: order.to }), () =>
      Effect.sync(() => {
        if (this.effects.size === before) return
        this.held.set(`${order.from.evm}/${order.asset}`, this.holds(order.from, order.asset) - order.units)
      }))
  }
}

/** Which account this is; undefined while it cannot be read. */
export const accountOf = (of: { readonly account: string | undefined }): ProviderAccount =>
  Effect.suspend(() =>
    of.account === undefined
      ? Effect.fail(new AccountUnread({ reason: "it does not answer" }))
      : Effect.succeed(of.account)
  )

export const fakeChain = (): FakeChain => new FakeChain()

const whileUp = <A>(chain: FakeChain, answer: () => A): Effect.Effect<A, ChainUnavailable> =>
  Effect.suspend(() =>
    chain.isUp ? Effect.succeed(answer()) : Effect.fail(new ChainUnavailable({ reason: "the chain is down" }))
  )

export const chainLayer = (chain: FakeChain): Layer.Layer<Chain | ChainTransfers> =>
  chainAdapter.succeed({
    account: () => accountOf(chain),
    leastDelivery: (place) => chain.leastDelivery(place),
    deliver: (order) => chain.ask(order.operationId, order),
    sign: (order) =>
      whileUp(chain, () => {
        chain.signed.set(order.operationId, order)
        const { network, operationId, sendBefore } = order
        return { operationId, network, sendBefore, payload: `signed ${operationId}` }
      }),
    submit: (spend) => chain.submit(spend),
    lookUp: ({ operationId }) => chain.lookUp(operationId),
    sentSince: ({ network, since }) =>
      Effect.suspend(() => {
        chain.outflowsRead++
        if (network === chain.hangsOn) return Effect.never
        if (chain.outflows === undefined) return Effect.fail(new ChainUnavailable({ reason: "the chain is down" }))
        const leftAt = ({ receipt }: Outflow) => chain.leftAt.get(receipt.transactionHash) ?? since
        return Effect.succeed(
          network === chain.shownOn ? chain.outflows.filter((flow) => leftAt(flow) >= since) : []
        )
      }),
    spentSince: ({ from }) =>
      Effect.suspend(() =>
        chain.spent === undefined
          ? Effect.fail(new ChainUnavailable({ reason: "the chain is down" }))
          : Effect.succeed(chain.spent.get(from) ?? [])
      ),
    markOf: (operationId) => chain.hasMarks ? `mark of ${operationId}` : null,
    livesMs: () => chain.livesMs,
    lookUpSigned: ({ operationId }) =>
      Effect.sync(() => chain.spends(operationId) ?? unknown("noAnswer", "the chain is down")),
    settlement: () => ({ chainId: 84_532, family: "evm" }),
    treasury: () => whileUp(chain, () => "0x00000000000000000000000000000000000071E5"),
    spendable: ({ addresses, asset }) => whileUp(chain, () => chain.holds(addresses, asset)),
    holdings: (addresses) =>
      whileUp(chain, () =>
        (["BRLH", "USDH"] as const).map((asset) => ({
          asset,
          network: "base" as const,
          units: chain.holds(addresses, asset)
        })))
  })

/** The PIX provider: returns and payments are scripted, charges are made while it is up. */
export class FakeRail extends Actor<ReturnRequest, ReturnReceipt> {
  isUp = true
  /** How it pays and returns. */
  readonly ways: { payments: Way; returns: Way } = { payments: "provider", returns: "provider" }
  /** Which account of which bank this is. */
  account: string | undefined = "bank:1"
  /** Whether it knows nothing of the charges that it made. */
  hasForgotten = false
  readonly charges: Array<string> = []
  /** The last charge as it was requested. */
  requested: ChargeRequest | undefined
  /** What was paid on charges, by their ids at the rail. */
  private readonly paidOn = new Map<string, Array<ChargePayment>>()
  readonly chargesLookedUp: Array<string> = []
  readonly returnsLookedUp: Array<ReturnRequest> = []
  /** Who the bank says was paid, of payments to come. */
  receiver: PaymentReceipt["receiver"] = null
  /** What the provider says that it takes for payments to come, in cents; undefined where it does not say. */
  cost: bigint | undefined
  readonly payments = new Actor<PaymentRequest, PaymentReceipt>((id) => ({
    endToEndId: `Eof${id}`,
    paidAt: 0,
    payerIspb: "99999999",
    receiver: this.receiver,
    ...this.cost === undefined ? {} : { cost: unitsUnsafe("BRL", this.cost) }
  }))

  constructor() {
    super((id) => ({ returnEndToEndId: `Dof${id}` }))
  }

  lookUpReturn(request: ReturnRequest): Effect.Effect<LookUp<ReturnReceipt>> {
    this.returnsLookedUp.push(request)
    return this.lookUp(request.returnId)
  }

  /** A payer pays a charge, and no one reports it; gives the end-to-end id. */
  payCharge(trackId: string, cents: bigint, paidAt: number | null = null): string {
    const before = this.paidOn.get(trackId) ?? []
    const endToEndId = endToEndIdAt(before.length + 1)
    this.paidOn.set(trackId, [...before, { endToEndId, value: unitsUnsafe("BRL", cents), paidAt, payer: null }])
    return endToEndId
  }

  lookUpCharge(trackId: string): ChargeLookUp {
    this.chargesLookedUp.push(trackId)
    if (this.hasForgotten) return absent
    return this.isDark ? unknown("noAnswer") : done(this.paidOn.get(trackId) ?? [])
  }

  charge(request: ChargeRequest): Outcome<Charge> {
    const { chargeId } = request
    this.requested = request
    if (!this.isUp) return unknown("noAnswer", "the provider is down")
    this.charges.push(chargeId)
    return done({ trackId: `tkt_of_${chargeId}`, brCode: `br-code of ${chargeId}` })
  }
}

export const railLayer = (rail: FakeRail): Layer.Layer<PixRail | PixTransfers> =>
  pixRailAdapter.succeed({
    account: accountOf(rail),
    ways: rail.ways,
    returnsFailed: true,
    dynamicCodesUpTo: null,
    createCharge: (request) => Effect.sync(() => rail.charge(request)),
    lookUpCharge: (trackId) => Effect.sync(() => rail.lookUpCharge(trackId)),
    sendReturn: (request) => rail.ask(request.returnId, request),
    lookUpReturn: (request) => rail.lookUpReturn(request),
    pay: (request) => rail.payments.ask(request.paymentId, request),
    lookUpPayment: ({ paymentId, value }) =>
      Effect.suspend(() => {
        const paid = rail.payments.effects.get(paymentId)?.request.value ?? value
        return paid === value || rail.payments.isDark
          ? rail.payments.lookUp(paymentId)
          : Effect.succeed(otherAmount("BRL", paid))
      })
  })

/** Endpoints of customers: answers as told, 200 by default, and keeps every POST. */
export class FakeNotifier {
  answers: (notification: Notification) => NotifierAnswer = () => ({ _tag: "Answered", status: 200 })
  readonly posts: Array<Notification & { readonly accepted: boolean }> = []

  post(notification: Notification): NotifierAnswer {
    const answer = this.answers(notification)
    const accepted = answer._tag === "Answered" && answer.status >= 200 && answer.status < 300
    this.posts.push({ ...notification, accepted })
    return answer
  }
}

export const notifierLayer = (notifier: FakeNotifier): Layer.Layer<Notifier> =>
  Layer.succeed(Notifier, { post: (notification) => Effect.sync(() => notifier.post(notification)) })

/** Prices: one decimal for every asset, "5.00" by default; none while it is down. */
export class FakeRates {
  price = "5.00"
  isUp = true

  rate<A extends AssetCode>(asset: A): Effect.Effect<Rate<A>, RateUnavailable> {
    return this.isUp
      ? Effect.succeed(Result.getOrThrow(rateFromDecimal(asset, this.price, "test", 0)))
      : Effect.fail(new RateUnavailable({ asset }))
  }
}

export const ratesLayer = (rates: FakeRates): Layer.Layer<FxRates> =>
  Layer.succeed(FxRates, { rate: (asset) => Effect.suspend(() => rates.rate(asset)) })
