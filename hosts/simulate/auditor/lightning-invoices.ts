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
  readonly number: number
  readonly of: string
  readonly address: string
  readonly sats: bigint
  readonly cents: bigint
  readonly bolt11: string | null
}

interface Seen {
  readonly state: string
  readonly value: bigint
  readonly fee: bigint
  readonly gross: bigint
  readonly sats: bigint
  readonly price: Price
  readonly key: string
  readonly paymentHash: string
  readonly refundAddress: string | null
  readonly reversals: ReadonlyMap<string, bigint>
  readonly refunds: ReadonlyMap<number, Refund>
}

const settled = ["COMPLETED", "FAILED", "REFUNDED", "EXPIRED", "REVERSED"]

const ways: Readonly<Record<string, ReadonlyArray<string>>> = {
  WAITING: ["PAYING", "EXPIRED"],
  EXPIRED: ["PAYING"],
  PAYING: ["UNKNOWN", "COMPLETED", "REFUNDING", "FAILED"],
  UNKNOWN: ["COMPLETED", "REFUNDING", "FAILED"],
  COMPLETED: ["REVERSED", "GIVING_BACK"],
  REFUNDING: ["REFUNDED", "FAILED"],
  FAILED: ["REFUNDING", "COMPLETED"],
  REVERSED: ["RETURNING"],
  RETURNING: ["REFUNDED", "REVERSED"],
  GIVING_BACK: ["REFUNDED", "REVERSED", "COMPLETED"],
  REFUNDED: []
}

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
        `step ${step} was told of the invoice ${String(hash)}, and made ${id ?? "none"}`
      )
    }
  }

  /** Called with each PIX of an invoice as it happens in the world. */
  paid({ id, request: { destination, value } }: Effected<PaymentRequest, unknown>): void {
    const { report } = this.parts
    const invoice = this.seen.get(id)
    if (invoice === undefined) return report("paid-or-pending", `a PIX was paid for ${id}, which is no invoice`)
    if (this.satsOf(invoice)?.paidAt === undefined) {
      report("paid-or-pending", `the PIX of invoice ${id} was paid, and nobody has paid the invoice`)
    }
    if (value !== invoice.value || destination.by !== "key" || destination.key !== invoice.key) {
      report("operation-unchanged", `invoice ${id} pays ${invoice.value} cents to ${invoice.key}; paid were ${value}`)
    }
  }

  /** Called with each payment of the node as it happens in the world. */
  sent({ id, request: { bolt11, maximumFee } }: Effected<LightningPayment, unknown>): void {
    const { node, report } = this.parts
    const parts = /^refund\/(inv_\w+)\/(\d+)$/.exec(id)
    const refund = this.seen.get(parts?.[1] ?? "")?.refunds.get(Number(parts?.[2]))
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
      if (!settled.includes(invoice.state)) {
        this.parts.report("payout-ends", `invoice ${id} is still ${invoice.state} when nothing is to come any more`)
      }
      this.balanced(id, invoice)
    }
  }

  private invoiceWritten({ id, isNew, value }: Written): void {
    const before = this.seen.get(id)
    const refund = refundIn(value["refund"])
    const reversals = (value["reversals"] ?? []) as ReadonlyArray<{ readonly returnId: string; readonly value: number }>
    const now: Seen = {
      state: String(value["state"]),
      value: BigInt(value["value"] as number),
      fee: BigInt(value["fee"] as number),
      gross: BigInt(value["gross"] as number),
      sats: BigInt(value["sats"] as string),
      price: priceIn(value["rate"]),
      key: String((value["destination"] as { readonly key?: string }).key),
      paymentHash: String(value["paymentHash"]),
      refundAddress: value["refundAddress"] as string | null,
      reversals: new Map(reversals.map((reversal) => [reversal.returnId.toUpperCase(), BigInt(reversal.value)])),
      refunds: refund === undefined
        ? before?.refunds ?? new Map<number, Refund>()
        : new Map(before?.refunds).set(refund.number, refund)
    }
    this.seen.set(id, now)
    if (isNew) return this.made(id, now)
    if (before !== undefined) this.turned(id, before, now)
    if (now.reversals.size !== reversals.length) {
      this.parts.report("refund-cap", `invoice ${id} counts a return of its PIX twice`)
    }
  }

  private made(id: string, invoice: Seen): void {
    const { askedBy, priceAt, report } = this.parts
    const first = askedBy(id)
    if (first?.action.do !== "ask-lightning-invoice") {
      return report("gate-order", `invoice ${id} was made, and nobody asked for it`)
    }
    const { request } = first.action
    const other = this.byStep.get(first.step)
    if (other !== undefined) {
      report("idempotent-replay", `step ${first.step} asked for one invoice: ${other}, and ${id}`)
    }
    this.byStep.set(first.step, id)
    if (invoice.value !== BigInt(request.value) || invoice.key !== request.pixKey) {
      report("operation-unchanged", `invoice ${id} is not what step ${first.step} asked for`)
    }
    const fee = shareOf(invoice.value, 250n)
    const sats = unitsToPay(invoice.price, invoice.value + fee)
    if (invoice.fee !== fee || invoice.gross !== invoice.value + fee || invoice.sats !== sats) {
      report(
        "fee-exact",
        `invoice ${id} of ${invoice.value} cents takes ${invoice.fee} cents and ${invoice.sats} sats instead of ${fee} and ${sats}`
      )
    }
    if (!isPrice(invoice.price, "BTC", priceAt("BTC", invoice.price.at))) {
      report("fee-exact", `invoice ${id} has a price of bitcoin that nobody ever gave`)
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
    const refund = now.refunds.get(now.refunds.size)
    const sentId = `refund/${id}/${refund?.number ?? 0}`
    if (before.refunds.size < now.refunds.size && refund !== undefined) this.begun(id, now, refund)
    if (before.state === now.state) return
    if (ways[before.state]?.includes(now.state) !== true) {
      report("terminal-stays", `invoice ${id} went from ${before.state} to ${now.state}`)
    }
    if (now.state === "PAYING" && this.satsOf(now)?.paidAt === undefined) {
      report("paid-or-pending", `invoice ${id} is paid on our books, and nobody has paid it`)
    }
    if (now.state === "COMPLETED" && !rail.payments.effects.has(id) && rail.contradicted.get(id) !== "PaymentSettled") {
      report("paid-or-pending", `invoice ${id} is COMPLETED, and the rail has not paid its PIX`)
    }
    const isUndecided = before.state === "PAYING" || before.state === "UNKNOWN"
    if (isUndecided && (now.state === "REFUNDING" || now.state === "FAILED")) {
      if (rail.payments.standing(id) !== "Never" && rail.contradicted.get(id) !== "PaymentRefused") {
        report("ambiguous-is-processing", `invoice ${id} went to ${now.state}, and nobody has refused its PIX`)
      }
      if (now.state === "FAILED" && now.refundAddress !== null) {
        report("payout-debit-once", `invoice ${id} failed, and its sats do not go back to ${now.refundAddress}`)
      }
    }
    if (now.state === "REFUNDED" && !node.payments.effects.has(sentId)) {
      report("refunded-iff", `invoice ${id} is REFUNDED, and no sats have gone back`)
    }
    const isGivenUp = before.state === "REFUNDING" && now.state === "FAILED" ||
      before.state === "RETURNING" && now.state === "REVERSED" ||
      before.state === "GIVING_BACK" && now.state !== "REFUNDED"
    const standing = node.payments.standing(sentId)
    if (isGivenUp && standing !== "Never" && standing !== undefined) {
      report("ambiguous-is-processing", `refund ${sentId} is given up, and it may still happen`)
    }
  }

  private begun(id: string, { gross, price, reversals, sats }: Seen, refund: Refund): void {
    const returned = sum([...reversals.values()])
    const due = refund.of === "reversed"
      ? { cents: returned, sats: unitsWorth(price, returned) }
      : { cents: gross, sats }
    if (refund.cents !== due.cents || refund.sats !== due.sats) {
      this.parts.report(
        "refund-cap",
        `refund ${refund.number} of invoice ${id} gives ${refund.sats} sats for ${refund.cents} cents instead of ${due.sats} for ${due.cents}`
      )
    }
  }

  // What its entries sum to, against what the node and the rail really did for it.
  private balanced(id: string, invoice: Seen): void {
    const { books, node, rail, report } = this.parts
    const { fee, gross, sats, value } = invoice
    const isIn = this.satsOf(invoice)?.paidAt !== undefined
    if (isIn && (invoice.state === "EXPIRED" || invoice.state === "WAITING")) {
      report("paid-or-pending", `invoice ${id} was paid, and is ${invoice.state}`)
    }
    const isMisled = !rail.payments.effects.has(id) && rail.contradicted.get(id) === "PaymentSettled" &&
      books.posted(id, "payoutPaid") + books.posted(id, "paidAfterRestoring") > 0
    const paid = rail.payments.effects.has(id) || isMisled ? value : 0n
    const returned = sum(rail.reversed.filter(({ paymentId }) => paymentId === id).map((reversed) => reversed.value))
    const counted = sum([...invoice.reversals.values()])
    if (counted !== returned) {
      report("refund-cap", `of the PIX of invoice ${id} came back ${returned} cents; counted are ${counted}`)
    }
    const effects = [...invoice.refunds.values()].flatMap((refund) => {
      const effect = node.payments.effects.get(`refund/${id}/${refund.number}`)
      return effect === undefined ? [] : [{ refund, routing: effect.receipt.fee }]
    })
    if (effects.length > 1) report("payout-debit-once", `the sats of invoice ${id} went back ${effects.length} times`)
    const sent = effects[0]?.refund
    const isWhole = sent?.of === "unpaid"
    const wasGivingBack = isWhole || books.posted(id, "paidAfterRestoring") > 0
    const routing = sum(effects.map((effect) => effect.routing))
    const satsIn = (isIn ? sats : 0n) - sum(effects.map((effect) => effect.refund.sats))
    const owed = !isIn || isWhole ? 0n : wasGivingBack || paid === 0n ? gross : 0n
    const lost = wasGivingBack ? paid - returned : sent?.of === "paid" ? gross - returned : 0n
    const due = wasGivingBack || sent?.of === "paid" ? 0n : returned - (sent?.cents ?? 0n)
    const difference = books.difference(id, {
      "treasury BTC": satsIn - routing,
      "network-fees BTC": routing,
      "conversion BTC": -satsIn,
      "conversion BRL": (isIn ? gross : 0n) - (sent?.cents ?? 0n),
      "pix-settlement BRL": returned - paid,
      "payout-owed BRL": -owed,
      "reversal-owed BRL": -due,
      "fee-income BRL": wasGivingBack || paid === 0n ? 0n : -fee,
      "losses BRL": lost
    })
    if (difference !== undefined) report("books-are-the-world", `invoice ${id} is ${invoice.state}: ${difference}`)
    if ((owed > 0n || due > 0n || isMisled || (wasGivingBack && paid > 0n)) && !this.reviewed.has(id)) {
      report("payout-ends", `invoice ${id} is ${invoice.state} with money to be placed, and the operator does not know`)
    }
    this.told(id, invoice)
  }

  private told(id: string, { state }: Seen): void {
    const { books, report } = this.parts
    const expected = {
      PAYOUT_SUCCESSFUL: books.posted(id, "payoutFeeEarned"),
      PAYOUT_REFUNDED: books.posted(id, "payoutReversed") + books.posted(id, "payoutRestored") +
        books.posted(id, "reversalRefunded") + books.posted(id, "paidPayoutRefunded")
    }
    for (const [name, count] of Object.entries(expected)) {
      const told = this.events.get(`${id} ${name}`) ?? 0
      if (told !== count) report("events-at-least-once", `invoice ${id} owes ${count} ${name}, and told ${told}`)
    }
    if (state === "FAILED" && !this.events.has(`${id} PAYOUT_FAILED`)) {
      report("events-at-least-once", `invoice ${id} is FAILED, and nobody was told`)
    }
  }

  private satsOf({ paymentHash }: Seen): MadeInvoice | undefined {
    return this.parts.node.invoices.get(paymentHash)
  }
}

const refundIn = (value: unknown): Refund | undefined => {
  if (value === null || value === undefined) return undefined
  const { address, bolt11, cents, number, of, sats } = value as {
    readonly number: number
    readonly of: string
    readonly address: string
    readonly sats: string
    readonly cents: number
    readonly bolt11: string | null
  }
  return { number, of, address, bolt11, sats: BigInt(sats), cents: BigInt(cents) }
}

const sum = (amounts: ReadonlyArray<bigint>): bigint => amounts.reduce((total, amount) => total + amount, 0n)
