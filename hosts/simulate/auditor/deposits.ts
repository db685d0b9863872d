// Deposits against the world: what a payer paid is delivered once, returned, or visibly on its way; nothing is delivered
// that was not paid, and nothing that was returned in full counts as delivered.
import type { ReviewCode } from "../../../core/base/reason/review-reason.ts"
import type { ChangeSet } from "../../../core/engine/store/store.ts"
import type { Effected } from "../actor.ts"
import type { Movement } from "../ports/chain.ts"
import type { SimulatedRail } from "../ports/pix-rail.ts"
import type { BySource } from "./by-source.ts"
import type { Judge, Report } from "./judge.ts"
import { isPrice, priceIn, shareOf, unitsWorth } from "./money.ts"

interface Seen {
  state: string
  readonly value: bigint
  refunded: bigint
  /** What a delivery leaves out, because it was returned before an operator ordered the rest. */
  readonly withheld: bigint
  readonly fee: bigint
  readonly units: bigint
  readonly delivers: string
  readonly address: string
}

/** The deposit that a movement delivers, whichever attempt it is. */
const depositIn = (movementId: string): string => movementId.split("/")[1] ?? ""

/** The reviews that leave the payment of a failed deposit to an operator. */
const returnReviews: ReadonlySet<ReviewCode> = new Set(["paymentNotReturned", "returnNotReported"])

/** Where a deposit may stand when nothing is to come any more. */
const settled = ["COMPLETED", "FAILED", "REFUNDED", "EXPIRED"]

export class Deposits implements Judge {
  private readonly seen = new Map<string, Seen>()
  /** PIX of which a return was applied, or was kept because it came before them. */
  private readonly reported = new Set<string>()
  /** PIX that are on record. */
  private readonly received = new Set<string>()
  /** Deliveries that were sent. */
  private readonly sent = new Set<string>()
  /** Deposits of which a part came back before they were sent: a person decides about the rest. */
  private readonly stopped = new Set<string>()
  /** Deposits of which an operator ordered the delivery of the rest. */
  private readonly ordered = new Set<string>()
  /** What arrived for each deposit. */
  private readonly arrived = new Map<string, Effected<Movement, unknown>>()
  /** Failed deposits whose return a person looks after. */
  private readonly reviewed = new Set<string>()
  /** Deposits of which a surplus could not be sent back, so that a person looks after it. */
  private readonly surplusReviewed = new Set<string>()
  private readonly report: Report
  private readonly rail: SimulatedRail
  private readonly books: BySource
  private readonly priceAt: (asset: string, at: number) => string

  /** `priceAt` gives the price of an asset at an instant, in reais with four places. */
  constructor(
    report: Report,
    rail: SimulatedRail,
    books: BySource,
    priceAt: (asset: string, at: number) => string
  ) {
    this.report = report
    this.books = books
    this.priceAt = priceAt
    this.rail = rail
  }

  committed: NonNullable<Judge["committed"]> = (changes, written) => {
    for (const { kind, value } of written) {
      if (kind === "operatorAct" && value["action"] === "deposit.deliverRest") {
        this.ordered.add(String(value["subject"]))
      }
    }
    for (const { id, kind, value } of written) {
      if (kind === "pixReceipt") this.received.add(id)
      if (kind === "providerFact" && value["type"] === "PixReturned") this.taken(value)
      if (kind === "movement" && value["sendings"] === 1 && id.startsWith("deliver/") && !this.sent.has(id)) {
        this.sent.add(id)
        this.sentNow(id)
      }
      if (kind === "movement" && id.startsWith("return/")) this.returnOrdered(id, value)
      if (kind === "review") this.raised(String(value["subject"]), value["reason"] as { readonly code: ReviewCode })
      if (kind !== "deposit") continue
      const before = this.seen.get(id)
      const now: Seen = {
        state: String(value["state"]),
        value: BigInt(value["value"] as number),
        refunded: BigInt(value["refunded"] as number),
        withheld: BigInt(value["withheld"] as number),
        fee: BigInt(value["fee"] as number),
        units: BigInt(value["units"] as string),
        delivers: String(value["delivers"]),
        address: String(value["address"])
      }
      this.seen.set(id, now)
      if (now.state === "FAILED" && before?.state !== "FAILED") this.failedNow(id, changes)
      if (now.refunded > now.value) {
        this.report("refund-cap", `deposit ${id} of ${now.value} cents says that ${now.refunded} were returned`)
      }
      if (before !== undefined && now.refunded < before.refunded) {
        this.report("refund-cap", `deposit ${id} forgot a return: ${before.refunded} cents before, ${now.refunded} now`)
      }
      if ((now.state === "REFUNDED") !== (now.refunded === now.value)) {
        this.report("refunded-iff", `deposit ${id} is ${now.state} with ${now.refunded} of ${now.value} cents returned`)
      }
      this.priced(id, value)
      this.timed(id, value)
      if (before?.state === "REFUNDED" && now.state !== "REFUNDED") {
        this.report("terminal-stays", `deposit ${id} left REFUNDED for ${now.state}`)
      }
      if (now.withheld > 0n && !this.ordered.has(id)) {
        this.report("refund-cap", `deposit ${id} leaves out ${now.withheld} cents, and no operator ordered that`)
      }
      if (now.state === "COMPLETED" && !this.arrived.has(id)) {
        this.report("delivered-once", `deposit ${id} is COMPLETED, and the chain never delivered it`)
      }
    }
  }

  private raised(depositId: string, { code }: { readonly code: ReviewCode }): void {
    if (code === "returnedInPart") this.stopped.add(depositId)
    if (code === "surplusNotReturned") this.surplusReviewed.add(depositId)
    if (returnReviews.has(code)) this.reviewed.add(depositId)
  }

  // The payment of a failed deposit goes back by an order of ours, or has to be reported by a deadline.
  private failedNow(id: string, { jobs }: ChangeSet): void {
    const isAttended = jobs.some((job) => job.id === `return-due/${id}` || job.id.startsWith(`move/return/${id}`))
    if (!isAttended) this.report("paid-attended", `deposit ${id} failed, and no one returns its payment`)
  }

  private taken({ outcome, subject }: Readonly<Record<string, unknown>>): void {
    const pix = String(subject)
    if (outcome === "applied" || (outcome === "kept" && !this.received.has(pix))) this.reported.add(pix)
  }

  // A return is for no more than what had not come back when it was ordered.
  private returnOrdered(movementId: string, { order, sendings, state }: Readonly<Record<string, unknown>>): void {
    const known = this.seen.get(depositIn(movementId))
    if (known === undefined || state !== "PLANNED" || sendings !== 0) return
    const value = BigInt((order as { readonly value: number }).value)
    if (value > known.value - known.refunded) {
      this.report("refund-cap", `${movementId} returns ${value} of ${known.value - known.refunded} cents that are left`)
    }
  }

  // What came back before is not delivered as well: without an operator nothing is, and with one the rest.
  private sentNow(movementId: string): void {
    const id = depositIn(movementId)
    const known = this.seen.get(id)
    if (this.ordered.has(id) && known?.withheld === known?.refunded) return
    // What we return ourselves, of a surplus, says nothing about the delivery.
    const byBank = new Set(this.rail.returned.map(({ endToEndId }) => endToEndId))
    const pix = this.rail.paid.filter(({ chargeId, endToEndId }) => chargeId === id && byBank.has(endToEndId))
    if (pix.some(({ endToEndId }) => this.reported.has(endToEndId.toUpperCase()))) {
      this.report("returned-not-sent", `deposit ${id} was sent after a return of its PIX had been taken`)
    }
  }

  /** Called with each delivery as it happens in the world. */
  deliveredNow(effect: Effected<Movement, unknown>): void {
    const id = depositIn(effect.id)
    const known = this.seen.get(id)
    if (this.arrived.has(id)) this.report("delivered-once", `deposit ${id} was delivered again by ${effect.id}`)
    this.arrived.set(id, effect)
    if (known === undefined || !this.rail.isFunded(id)) {
      this.report("paid-or-pending", `deposit ${id} was delivered, and no one has paid it`)
      return
    }
    if (effect.request.units !== known.units || effect.request.address !== known.address) {
      this.report(
        "delivered-once",
        `deposit ${id} owes ${known.units} units to ${known.address}, delivered were ${effect.request.units} to ${effect.request.address}`
      )
    }
  }

  // What is delivered is worth the value less the fee, rounded down, at the price of the charge or of a late payment.
  private priced(id: string, value: Readonly<Record<string, unknown>>): void {
    const cents = BigInt(value["value"] as number)
    const fee = shareOf(cents, 250n)
    if (BigInt(value["fee"] as number) !== fee) {
      this.report(
        "fee-exact",
        `deposit ${id} of ${cents} cents takes a fee of ${String(value["fee"])} cents instead of ${fee}`
      )
    }
    const price = priceIn(value["rate"])
    const net = cents - fee - BigInt(value["withheld"] as number)
    const due = unitsWorth(price, net < 0n ? 0n : net)
    if (BigInt(value["units"] as string) !== due) {
      this.report(
        "fee-exact",
        `deposit ${id} delivers ${
          String(value["units"])
        } units; its value less the fee and what was withheld is worth ${due}`
      )
    }
    const asset = String(value["delivers"])
    const at = price.at === 0 ? Number(value["createdAt"]) : price.at
    if (!isPrice(price, asset, this.priceAt(asset, at))) {
      this.report("fee-exact", `deposit ${id} has a price of ${asset} that no one ever gave`)
    }
  }

  // A payment is late by when the rail settled it. Where no event says when, it may also be taken for late.
  private timed(id: string, value: Readonly<Record<string, unknown>>): void {
    const paid = this.rail.paid.find(({ endToEndId }) => endToEndId === value["endToEndId"])
    if (paid === undefined) return
    const isLate = paid.at >= Number(value["expiresAt"])
    if (value["processingStep"] === "LATE_PAYMENT" && !isLate && paid.isTimed) {
      this.report("late-by-time", `deposit ${id} was paid in time, and counts as paid late`)
    }
    if (isLate && Number(value["paidAt"]) < Number(value["expiresAt"])) {
      this.report("late-by-time", `deposit ${id} was paid late, and counts as paid in time`)
    }
  }

  // What its entries sum to, against what was paid, delivered and sent back for it.
  private balanced(id: string, { delivers, fee, refunded, units, value, withheld }: Seen): void {
    const isFunded = this.rail.isFunded(id)
    const paid = this.rail.paid.filter(({ chargeId }) => chargeId === id)
    const total = paid.reduce((sum, each) => sum + each.value, 0n)
    const surplus = total - (isFunded ? value : 0n)
    const sentBack = paid.reduce(
      (sum, { endToEndId }) =>
        sum + (this.rail.returns.effects.get(`surplus/${endToEndId.toUpperCase()}`)?.request.value ?? 0n),
      0n
    )
    if (sentBack !== surplus && !this.surplusReviewed.has(id)) {
      this.report("paid-or-pending", `deposit ${id} was paid ${surplus} cents too much, and ${sentBack} were sent back`)
    }
    const isDelivered = this.arrived.has(id)
    const owed = isDelivered || !isFunded ? 0n : value - refunded
    const difference = this.books.difference(id, {
      "pix-settlement BRL": total - sentBack - refunded,
      "surplus-owed BRL": sentBack - surplus,
      "deposit-owed BRL": -owed,
      "losses BRL": isDelivered ? refunded - withheld : 0n,
      "fee-income BRL": isDelivered ? -fee : 0n,
      "conversion BRL": isDelivered ? fee + withheld - value : 0n,
      [`conversion ${delivers}`]: isDelivered ? units : 0n,
      [`treasury ${delivers}`]: isDelivered ? -units : 0n
    })
    if (difference !== undefined) this.report("books-are-the-world", `deposit ${id}: ${difference}`)
  }

  // What counts as returned is what the bank and we sent back.
  private returnedInFull(id: string, { refunded }: Seen): void {
    const { paid, returned, returns } = this.rail
    const pix = paid.filter(({ chargeId }) => chargeId === id).map(({ endToEndId }) => endToEndId)
    const byBank = returned.filter(({ endToEndId }) => pix.includes(endToEndId)).map(({ value }) => value)
    const ordered = [...returns.effects.values()].filter((effect) => `${effect.id}/`.startsWith(`return/${id}/`))
    const back = [...byBank, ...ordered.map(({ request }) => request.value)].reduce((sum, value) => sum + value, 0n)
    if (back !== refunded) {
      this.report("refund-cap", `deposit ${id} says that ${refunded} cents were returned, and ${back} were`)
    }
  }

  after = (): void => {
    const paid = new Set(this.rail.paid.map(({ chargeId }) => chargeId))
    for (const [id, deposit] of this.seen) {
      const { state } = deposit
      if (!settled.includes(state) && !(state === "PROCESSING" && this.stopped.has(id))) {
        this.report("payout-ends", `deposit ${id} is still ${state} when nothing is to come any more`)
      }
      if (state === "EXPIRED" && this.rail.isFunded(id)) {
        this.report("paid-or-pending", `deposit ${id} was paid, and is EXPIRED`)
      }
      if (state === "FAILED" && !this.reviewed.has(id)) {
        this.report("paid-attended", `deposit ${id} is FAILED with its payment, and no person looks after it`)
      }
      this.returnedInFull(id, deposit)
      if (paid.has(id) && (state !== "EXPIRED" || !this.rail.isFunded(id))) this.balanced(id, deposit)
      const isDelivered = this.arrived.has(id)
      if (state !== "REFUNDED" && isDelivered !== (state === "COMPLETED")) {
        this.report("delivered-once", `deposit ${id} is ${state}, and the chain says otherwise`)
      }
    }
  }
}
