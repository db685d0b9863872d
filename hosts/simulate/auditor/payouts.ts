// Payouts against the world: the asset leaves a wallet once, the PIX goes out once to whom it was requested, and whatever
// was not paid, or came back, is given back once or visibly owed. What is on the books of a payout is what happened to it.
import type { Effected } from "../actor.ts"
import type { Movement, SimulatedChain } from "../ports/chain.ts"
import type { SimulatedRail } from "../ports/pix-rail.ts"
import type { PaymentRequest } from "../../../core/ports/pix-rail.ts"
import type { BySource } from "./by-source.ts"
import type { Flags } from "./flags.ts"
import type { AskedBy, Judge, Report, Written } from "./judge.ts"
import { type Price, isPrice, priceIn, shareOf, unitsToPay, unitsWorth } from "./money.ts"

interface Seen {
  readonly owner: string
  readonly state: string
  readonly value: bigint
  readonly fee: bigint
  readonly units: bigint
  readonly asset: string
  readonly network: string
  readonly price: Price
  readonly address: string
  readonly key: string
  readonly createdAt: number
}

interface Refund {
  readonly payoutId: string
  readonly purpose: string
  readonly cents: bigint
  readonly units: bigint
  readonly state: string
}

/** Where a payout may go from a state; the same state is always one of them. */
const ways: Readonly<Record<string, ReadonlyArray<string>>> = {
  DEBITING: ["PAYING", "FAILED"],
  PAYING: ["COMPLETED", "RESTORING", "OWED"],
  COMPLETED: ["REFUNDED"],
  FAILED: [],
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

/** Where nothing may stand when nothing is to come any more. */
const open: ReadonlySet<string> = new Set(
  ["DEBITING", "PAYING", "RESTORING", "RETURNING", "RESTORING_PAID", "RETURNING_PAID"]
)

/** Where a payout shows FAILED. */
const failed: ReadonlySet<string> = new Set(["FAILED", "OWED", "RESTORED", "RESTORED_PAID"])

const refundPurposes: ReadonlySet<string> = new Set(["restore", "reversal", "return", "refund"])

const isOfPayout = ({ kind, value }: Written): boolean => kind === "movement" && value["subjectKind"] === "payout"

/** Events that a payout has at most once. */
const onceOnly = ["PAYOUT_SUCCESSFUL", "PAYOUT_FAILED"]

export interface PayoutsParts {
  readonly report: Report
  readonly rail: SimulatedRail
  readonly chain: SimulatedChain
  readonly books: BySource
  readonly flags: Flags
  readonly askedBy: AskedBy
  /** The price of an asset at an instant, in reais with four places. */
  readonly priceAt: (asset: string, at: number) => string
}

export class Payouts implements Judge {
  private readonly seen = new Map<string, Seen>()
  private readonly refunds = new Map<string, Refund>()
  private readonly byPayout = new Map<string, Map<string, Refund>>()
  private readonly reversals = new Map<string, Map<string, bigint>>()
  private readonly reviewed = new Set<string>()
  private readonly events = new Map<string, number>()
  private readonly byStep = new Map<number, string>()
  private readonly parts: PayoutsParts

  constructor(parts: PayoutsParts) {
    this.parts = parts
  }

  committed: NonNullable<Judge["committed"]> = (_changes, written) => {
    for (const each of written) {
      if (each.kind === "payout") this.payoutWritten(each)
      else if (isOfPayout(each) && refundPurposes.has(String(each.value["purpose"]))) this.refundWritten(each)
      else if (each.kind === "review") this.reviewed.add(String(each.value["subject"]))
      else if (each.kind === "event") this.eventWritten(each)
    }
    // A reversal is judged with the payout and the refunds of its own commit.
    for (const each of written) {
      if (!isOfPayout(each) || each.value["purpose"] !== "pix") continue
      const reversals = each.value["reversals"] as ReadonlyArray<Reversal>
      for (const reversal of reversals.slice(this.reversals.get(String(each.value["subject"]))?.size ?? 0)) {
        this.reversalWritten(each, reversal)
      }
    }
  }

  heard: NonNullable<Judge["heard"]> = ({ action, step }, heard) => {
    if (action.do !== "ask-payout" || heard._tag !== "Answered") return
    const id = String(Reflect.get(Object(heard.answer), "transactionId"))
    if (this.byStep.get(step) !== id) {
      this.parts.report(
        "idempotent-replay",
        `step ${step} was told payout ${id}, and the payout that it made is ${this.byStep.get(step) ?? "none"}`
      )
    }
  }

  /** Called with each movement of a chain as it happens in the world. */
  moved({ id, request }: Effected<Movement, unknown>): void {
    if (request.from !== undefined) this.debited(id.slice("debit/".length), request)
    else this.givenBack(id, request)
  }

  /** Called with each PIX of a payout as it happens in the world. */
  paid({ id, request }: Effected<PaymentRequest, unknown>): void {
    const payout = this.seen.get(id)
    if (payout === undefined) {
      return this.parts.report("paid-or-pending", `a PIX was paid for ${id}, which is no payout`)
    }
    if (!this.isDebited(id)) {
      this.parts.report("paid-or-pending", `the PIX of payout ${id} was paid before its asset had left the wallet`)
    }
    const { destination } = request
    if (request.value !== payout.value || destination.by !== "key" || destination.key !== payout.key) {
      this.parts.report(
        "operation-unchanged",
        `payout ${id} is for ${payout.value} cents to ${payout.key}; paid were ${request.value} to ${text(destination)}`
      )
    }
  }

  after = (): void => {
    for (const [id, payout] of this.seen) {
      if (open.has(payout.state)) {
        this.parts.report("payout-ends", `payout ${id} is still ${payout.state} when nothing is to come any more`)
      }
      if (this.parts.rail.settledAgain.has(id) && !this.reviewed.has(id)) {
        this.parts.report(
          "settled-once",
          `payout ${id} was reported as settled under two ids, and the operator does not know`
        )
      }
      this.balanced(id, payout)
      this.told(id, payout)
    }
    for (const [id, { payoutId, state }] of this.refunds) {
      const isSent = this.parts.chain.movements.effects.has(id)
      if (state === "SENDING" || (state === "SENT") !== isSent) {
        this.parts.report(
          "payout-ends",
          `refund ${id} of payout ${payoutId} is ${state}, and the chain ${isSent ? "moved" : "did not move"} it`
        )
      }
    }
  }

  private debited(id: string, { address, asset, from, network, units }: Movement): void {
    const payout = this.seen.get(id)
    if (payout === undefined) {
      return this.parts.report("payout-debit-once", `a wallet was debited for ${id}, which is no payout`)
    }
    const isAsStored = units === payout.units && asset === payout.asset && network === payout.network &&
      from?.evm === payout.address && address !== from.evm
    if (!isAsStored) {
      this.parts.report(
        "payout-debit-once",
        `payout ${id} takes ${payout.units} ${payout.asset} of ${payout.address}; taken were ${units} ${asset} of ${from?.evm}`
      )
    }
  }

  private givenBack(id: string, { address, asset, units }: Movement): void {
    const refund = this.refunds.get(id)
    const payout = refund === undefined ? undefined : this.seen.get(refund.payoutId)
    if (refund === undefined || payout === undefined) {
      return this.parts.report(
        "payout-debit-once",
        `${units} ${asset} were sent under ${id}, which no payout gives back`
      )
    }
    if (units !== refund.units || asset !== payout.asset || address !== payout.address) {
      this.parts.report(
        "payout-debit-once",
        `refund ${id} is ${refund.units} ${payout.asset} to ${payout.address}; sent were ${units} ${asset} to ${address}`
      )
    }
    if (!this.isDebited(refund.payoutId)) {
      this.parts.report("payout-debit-once", `refund ${id} was sent, and payout ${refund.payoutId} never took anything`)
    }
  }

  private payoutWritten({ id, isNew, owner, value }: Written): void {
    const before = this.seen.get(id)
    const destination = value["destination"] as { readonly key?: string }
    const now: Seen = {
      owner,
      state: String(value["state"]),
      value: BigInt(value["value"] as number),
      fee: BigInt(value["fee"] as number),
      units: BigInt(value["units"] as string),
      asset: String(value["asset"]),
      network: String(value["network"]),
      price: priceIn(value["rate"]),
      address: String(value["address"]),
      key: String(destination.key),
      createdAt: Number(value["createdAt"])
    }
    this.seen.set(id, now)
    if (isNew) return this.made(id, now)
    if (before !== undefined && before.state !== now.state) this.turned(id, before, now)
  }

  // The record is what was requested, at the price of the time, with the fee of the specification.
  private made(id: string, payout: Seen): void {
    const { askedBy, priceAt, report } = this.parts
    const first = askedBy(id)
    if (first?.action.do !== "ask-payout") {
      return report("gate-order", `payout ${id} was made, and no one requested it`)
    }
    const { action } = first
    const { request } = action
    if (action.pin !== "right") report("gate-order", `payout ${id} was made with a wrong PIN`)
    const other = this.byStep.get(first.step)
    if (other !== undefined) report("idempotent-replay", `step ${first.step} asked for one payout: ${other}, and ${id}`)
    this.byStep.set(first.step, id)
    const isAsAsked = payout.value === BigInt(request.value) && payout.network === request.network &&
      (request.asset === undefined || payout.asset === request.asset) && payout.key === request.pixKey
    if (!isAsAsked) {
      report("operation-unchanged", `payout ${id} is not what step ${first.step} requested: ${text(request)}`)
    }
    const fee = 150n + shareOf(payout.value, 250n)
    if (payout.fee !== fee) {
      report("fee-exact", `payout ${id} of ${payout.value} cents takes a fee of ${payout.fee} cents instead of ${fee}`)
    }
    const units = unitsToPay(payout.price, payout.value + payout.fee)
    if (payout.units !== units) {
      report(
        "fee-exact",
        `payout ${id} takes ${payout.units} of ${payout.asset}; value and fee at its price are ${units}`
      )
    }
    if (!isPrice(payout.price, payout.asset, priceAt(payout.asset, payout.price.at || payout.createdAt))) {
      report("fee-exact", `payout ${id} has a price of ${payout.asset} that no one ever gave`)
    }
  }

  private turned(id: string, before: Seen, now: Seen): void {
    const { flags, rail, report } = this.parts
    if (ways[before.state]?.includes(now.state) !== true) {
      report("terminal-stays", `payout ${id} went from ${before.state} to ${now.state}`)
    }
    if (now.state === "PAYING" && !this.isDebited(id)) {
      report("payout-debit-once", `payout ${id} is ${now.state}, and its asset has not left the wallet`)
    }
    if (now.state === "COMPLETED" && !this.isPaid(id)) {
      report("paid-or-pending", `payout ${id} is COMPLETED, and the rail has not paid it`)
    }
    if (before.state === "DEBITING" && now.state === "FAILED" && !this.parts.chain.isOver(`debit/${id}`)) {
      report("ambiguous-is-processing", `payout ${id} is FAILED, and its debit may still happen`)
    }
    if (before.state === "PAYING" && (now.state === "RESTORING" || now.state === "OWED")) {
      if (rail.payments.reported(id) !== "Never" && rail.contradicted.get(id) !== "PaymentRefused") {
        report("ambiguous-is-processing", `payout ${id} went to ${now.state}, and no one has refused its PIX`)
      }
      if (now.state === "OWED" && flags.isSurelyOn(before.owner, "AUTO_REFUND")) {
        report("payout-debit-once", `payout ${id} failed with AUTO_REFUND on, and its asset is not given back`)
      }
    }
  }

  private refundWritten({ id, isNew, value }: Written): void {
    const { chain, report } = this.parts
    const now: Refund = {
      payoutId: String(value["subject"]),
      purpose: String(value["purpose"]),
      cents: BigInt(value["cents"] as number),
      units: BigInt((value["order"] as { readonly units: string }).units),
      state: stages[String(value["state"])] ?? "SENDING"
    }
    this.refunds.set(id, now)
    this.byPayout.set(now.payoutId, (this.byPayout.get(now.payoutId) ?? new Map<string, Refund>()).set(id, now))
    if (now.state === "REFUSED" && chain.movements.reported(id) !== "Never") {
      report("ambiguous-is-processing", `refund ${id} is REFUSED, and it may still happen`)
    }
    const payout = this.seen.get(now.payoutId)
    if (!isNew || payout === undefined) return
    if (isOfValue(now)) {
      const least = unitsWorth(payout.price, now.cents)
      if (now.units < least || now.units > least + 1n) {
        report("refund-cap", `refund ${id} of ${now.cents} cents gives ${now.units} units, worth are ${least}`)
      }
    } else if (now.cents !== payout.value + payout.fee || now.units !== payout.units) {
      report(
        "payout-debit-once",
        `payout ${now.payoutId} took ${payout.units} units, fee included, and ${id} gives ${now.units} back`
      )
    }
  }

  private reversalWritten({ owner, value }: Written, { returnId, value: returned }: Reversal): void {
    const { books, flags, rail, report } = this.parts
    const id = String(value["subject"])
    const cents = BigInt(returned)
    const known = this.reversals.get(id) ?? new Map<string, bigint>()
    this.reversals.set(id, known)
    if (known.has(returnId.toUpperCase())) report("refund-cap", `reversal ${returnId} of payout ${id} is counted twice`)
    known.set(returnId.toUpperCase(), cents)
    const told = rail.reversed.find((reversed) => reversed.paymentId === id && reversed.reportedAs.includes(returnId))
    if (told?.value !== cents) {
      report("refund-cap", `reversal ${returnId} of payout ${id} is ${cents} cents; the bank sent ${told?.value ?? 0n}`)
    }
    const total = sum([...known.values()])
    const payout = this.seen.get(id)
    if (payout !== undefined && total > payout.value) {
      report("refund-cap", `payout ${id} of ${payout.value} cents says that ${total} came back`)
    }
    const given = sum(this.refundsOf(id).filter(isOfValue).filter(({ state }) => state !== "REFUSED").map(centsOf))
    const own = this.byPayout.get(id)?.has(`reversal/${id}/${returnId.toUpperCase()}`) ?? false
    const isGivenOn = own || given >= total || books.posted(id, "returnedAfterRestoring") > 0
    if (flags.isSurelyOn(owner, "AUTO_REFUND") && !isGivenOn) {
      report("payout-debit-once", `reversal ${returnId} of payout ${id} came with AUTO_REFUND on, and is not given on`)
    }
  }

  private eventWritten({ id, value }: Written): void {
    const name = String(value["name"])
    const subject = String(value["subject"])
    if (!this.seen.has(subject)) return
    const key = `${subject} ${name}`
    const count = (this.events.get(key) ?? 0) + 1
    this.events.set(key, count)
    if (onceOnly.includes(name) && count > 1) {
      this.parts.report("events-at-least-once", `payout ${subject} was announced ${name} twice, now as ${id}`)
    }
  }

  // What its entries sum to, against what the chain and the rail really did for it.
  private balanced(id: string, payout: Seen): void {
    const { books, chain, rail, report } = this.parts
    const { asset, fee, units, value } = payout
    const isMisled = !rail.payments.effects.has(id) && rail.contradicted.get(id) === "PaymentSettled" &&
      books.posted(id, "payoutSettled") + books.posted(id, "settledAfterRestoring") > 0
    const paid = rail.payments.effects.has(id) || isMisled ? value : 0n
    const isDebited = this.isDebited(id)
    const returned = sum(rail.reversed.filter(({ paymentId }) => paymentId === id).map((reversed) => reversed.value))
    const sent = [...this.byPayout.get(id) ?? []].filter(([key]) => chain.movements.effects.has(key))
      .map(([, each]) => each)
    const whole = sent.filter((each) => !isOfValue(each))
    const given = sum(sent.filter(isOfValue).map(centsOf))
    const wasCovered = books.posted(id, "lossCovered") > 0
    const wasGivingBack = whole.length > 0 || (books.posted(id, "settledAfterRestoring") > 0 && !wasCovered)
    if (whole.length > 1) report("payout-debit-once", `payout ${id} was given back whole ${whole.length} times`)
    if (sum(sent.map((each) => each.units)) > units) {
      report("payout-debit-once", `payout ${id} took ${units} units, and more than that was given back`)
    }
    const gross = isDebited ? value + fee : 0n
    const owed = wasGivingBack ? (whole.length > 0 ? 0n : gross) : paid > 0n ? 0n : gross
    const assetIn = isDebited ? units - sum(sent.map((each) => each.units)) : 0n
    const later = wasGivingBack ? { losses: paid - returned, owed: 0n, fee: 0n } : {
      losses: given > returned ? given - returned : 0n,
      owed: returned > given ? returned - given : 0n,
      fee: paid > 0n ? fee : 0n
    }
    const difference = books.difference(id, {
      [`treasury ${asset}`]: assetIn,
      [`conversion ${asset}`]: -assetIn,
      "conversion BRL": gross - (whole.length > 0 ? value + fee : 0n) - given,
      "pix-settlement BRL": returned - paid,
      "payout-owed BRL": -owed,
      "reversal-owed BRL": -later.owed,
      "fee-income BRL": -later.fee,
      "losses BRL": later.losses
    })
    if (difference !== undefined) report("books-are-the-world", `payout ${id} is ${payout.state}: ${difference}`)
    const operation = `debit/${id}`
    const isMirrored = asset === "USDT" && payout.network === "polygon"
    const heldDifference = books.difference(operation, {
      "custody USDT": isMirrored && isDebited ? -units : 0n,
      "wallet USDT": isMirrored && isDebited ? units : 0n
    })
    if (heldDifference !== undefined) report("books-are-the-world", `the hold of payout ${id}: ${heldDifference}`)
    this.stands(id, payout, { isDebited, isMisled, isPaid: paid > 0n, isWhole: whole.length > 0, wasGivingBack })
    if ((owed > 0n || later.owed > 0n || isMisled || (wasGivingBack && paid > 0n)) && !this.reviewed.has(id)) {
      report("payout-ends", `payout ${id} is ${payout.state} with money to be placed, and the operator does not know`)
    }
  }

  // The state that its owner sees says what happened.
  private stands(
    id: string,
    { owner, state }: Seen,
    truth: {
      readonly isDebited: boolean
      readonly isMisled: boolean
      readonly isPaid: boolean
      readonly isWhole: boolean
      readonly wasGivingBack: boolean
    }
  ): void {
    const { flags, report } = this.parts
    const { isDebited, isPaid, isWhole, wasGivingBack } = truth
    if (isPaid && !wasGivingBack && failed.has(state)) {
      report("payout-ends", `payout ${id} is ${state}, and the rail has paid it`)
    }
    if (!isPaid && state === "COMPLETED") {
      report("payout-ends", `payout ${id} is COMPLETED, and the rail has never paid it`)
    }
    if (state === "REFUNDED" && !isWhole && (this.reversals.get(id)?.size ?? 0) === 0) {
      const isOrdered = this.refundsOf(id).some((each) => each.purpose === "refund" && each.state === "SENT")
      if (!isOrdered) report("refunded-iff", `payout ${id} is REFUNDED, and nothing of it came back or was given back`)
    }
    if (failed.has(state) && isDebited && !isWhole && flags.wasAlwaysOn(owner, "AUTO_REFUND")) {
      const isTried = this.refundsOf(id).some((each) => !isOfValue(each) && each.state === "REFUSED")
      if (!isTried) report("payout-debit-once", `payout ${id} is ${state}, and no one has tried to give it back`)
    }
  }

  private told(id: string, { state }: Seen): void {
    const { books, report } = this.parts
    const count = (name: string) => this.events.get(`${id} ${name}`) ?? 0
    const earned = books.posted(id, "payoutFeeEarned")
    if (count("PAYOUT_SUCCESSFUL") !== earned) {
      report(
        "events-at-least-once",
        `payout ${id} settled ${earned} times; PAYOUT_SUCCESSFUL was told ${count("PAYOUT_SUCCESSFUL")} times`
      )
    }
    if (failed.has(state) && count("PAYOUT_FAILED") === 0) {
      report("events-at-least-once", `payout ${id} is ${state}, and no one was notified`)
    }
    // What came back of a PIX that was paid although its asset was on its way back counts once that is refused.
    const covered = books.posted(id, "lossCovered") === 0 ? 0 : books.posted(id, "returnedAfterRestoring")
    const returns = books.posted(id, "payoutReversed") + covered
    const manual =
      this.refundsOf(id).filter(({ purpose, state: stage }) =>
        (purpose === "return" || purpose === "refund") && stage === "SENT"
      ).length
    if (count("PAYOUT_REFUNDED") !== returns + manual) {
      report(
        "events-at-least-once",
        `payout ${id} had ${returns} reversals and ${manual} manual refunds; PAYOUT_REFUNDED was told ${
          count("PAYOUT_REFUNDED")
        } times`
      )
    }
  }

  private refundsOf(id: string): ReadonlyArray<Refund> {
    return [...this.byPayout.get(id)?.values() ?? []]
  }

  private isDebited(id: string): boolean {
    return this.parts.chain.movements.effects.has(`debit/${id}`)
  }

  private isPaid(id: string): boolean {
    const { rail } = this.parts
    return rail.payments.effects.has(id) || rail.contradicted.get(id) === "PaymentSettled"
  }
}

interface Reversal {
  readonly returnId: string
  readonly value: number
}

const stages: Readonly<Record<string, string>> = { DONE: "SENT", REFUSED: "REFUSED", CANCELLED: "REFUSED" }

/** Gives back of the value, after the PIX had settled; any other gives the whole back, fee too. */
const isOfValue = ({ purpose }: Refund): boolean => purpose === "reversal" || purpose === "refund"

const centsOf = ({ cents }: Refund): bigint => cents

const sum = (amounts: ReadonlyArray<bigint>): bigint => amounts.reduce((total, amount) => total + amount, 0n)

const text = (value: unknown): string => JSON.stringify(value)
