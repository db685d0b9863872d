// Everybody who judges a simulation, and who of them is told what.
import type { Balance, ChangeSet } from "../../../core/engine/store/store.ts"
import type { Action } from "../actions/action.ts"
import { Shown } from "../conduct.ts"
import type { ClientRequest, Heard } from "../client.ts"
import { stepIn, stepOfLabel } from "../ids.ts"
import type { SimulatedChain } from "../ports/chain.ts"
import type { SimulatedDisputes } from "../ports/disputes.ts"
import type { SimulatedIdentity } from "../ports/kyc-provider.ts"
import type { SimulatedLightning } from "../ports/lightning-node.ts"
import type { SimulatedRail } from "../ports/pix-rail.ts"
import type { priceOf } from "../ports/rates.ts"
import type { SimulatedSpark } from "../ports/spark-wallet.ts"
import type { SimulatedPool } from "../ports/swap-pool.ts"
import { Answers } from "./answers.ts"
import { Books } from "./books.ts"
import { BySource } from "./by-source.ts"
import { Deposits } from "./deposits.ts"
import { Disputes } from "./disputes.ts"
import { Events } from "./events.ts"
import { Flags } from "./flags.ts"
import { Gates } from "./gates.ts"
import { Histories } from "./histories.ts"
import { Idempotency } from "./idempotency.ts"
import { Jobs } from "./jobs.ts"
import type { FirstAsked, Judge, Report, Written } from "./judge.ts"
import { Kyc, type KycParts } from "./kyc.ts"
import { LightningInvoices } from "./lightning-invoices.ts"
import { Limits } from "./limits.ts"
import { PaidAfterAll } from "./paid-after-all.ts"
import { Payouts } from "./payouts.ts"
import { Pins } from "./pins.ts"
import { Readings } from "./readings.ts"
import { Signatures } from "./signatures.ts"
import { Swaps } from "./swaps.ts"
import { Transfers } from "./transfers.ts"
import { WorldJudge } from "./world.ts"

type Paid = Parameters<Payouts["paid"]>[0]
type Moved = Parameters<Payouts["moved"]>[0]
type Sent = Parameters<LightningInvoices["sent"]>[0]
type Received = Parameters<Events["received"]>[0]

/** What the judges look at besides what they are told. */
export interface PanelParts {
  readonly report: Report
  /** Unix milliseconds, and how far the clocks of processes have been apart. */
  readonly now: () => number
  readonly apartMs: () => number
  readonly priceAt: (asset: string, at: number) => ReturnType<typeof priceOf>
  readonly satsOf: (bolt11: string) => bigint
  readonly rail: SimulatedRail
  readonly chain: SimulatedChain
  readonly lightning: SimulatedLightning
  readonly spark: SimulatedSpark
  readonly pool: SimulatedPool
  readonly identity: SimulatedIdentity
  readonly disputes: SimulatedDisputes
  /** How many accounts there are. */
  readonly accounts: number
  readonly balances: () => ReadonlyArray<Balance>
  readonly syncWallets: () => void
  readonly shownKyc: KycParts["shown"]
  /** A webhook's secret as it is stored, opened. */
  readonly opened: (sealed: string, webhookId: string) => string
  readonly actionOf: (step: number) => Action | undefined
  /** The account and key that a step asked under. */
  readonly askedUnder: (step: number) => string | undefined
}

export class Panel {
  readonly books: Books
  readonly jobs: Jobs
  readonly gates: Gates
  readonly signatures: Signatures
  readonly readings: Readings
  readonly shown: Shown
  private readonly parts: PanelParts
  /** The steps whose commits made records. */
  private readonly madeBy = new Map<string, number>()
  private readonly pins: Pins
  private readonly deposits: Deposits
  private readonly payouts: Payouts
  private readonly transfers: Transfers
  private readonly lightningInvoices: LightningInvoices
  private readonly swaps: Swaps
  private readonly events: Events
  private readonly judges: ReadonlyArray<Judge>
  private readonly listeners: ReadonlyArray<{ readonly told: (asked: ClientRequest, heard: Heard) => void }>

  constructor(parts: PanelParts) {
    this.parts = parts
    const { apartMs, chain, disputes, identity, lightning, now, pool, priceAt, rail, report, satsOf, spark } = parts
    this.shown = new Shown(report)
    const bySource = new BySource()
    const flags = new Flags(now)
    this.books = new Books(report, parts.balances)
    // An id that is made of its order does not say which step gave the order: the commit does.
    const stepOf = (id: string) => this.madeBy.get(id) ?? stepIn(id)
    const askedBy = (id: string) => {
      const step = stepOf(id)
      return step === undefined ? undefined : this.firstAsked(step)
    }
    const about = { report, rail, chain, books: bySource, askedBy, priceAt }
    this.deposits = new Deposits(report, rail, bySource, priceAt)
    this.payouts = new Payouts({ ...about, flags })
    this.transfers = new Transfers(about)
    this.lightningInvoices = new LightningInvoices({ ...about, node: lightning })
    this.swaps = new Swaps({ report, transfers: spark.transfers, pool: pool.swaps, payments: spark.payments, satsOf })
    const { balances, syncWallets } = parts
    const money = new WorldJudge({ ...about, node: lightning, spark, pool, balances, syncWallets })
    const kyc = new Kyc({
      report,
      said: (attemptId) => identity.said(attemptId),
      isExamining: (attemptId) => identity.isExamining(attemptId),
      shown: parts.shownKyc
    })
    this.events = new Events(report)
    this.readings = new Readings(report, now, apartMs)
    this.gates = new Gates(report, now)
    this.signatures = new Signatures(report, now, parts.opened)
    this.jobs = new Jobs(report)
    this.pins = new Pins(parts.accounts, report, now, apartMs)
    const idempotency = new Idempotency(report, stepOf, parts.askedUnder)
    const limits = new Limits(report, () => now() + apartMs(), parts.actionOf)
    this.listeners = [new Answers(report, parts.actionOf), idempotency, limits, this.pins]
    this.judges = [
      this.jobs,
      idempotency,
      limits,
      bySource,
      flags,
      this.books,
      this.deposits,
      this.payouts,
      this.transfers,
      this.lightningInvoices,
      money,
      this.events,
      this.gates,
      this.signatures,
      this.readings,
      this.swaps,
      kyc,
      new Disputes(report, disputes.told),
      new Histories(report),
      new PaidAfterAll(report)
    ]
  }

  /** Somebody who asked was answered. */
  heard(asked: ClientRequest, heard: Heard): void {
    const first = this.firstAsked(asked.step)
    if (first !== undefined) { for (const judge of this.judges) judge.heard?.(first, heard) }
    for (const listener of this.listeners) listener.told(asked, heard)
  }

  /** A commit stands. */
  committed(label: string, changes: ChangeSet, written: ReadonlyArray<Written>): void {
    const step = stepOfLabel(label)
    if (step !== undefined) { for (const { id, isNew } of written) if (isNew) this.madeBy.set(id, step) }
    this.gates.isOf(label)
    this.shown.committed(label, written)
    for (const { committed } of this.judges) committed?.(changes, written)
  }

  /** The last questions. */
  after(): void {
    for (const { after } of this.judges) after?.()
  }

  /** The rail has paid somebody. */
  paid(effect: Paid): void {
    if (effect.id.startsWith("inv_")) this.lightningInvoices.paid(effect)
    else this.payouts.paid(effect)
  }

  /** The chain has moved something. */
  moved(effect: Moved): void {
    if (effect.id.startsWith("deliver/")) this.deposits.deliveredNow(effect)
    else if (effect.id.startsWith("transfer/")) this.transfers.moved(effect)
    else this.payouts.moved(effect)
  }

  /** The Lightning node has paid somebody. */
  sent(effect: Sent): void {
    this.lightningInvoices.sent(effect)
  }

  /** A seed has signed a leg of a swap. */
  signed(operationId: string, now: number): void {
    this.swaps.signed(operationId, now)
  }

  /** A receiver got an event. */
  received(post: Received): void {
    this.events.received(post)
  }

  /** A PIN was tried for the request that is worked on. */
  pinChecked(label: string, isRight: boolean): void {
    const step = Number(/^s(\d+)#/.exec(label)?.[1])
    const asked = this.parts.askedUnder(step)
    if (asked !== undefined) this.pins.checked(Number(asked.split(" ", 1)[0]), step, isRight)
  }

  /** What a step asked for the first time: its own action, or the one that it repeats. */
  private firstAsked(step: number): FirstAsked | undefined {
    const action = this.parts.actionOf(step)
    if (action === undefined) return undefined
    if (action.do === "ask-deposit-again") return this.firstAsked(action.deposit)
    if (action.do === "ask-payout-again") return this.firstAsked(action.payout)
    if (action.do === "ask-transfer-again") return this.firstAsked(action.transfer)
    if (action.do === "ask-lightning-invoice-again") return this.firstAsked(action.invoice)
    if (action.do === "ask-swap-again") return this.firstAsked(action.swap)
    return { step, action }
  }
}
