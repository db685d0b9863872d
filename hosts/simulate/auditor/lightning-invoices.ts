// Lightning invoices against the node and the rail: sats that came are paid out as one PIX, or go back once, or are visibly
// owed; sats that never came move nothing. What is on the books of an invoice is what happened to it.
import type { LightningPayment } from "../../../core/ports/lightning-node.ts"
import type { PaymentRequest } from "../../../core/ports/pix-rail.ts"
import type { Effected } from "../actor.ts"
import type { MadeInvoice, SimulatedLightning } from "../ports/lightning-node.ts"
import type { SimulatedRail } from "../ports/pix-rail.ts"
import type { BySource } from "./by-source.ts"
import type { AskedBy, Judge, Report, Written } from "./judge.ts"
import { type Price, isPrice, priceIn, shareOf, unitsToPay, unitsWorth } from "./money.ts"

interface Refund {
  readonly invoiceId: string
  readonly purpose: string
  readonly address: string
  readonly sats: bigint
  readonly cents: bigint
  /** The invoice that its address gave. */
  readonly bolt11: string | null
  readonly state: string
}

interface Seen {
  readonly state: string
  readonly value: bigint
  readonly fee: bigint
  readonly sats: bigint
  readonly price: Price
  readonly key: string
  readonly paymentHash: string
  readonly refundAddress: string | null
}

const ends: ReadonlySet<string> = new Set([
  "EXPIRED",
  "COMPLETED",
  "OWED",
  "RESTORED",
  "GIVEN_BACK",
  "RESTORED_PAID",
  "GIVEN_BACK_PAID",
  "REFUNDED"
])

const ways: Readonly<Record<string, ReadonlyArray<string>>> = {
  WAITING: ["PAYING", "EXPIRED"],
  EXPIRED: ["PAYING"],
  PAYING: ["COMPLETED", "RESTORING", "OWED"],
  COMPLETED: ["REFUNDED"],
  OWED: ["COMPLETED", "RETURNING"],
  RESTORING: ["RESTORED", "OWED", "RESTORING_PAID"],
  RESTORED: ["RESTORED_PAID"],
  RETURNING: ["GIVEN_BACK", "OWED", "RETURNING_PAID"],
  GIVEN_BACK: ["GIVEN_BACK_PAID"],
  RESTORING_PAID: ["RESTORED_PAID", "COMPLETED", "REFUNDED"],
  RESTORED_PAID: [],
  RETURNING_PAID: ["GIVEN_BACK_PAID", "COMPLETED", "REFUNDED"],
  GIVEN_BACK_PAID: [],
  REFUNDED: []
}

const backPurposes: ReadonlySet<string> = new Set(["restore", "return", "refund"])
/** Where all the sats are back. */
const back: ReadonlySet<string> = new Set(["RESTORED", "GIVEN_BACK", "RESTORED_PAID", "GIVEN_BACK_PAID"])

export interface LightningInvoicesParts {
  readonly report: Report
  readonly rail: SimulatedRail
  readonly node: SimulatedLightning
  readonly books: BySource
  readonly askedBy: AskedBy
  /** The price of an asset at an instant, in reais with four places. */
  readonly priceAt: (asset: string, at: number) => string
}

export class LightningInvoices implements Judge {
  private readonly seen = new Map<string, Seen>()
  private readonly refunds = new Map<string, Refund>()
  private readonly reversals = new Map<string, Map<string, bigint>>()
  private readonly byStep = new Map<number, string>()
  private readonly reviewed = new Set<string>()
  private readonly events = new Map<string, number>()
  private readonly parts: LightningInvoicesParts

  constructor(parts: LightningInvoicesParts) {
    this.parts = parts
  }

  committed: NonNullable<Judge["committed"]> = (_changes, written) => {
    for (const each of written) {
      if (each.kind === "lightningInvoice") this.invoiceWritten(each)
      else if (each.kind === "movement" && each.value["subjectKind"] === "lightningInvoice") this.movementWritten(each)
      else if (each.kind === "review") this.reviewed.add(String(each.value["subject"]))
      else if (each.kind === "event") {
        const key = `${String(each.value["subject"])} ${String(each.value["name"])}`
        this.events.set(key, (this.events.get(key) ?? 0) + 1)
      }
    }
  }

  heard: NonNullable<Judge["heard"]> = ({ action, step }, heard) => {
    if (action.do !== "ask-lightning-invoice" || heard._tag !== "Answered") return
    const id = this.byStep.get(step)
    const invoice = id === undefined ? undefined : this.seen.get(id)
    const hash: unknown = Reflect.get(Object(heard.answer), "paymentHash")
    const sats = BigInt(Number(Reflect.get(Object(heard.answer), "valueInSatoshis")))
    if (invoice?.paymentHash !== hash || invoice?.sats !== sats) {
      this.parts.report(
        "idempotent-replay",
        `step ${step} was notified of the invoice ${String(hash)}, and made ${id ?? "none"}`
      )
    }
  }

  /** Called with each PIX of an invoice as it happens in the world. */
  paid({ id, request: { destination, value } }: Effected<PaymentRequest, unknown>): void {
    const { report } = this.parts
    const invoice = this.seen.get(id)
    if (invoice === undefined) return report("paid-or-pending", `a PIX was paid for ${id}, which is no invoice`)
    if (this.satsOf(invoice)?.paidAt === undefined) {
      report("paid-or-pending", `the PIX of invoice ${id} was paid, and no one has paid the invoice`)
    }
    if (value !== invoice.value || destination.by !== "key" || destination.key !== invoice.key) {
      report("operation-unchanged", `invoice ${id} pays ${invoice.value} cents to ${invoice.key}; paid were ${value}`)
    }
  }

  /** Called with each payment of the node as it happens in the world. */
  sent({ id, request: { bolt11, maximumFee } }: Effected<LightningPayment, unknown>): void {
    const { node, report } = this.parts
    const refund = this.refunds.get(id)
    if (refund === undefined) return report("refund-cap", `sats were sent under ${id}, which no invoice gives back`)
    const resolved = node.resolved.get(bolt11)
    if (refund.bolt11 !== bolt11 || resolved?.address !== refund.address || resolved.amount !== refund.sats) {
      report(
        "operation-unchanged",
        `${id} gives ${refund.sats} sats to ${refund.address} by another invoice than on record`
      )
    }
    const bound = refund.sats / 100n + (refund.sats % 100n === 0n ? 0n : 1n)
    if (maximumFee !== (bound > 10n ? bound : 10n)) {
      report("limits-exact", `${id} of ${refund.sats} sats may cost ${maximumFee} sats of routing`)
    }
  }

  after = (): void => {
    for (const [id, invoice] of this.seen) {
      if (!ends.has(invoice.state)) {
        this.parts.report("payout-ends", `invoice ${id} is still ${invoice.state} when nothing is to come any more`)
      }
      if (this.parts.rail.settledAgain.has(id) && !this.reviewed.has(id)) {
        this.parts.report(
          "settled-once",
          `invoice ${id} was reported as settled under two ids, and the operator does not know`
        )
      }
      this.balanced(id, invoice)
    }
    for (const [id, { state }] of this.refunds) {
      const isSent = this.parts.node.payments.effects.has(id)
      if ((state !== "DONE" && state !== "REFUSED") || (state === "DONE") !== isSent) {
        this.parts.report("payout-ends", `refund ${id} is ${state}, and the node ${isSent ? "paid" : "did not pay"} it`)
      }
    }
  }

  private invoiceWritten({ id, isNew, value }: Written): void {
    const before = this.seen.get(id)
    const now: Seen = {
      state: String(value["state"]),
      value: BigInt(value["value"] as number),
      fee: BigInt(value["fee"] as number),
      sats: BigInt(value["sats"] as string),
      price: priceIn(value["rate"]),
      key: String((value["destination"] as { readonly key?: string }).key),
      paymentHash: String(value["paymentHash"]),
      refundAddress: value["refundAddress"] as string | null
    }
    this.seen.set(id, now)
    if (isNew) this.made(id, now)
    else if (before !== undefined && before.state !== now.state) this.turned(id, before, now)
  }

  private movementWritten({ id, value }: Written): void {
    const invoiceId = String(value["subject"])
    const purpose = String(value["purpose"])
    if (purpose === "pix") return this.returned(invoiceId, value["reversals"] as ReadonlyArray<Reversal>)
    if (!backPurposes.has(purpose)) return
    const before = this.refunds.get(id)
    const order = value["order"] as { readonly address: string; readonly sats: string }
    const now: Refund = {
      invoiceId,
      purpose,
      address: order.address,
      sats: BigInt(order.sats),
      cents: BigInt(value["cents"] as number),
      bolt11: value["prepared"] as string | null,
      state: String(value["state"])
    }
    this.refunds.set(id, now)
    const { node, report } = this.parts
    if (before === undefined) return this.begun(id, now)
    if (before.bolt11 !== null && before.bolt11 !== now.bolt11) {
      report("operation-unchanged", `refund ${id} is to be paid by another invoice than before`)
    }
    const reported = node.payments.reported(id)
    if (before.state !== "REFUSED" && now.state === "REFUSED" && reported !== "Never" && reported !== undefined) {
      report("ambiguous-is-processing", `refund ${id} is given up, and it may still happen`)
    }
  }

  private returned(id: string, reversals: ReadonlyArray<Reversal>): void {
    const known = new Map(reversals.map(({ returnId, value }) => [returnId.toUpperCase(), BigInt(value)]))
    this.reversals.set(id, known)
    if (known.size !== reversals.length) {
      this.parts.report("refund-cap", `invoice ${id} counts a return of its PIX twice`)
    }
  }

  private refundsOf(id: string): ReadonlyArray<readonly [string, Refund]> {
    return [...this.refunds].filter(([, { invoiceId }]) => invoiceId === id)
  }

  private made(id: string, invoice: Seen): void {
    const { askedBy, priceAt, report } = this.parts
    const first = askedBy(id)
    if (first?.action.do !== "ask-lightning-invoice") {
      return report("gate-order", `invoice ${id} was made, and no one requested it`)
    }
    const { request } = first.action
    const other = this.byStep.get(first.step)
    if (other !== undefined) {
      report("idempotent-replay", `step ${first.step} asked for one invoice: ${other}, and ${id}`)
    }
    this.byStep.set(first.step, id)
    if (invoice.value !== BigInt(request.value) || invoice.key !== request.pixKey) {
      report("operation-unchanged", `invoice ${id} is not what step ${first.step} requested`)
    }
    const fee = shareOf(invoice.value, 250n)
    const sats = unitsToPay(invoice.price, invoice.value + fee)
    if (invoice.fee !== fee || invoice.sats !== sats) {
      report(
        "fee-exact",
        `invoice ${id} of ${invoice.value} cents takes ${invoice.fee} cents and ${invoice.sats} sats instead of ${fee} and ${sats}`
      )
    }
    if (!isPrice(invoice.price, "BTC", priceAt("BTC", invoice.price.at))) {
      report("fee-exact", `invoice ${id} has a price of bitcoin that no one ever gave`)
    }
    const asked = this.satsOf(invoice)
    if (asked?.amount !== sats || asked.invoiceId !== id) {
      report(
        "operation-unchanged",
        `invoice ${id} is for ${sats} sats; its payer sees ${asked?.amount ?? "no invoice"}`
      )
    }
  }

  private turned(id: string, before: Seen, now: Seen): void {
    const { node, rail, report } = this.parts
    if (ways[before.state]?.includes(now.state) !== true) {
      report("terminal-stays", `invoice ${id} went from ${before.state} to ${now.state}`)
    }
    if (now.state === "PAYING" && this.satsOf(now)?.paidAt === undefined) {
      report("paid-or-pending", `invoice ${id} is paid on our books, and no one has paid it`)
    }
    if (now.state === "COMPLETED" && !rail.payments.effects.has(id) && rail.contradicted.get(id) !== "PaymentSettled") {
      report("paid-or-pending", `invoice ${id} is COMPLETED, and the rail has not paid its PIX`)
    }
    if (before.state === "PAYING" && (now.state === "RESTORING" || now.state === "OWED")) {
      if (rail.payments.reported(id) !== "Never" && rail.contradicted.get(id) !== "PaymentRefused") {
        report("ambiguous-is-processing", `invoice ${id} went to ${now.state}, and no one has refused its PIX`)
      }
      if (now.state === "OWED" && now.refundAddress !== null) {
        report("payout-debit-once", `invoice ${id} failed, and its sats do not go back to ${now.refundAddress}`)
      }
    }
    const isSent = this.refundsOf(id).some(([each, { purpose }]) =>
      purpose !== "refund" && node.payments.effects.has(each)
    )
    if (back.has(now.state) && !isSent) {
      report("refunded-iff", `invoice ${id} is ${now.state}, and no sats have gone back`)
    }
  }

  // What is not yet given back, and no more: counted from what was given back, or is on its way.
  private begun(id: string, refund: Refund): void {
    const { invoiceId, purpose } = refund
    const invoice = this.seen.get(invoiceId)
    if (invoice === undefined) return this.parts.report("refund-cap", `refund ${id} is of no invoice`)
    const { fee, price, sats, state, value } = invoice
    const given = sum(
      this.refundsOf(invoiceId).filter(([each, other]) =>
        each !== id && other.purpose === "refund" && other.state !== "REFUSED"
      ).map(([, { cents }]) => cents)
    )
    const isWhole = purpose !== "refund" || (state === "COMPLETED" && given === 0n)
    const cents = isWhole ? value + fee : sum([...this.reversals.get(invoiceId)?.values() ?? []]) - given
    const due = isWhole ? sats : unitsWorth(price, given + cents) - unitsWorth(price, given)
    if (refund.cents !== cents || refund.sats !== due) {
      this.parts.report(
        "refund-cap",
        `refund ${id} gives ${refund.sats} sats for ${refund.cents} cents instead of ${due} for ${cents}`
      )
    }
  }

  // What its entries sum to, against what the node and the rail really did for it.
  private balanced(id: string, invoice: Seen): void {
    const { books, node, rail, report } = this.parts
    const { fee, sats, value } = invoice
    const isIn = this.satsOf(invoice)?.paidAt !== undefined
    if (isIn && (invoice.state === "EXPIRED" || invoice.state === "WAITING")) {
      report("paid-or-pending", `invoice ${id} was paid, and is ${invoice.state}`)
    }
    const isMisled = !rail.payments.effects.has(id) && rail.contradicted.get(id) === "PaymentSettled" &&
      books.posted(id, "payoutSettled") + books.posted(id, "settledAfterRestoring") > 0
    const paid = rail.payments.effects.has(id) || isMisled ? value : 0n
    const returned = sum(rail.reversed.filter(({ paymentId }) => paymentId === id).map((reversed) => reversed.value))
    const counted = sum([...this.reversals.get(id)?.values() ?? []])
    if (counted !== returned) {
      report("refund-cap", `of the PIX of invoice ${id} came back ${returned} cents; counted are ${counted}`)
    }
    const sent = this.refundsOf(id).flatMap(([each, refund]) => {
      const effect = node.payments.effects.get(each)
      return effect === undefined ? [] : [{ refund, routing: effect.receipt.fee }]
    })
    const whole = sent.filter(({ refund }) => refund.purpose !== "refund")
    const satsBack = sum(sent.map(({ refund }) => refund.sats))
    if (whole.length > 1 || satsBack > sats) {
      report("payout-debit-once", `invoice ${id} took ${sats} sats, and ${satsBack} went back`)
    }
    const given = sum(sent.filter(({ refund }) => refund.purpose === "refund").map(({ refund }) => refund.cents))
    const wasCovered = books.posted(id, "lossCovered") > 0
    const wasGivingBack = whole.length > 0 || (books.posted(id, "settledAfterRestoring") > 0 && !wasCovered)
    const routing = sum(sent.map((each) => each.routing))
    const satsIn = (isIn ? sats : 0n) - satsBack
    const gross = isIn ? value + fee : 0n
    const owed = wasGivingBack ? (whole.length > 0 ? 0n : gross) : paid > 0n ? 0n : gross
    const later = wasGivingBack ? { losses: paid - returned, owed: 0n, fee: 0n } : {
      losses: given > returned ? given - returned : 0n,
      owed: returned > given ? returned - given : 0n,
      fee: paid > 0n ? fee : 0n
    }
    const difference = books.difference(id, {
      "treasury BTC": satsIn - routing,
      "network-fees BTC": routing,
      "conversion BTC": -satsIn,
      "conversion BRL": gross - (whole.length > 0 ? value + fee : 0n) - given,
      "pix-settlement BRL": returned - paid,
      "payout-owed BRL": -owed,
      "reversal-owed BRL": -later.owed,
      "fee-income BRL": -later.fee,
      "losses BRL": later.losses
    })
    if (difference !== undefined) report("books-are-the-world", `invoice ${id} is ${invoice.state}: ${difference}`)
    if ((owed > 0n || later.owed > 0n || isMisled || (wasGivingBack && paid > 0n)) && !this.reviewed.has(id)) {
      report("payout-ends", `invoice ${id} is ${invoice.state} with money to be placed, and the operator does not know`)
    }
    this.told(id, invoice)
  }

  private told(id: string, { state }: Seen): void {
    const { books, report } = this.parts
    const covered = books.posted(id, "lossCovered") === 0 ? 0 : books.posted(id, "returnedAfterRestoring")
    const sent = this.refundsOf(id).filter(([, refund]) => refund.state === "DONE").length
    const expected = {
      PAYOUT_SUCCESSFUL: books.posted(id, "payoutFeeEarned"),
      PAYOUT_REFUNDED: books.posted(id, "payoutReversed") + covered + sent
    }
    for (const [name, count] of Object.entries(expected)) {
      const told = this.events.get(`${id} ${name}`) ?? 0
      if (told !== count) report("events-at-least-once", `invoice ${id} owes ${count} ${name}, and told ${told}`)
    }
    if (state === "OWED" && !this.events.has(`${id} PAYOUT_FAILED`)) {
      report("events-at-least-once", `invoice ${id} is OWED, and no one was notified`)
    }
  }

  private satsOf({ paymentHash }: Seen): MadeInvoice | undefined {
    return this.parts.node.invoices.get(paymentHash)
  }
}

interface Reversal {
  readonly returnId: string
  readonly value: number
}

const sum = (amounts: ReadonlyArray<bigint>): bigint => amounts.reduce((total, amount) => total + amount, 0n)
