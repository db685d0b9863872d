// The PIX provider of a simulation: charges that payers pay or do not, returns, and payments out. It owns the truth about
// every PIX, and tells of each by events.
import { Effect, type Layer } from "effect"
import { type Cents, unitsUnsafe } from "../../../core/base/money/units.ts"
import { pixRailAdapter } from "../../../core/ports/moving/adapter.ts"
import type { PixTransfers } from "../../../core/ports/moving/pix-transfers.ts"
import { absent, done, unknown } from "../../../core/ports/outcome.ts"
import type {
  Charge,
  ChargeLookUp,
  ChargeRequest,
  PaymentReceipt,
  PaymentRequest,
  PixRail,
  ReturnReceipt,
  ReturnRequest
} from "../../../core/ports/pix-rail.ts"
import type { FactOf, ProviderFact } from "../../../core/ports/provider-fact.ts"
import { firstAccounts } from "../accounts.ts"
import { Actor, type ActorParts, type Effected, answerFaults } from "../actor.ts"
import { hexOf } from "../random.ts"
import { sleep } from "../time.ts"
import { CurrentWork } from "../work.ts"
import type { ProviderEvents } from "./events.ts"

type Shared = Pick<ActorParts<never, never>, "time" | "decisions" | "complain">

/** What a charge takes: whatever is paid on it, or one PIX of its own value. */
type Takes = "any PIX" | "one PIX"

/** A charge, and the account that it is paid to. */
interface MadeCharge extends ChargeRequest {
  readonly trackId: string
  readonly takes: Takes
  readonly account: string
}

/** A PIX that a payer sent on a charge. */
export interface PaidCharge {
  readonly chargeId: string
  readonly endToEndId: string
  readonly value: Cents
  readonly at: number
  /** Whether the provider's event says when it settled. */
  readonly isTimed: boolean
}

const payer = { name: "Payer", taxId: "11144477735" }

const alphanumeric = (name: string): string => hexOf(0, name, 11)

const trackIdOf = (chargeId: string): string => `track-${chargeId}`

/** The id of a PIX in the layout of the payment system. */
const endToEndIdOf = (name: string): string => `E99999999202603010000${alphanumeric(name)}`
const returnIdOf = (name: string): string => `D99999999202603010000${alphanumeric(name)}`

const sumOf = (moved: ReadonlyArray<{ readonly value: bigint }>): bigint =>
  moved.reduce((sum, { value }) => sum + value, 0n)

/** More than the clocks of two processes are ever apart. */
const clocksApartMs = 600_000

/** How long the bank behind some keys says nothing of what it did. */
const silence = 1_800_000

/** Whether a PIX goes to a key that begins so: banks behind some keys behave badly by themselves. */
const isTo = ({ destination }: PaymentRequest, name: string): boolean =>
  destination.by === "key" && destination.key.startsWith(name)

export class SimulatedRail {
  readonly charges = new Map<string, MadeCharge>()
  readonly paid: Array<PaidCharge> = []
  /** PIX that were paid on charges and of which no report comes, by end-to-end id. */
  readonly unreported = new Set<string>()
  readonly returned: Array<{
    readonly endToEndId: string
    readonly returnId: string
    readonly value: Cents
    readonly at: number
  }> = []
  /** `reportedAs`: the ids that its report can be known by. */
  readonly reversed: Array<{
    readonly paymentId: string
    readonly returnId: string
    readonly reportedAs: ReadonlyArray<string>
    readonly value: Cents
    readonly at: number
  }> = []
  readonly returns: Actor<ReturnRequest, ReturnReceipt>
  readonly payments: Actor<PaymentRequest, PaymentReceipt>
  /** Payments of which the opposite of the truth was told, by whomever, and what was told. */
  readonly contradicted = new Map<string, "PaymentSettled" | "PaymentRefused">()
  /** The other end-to-end ids under which payments were reported as settled again. */
  readonly settledAgain = new Map<string, string>()
  /** Whether it returns the payments of failed deposits by itself. */
  readonly returnsFailed: boolean
  private readonly shared: Shared
  private readonly events: ProviderEvents
  private chargesAsked = 0
  private readonly chargeLooks = new Map<string, number>()

  constructor(
    shared: Shared,
    events: ProviderEvents,
    paid: (effect: Effected<PaymentRequest, PaymentReceipt>) => void
  ) {
    this.shared = shared
    this.returnsFailed = shared.decisions.chance("rail returns by itself") < 0.5
    this.events = events
    this.returns = new Actor<ReturnRequest, ReturnReceipt>({
      ...shared,
      name: "rail.return",
      possible: ["timeoutBefore", "timeoutAfter", "unavailable", "malformed", "slowAnswer"],
      receiptOf: (id) => ({ returnEndToEndId: returnIdOf(id) }),
      account: ({ rail }) => rail,
      homeOf: ({ endToEndId }) => this.accountOf(endToEndId),
      refusal: (request) => this.returnRefusal(request),
      happened: ({ id, receipt, request: { endToEndId, value } }) => {
        if (shared.decisions.at(`own-return/${id}`, ["ownReturnReported"]) === undefined) return
        events.tell(`PixReturned/own-${id}`, {
          _tag: "PixReturned",
          eventId: `returned-own-${id}`,
          endToEndId,
          returnId: receipt.returnEndToEndId,
          // Some rails name our id, others theirs alone.
          ourReturnId: shared.decisions.chance(`own-return-named/${id}`) < 0.5 ? id : null,
          value,
          nature: null
        })
      }
    })
    this.payments = new Actor<PaymentRequest, PaymentReceipt>({
      ...shared,
      name: "rail.pay",
      possible: answerFaults,
      account: ({ rail }) => rail,
      receiptOf: (id) => ({
        endToEndId: endToEndIdOf(id),
        paidAt: shared.time.now,
        payerIspb: "99999999",
        receiver: null
      }),
      refusal: ({ destination }) =>
        destination.by === "key" && destination.key === "nobody@simulated.test" ? "no such key" : undefined,
      silentMs: (request) => isTo(request, "mumble") || isTo(request, "lie") ? silence : 0,
      happened: (effect) => {
        paid(effect)
        if (isTo(effect.request, "lie")) {
          this.contradicted.set(effect.id, "PaymentRefused")
          events.tell(`lie/${effect.id}`, {
            _tag: "PaymentRefused",
            eventId: `contradicts-${effect.id}`,
            paymentId: effect.id,
            reason: "told by mistake"
          })
        }
        const settled = this.settledFact(effect)
        // What no one heard of is reported in the end, when something may have come back long since.
        if (isTo(effect.request, "mumble") || isTo(effect.request, "lie")) {
          shared.time.at(shared.time.now + 2 * silence, () => events.tell(`PaymentSettled/${effect.id}`, settled))
          return
        }
        const isContradicted = this.contradict({
          _tag: "PaymentRefused",
          eventId: `contradicts-${effect.id}`,
          paymentId: effect.id,
          reason: "told by mistake"
        })
        const isAgain = settled.endToEndId !== null && this.settleAgain(effect.id)
        events.tell(`PaymentSettled/${effect.id}`, settled, !isContradicted && !isAgain)
      },
      never: (id, _request, reason) => {
        const isContradicted = this.contradict({
          _tag: "PaymentSettled",
          eventId: `contradicts-${id}`,
          paymentId: id,
          endToEndId: null
        })
        events.tell(
          `PaymentRefused/${id}`,
          { _tag: "PaymentRefused", eventId: `refused-${id}`, paymentId: id, reason },
          !isContradicted
        )
      }
    })
  }

  private settledFact({ id, receipt }: Effected<PaymentRequest, PaymentReceipt>) {
    // Some settlement messages leave the id out; whoever looks up has it.
    const endToEndId = this.shared.decisions.chance(`id-untold/${id}`) < 0.1 ? null : receipt.endToEndId
    return { _tag: "PaymentSettled", eventId: `settled-${id}`, paymentId: id, endToEndId } as const
  }

  /** The bank reports a PIX that it paid, for the first time or again; `name` tells the reports apart. */
  reportPayment(effect: Effected<PaymentRequest, PaymentReceipt>, name: string): void {
    this.events.tell(`PaymentSettled/${effect.id}/${name}`, this.settledFact(effect))
  }

  // A second settlement of one payment, if it is to be: a person has to find out whether it was paid twice. Both are told for
  // certain then.
  private settleAgain(paymentId: string): boolean {
    if (this.shared.decisions.at(`settled-again/${paymentId}`, ["settledAgain"]) === undefined) return false
    const eventId = `settled-again-${paymentId}`
    const endToEndId = endToEndIdOf(`again${paymentId}`)
    this.settledAgain.set(paymentId, endToEndId)
    this.events.tell(eventId, { _tag: "PaymentSettled", eventId, paymentId, endToEndId }, false)
    return true
  }

  /** A payer pays a charge, once or twice; `name` tells the payments apart. */
  payCharge(chargeId: string, name: string): PaidCharge | undefined {
    const charge = this.charges.get(chargeId)
    if (charge === undefined) return undefined
    const before = this.paid.find((each) => each.chargeId === chargeId)
    if (this.returned.some((returned) => returned.endToEndId === before?.endToEndId)) return undefined
    if (charge.takes === "one PIX" && before !== undefined) return undefined
    const endToEndId = endToEndIdOf(name)
    const paid: PaidCharge = {
      chargeId,
      endToEndId,
      value: charge.takes === "one PIX" ? charge.value : this.paidValue(name, charge.value),
      at: this.shared.time.now,
      isTimed: this.shared.decisions.at(`paid-at/${name}`, ["paymentTimeUnknown"]) === undefined
    }
    this.paid.push(paid)
    // What a provider says of a delivery that is not its own is no evidence, and moves nothing.
    if (this.shared.decisions.at(`doubt/${name}`, ["eventContradicts"]) !== undefined) {
      this.events.tell(`DeliveryDoubted/${name}`, {
        _tag: "DeliveryDoubted",
        eventId: `doubted-${name}`,
        trackId: charge.trackId
      })
    }
    if (this.losesReport(charge, name)) {
      this.unreported.add(endToEndId)
      return paid
    }
    this.events.tell(`ChargePaid/${name}`, this.chargePaid(paid, `paid-${name}`))
    return paid
  }

  /** A PIX that was paid on a charge, as the provider words it. */
  chargePaid({ at, chargeId, endToEndId, isTimed, value }: PaidCharge, eventId: string | null): FactOf<"ChargePaid"> {
    const trackId = trackIdOf(chargeId)
    return { _tag: "ChargePaid", eventId, trackId, endToEndId, value, paidAt: isTimed ? at : null, payer }
  }

  // A report is lost only while the service still has a reason to look the charge up, whichever clock it goes by.
  private losesReport({ expiresAt }: ChargeRequest, name: string): boolean {
    const { decisions, time } = this.shared
    return time.now < expiresAt - clocksApartMs && decisions.at(`report/${name}`, ["paymentReportLost"]) !== undefined
  }

  /** Whether a PIX that pays a charge was ever paid. */
  isFunded(chargeId: string): boolean {
    const value = this.charges.get(chargeId)?.value ?? 0n
    return this.paid.some((each) => each.chargeId === chargeId && each.value >= value)
  }

  // The account that a PIX was paid to.
  private accountOf(endToEndId: string): string | undefined {
    const paid = this.paid.find((each) => each.endToEndId === endToEndId)
    return paid && this.charges.get(paid.chargeId)?.account
  }

  /** What was sent back of a PIX, by its bank and by us. */
  private sentBack(endToEndId: string): bigint {
    const ordered = [...this.returns.effects.values()].map(({ request }) => request)
    return sumOf([...this.returned, ...ordered].filter((each) => each.endToEndId === endToEndId))
  }

  // Nothing goes back twice, and some payers have closed their accounts.
  private returnRefusal({ endToEndId, returnId, value }: ReturnRequest): string | undefined {
    const paid = this.paid.find((each) => each.endToEndId === endToEndId)
    if (this.sentBack(endToEndId) + value > (paid?.value ?? 0n)) return "more than was paid"
    // A bank gives back of a charge only; what is above it stays there for the return that was asked for it.
    const byBank = sumOf(this.returned.filter((each) => each.endToEndId === endToEndId))
    const charged = paid && this.charges.get(paid.chargeId)?.value
    if (!returnId.startsWith("surplus/") && charged !== undefined && byBank + value > charged) {
      return "more than was paid"
    }
    const isClosed = this.shared.decisions.chance(`closed account/${endToEndId}`) < 0.2
    return isClosed ? "the payer's account is closed" : undefined
  }

  private paidValue(name: string, value: Cents): Cents {
    const { decisions } = this.shared
    if (decisions.at(`amount/${name}`, ["paidOtherAmount"]) === undefined) return value
    const other = BigInt(decisions.between(`amount/${name}|`, 1, 2 * Number(value)))
    return unitsUnsafe("BRL", other)
  }

  /** A bank returns a received PIX, whole or in part, on its own; never more than there was. */
  returnPix(endToEndId: string, name: string, value: Cents): void {
    const back = this.sentBack(endToEndId)
    const paid = this.paid.find((each) => each.endToEndId === endToEndId)
    const charged = paid && this.charges.get(paid.chargeId)?.value
    // What is below the charge, and what is above it, is returned by us.
    if (paid === undefined || charged === undefined || paid.value < charged || back + value > charged) return
    // What was paid twice is returned by us: a bank that did so too would return more than there was.
    if (this.paid.filter(({ chargeId }) => chargeId === paid.chargeId).length > 1) return
    this.returned.push({ endToEndId, returnId: returnIdOf(name), value, at: this.shared.time.now })
    const whole = this.paid.find((paid) => paid.endToEndId === endToEndId)?.value ?? value
    this.exaggerate(name, {
      _tag: "PixReturned",
      eventId: `too-much-${name}`,
      endToEndId,
      returnId: returnIdOf(name),
      ourReturnId: null,
      value: unitsUnsafe("BRL", whole + 1n),
      nature: null
    })
    this.events.tell(`PixReturned/${name}`, {
      _tag: "PixReturned",
      eventId: `returned-${name}`,
      endToEndId,
      returnId: returnIdOf(name),
      ourReturnId: null,
      value,
      nature: null
    })
  }

  /** The receiver's bank sends a PIX that we paid back, whole or in part; never more than there was. */
  reversePayment(paymentId: string, name: string, value: Cents): void {
    const back = this.reversed.filter((reversed) => reversed.paymentId === paymentId)
    if (sumOf(back) + value > (this.payments.effects.get(paymentId)?.request.value ?? 0n)) return
    const isUnnamed = this.shared.decisions.at(`unnamed/${name}`, ["returnUnnamed"]) !== undefined
    const eventId = `reversed-${name}`
    const returnId = returnIdOf(name)
    const reportedAs = isUnnamed ? [eventId, `return-of-${paymentId}`] : [returnId]
    this.reversed.push({ paymentId, returnId, reportedAs, value, at: this.shared.time.now })
    const whole = this.payments.effects.get(paymentId)?.request.value ?? value
    this.exaggerate(name, {
      _tag: "PaymentReversed",
      eventId: `too-much-${name}`,
      paymentId,
      returnId,
      returnedValue: unitsUnsafe("BRL", whole + 1n),
      reason: null
    })
    this.events.tell(`PaymentReversed/${name}`, {
      _tag: "PaymentReversed",
      eventId,
      paymentId,
      returnId: isUnnamed ? null : returnId,
      returnedValue: value,
      reason: null
    })
  }

  // Tells the opposite of what happened beside the truth, if it is to be; the truth is told for certain then.
  private contradict(fact: Extract<ProviderFact, { readonly _tag: "PaymentSettled" | "PaymentRefused" }>): boolean {
    const isTold = this.shared.decisions.at(`contradict/${fact.paymentId}`, ["eventContradicts"]) !== undefined
    if (isTold) {
      this.contradicted.set(fact.paymentId, fact._tag)
      this.events.tell(`contradicts/${fact.paymentId}`, fact)
    }
    return isTold
  }

  // Tells of a return of more than was ever paid beside the truth, if it is to be.
  private exaggerate(name: string, fact: ProviderFact): void {
    if (this.shared.decisions.at(`too-much/${name}`, ["eventWrongAmount"]) === undefined) return
    this.events.tell(`too-much/${name}`, fact)
  }

  /** Makes a charge payable; the same id again is the same charge. */
  createCharge(request: ChargeRequest) {
    return Effect.flatMap(CurrentWork, ({ process: { accounts } }) => {
      const place = `rail.charge/${request.chargeId}#${++this.chargesAsked}`
      const fault = this.shared.decisions.at(place, ["timeoutBefore", "timeoutAfter", "unavailable"])
      const pause = sleep(this.shared.time, this.shared.decisions.between(`${place}>`, 10, 500))
      if (fault === "timeoutBefore" || fault === "unavailable") return Effect.as(pause, unknown("noAnswer"))
      return Effect.map(pause, () => {
        const charge = this.serveCharge(request, "any PIX", accounts.rail)
        return fault === "timeoutAfter" ? unknown("noAnswer", "time-out") : done(charge)
      })
    })
  }

  /** Says what was paid on a charge, unless the line is dark. */
  lookUpCharge(trackId: string): Effect.Effect<ChargeLookUp> {
    return Effect.flatMap(CurrentWork, ({ process: { accounts } }) => {
      const count = (this.chargeLooks.get(trackId) ?? 0) + 1
      this.chargeLooks.set(trackId, count)
      const place = `rail.charge?${trackId}#${count}`
      const isDark = this.shared.decisions.at(place, ["darkLookUp"]) !== undefined
      const pause = sleep(this.shared.time, this.shared.decisions.between(`${place}>`, 5, 200))
      return Effect.map(pause, () => isDark ? unknown("noAnswer") : this.charge(trackId, accounts.rail))
    })
  }

  /** What an account at the provider knows of a charge. */
  charge(trackId: string, account = firstAccounts.rail): ChargeLookUp {
    const charge = [...this.charges].find(([, each]) => each.trackId === trackId && each.account === account)
    if (charge === undefined) return absent
    const paid = this.paid.filter(({ chargeId }) => chargeId === charge[0])
    return done(paid.map(({ at, endToEndId, isTimed, value }) => ({
      endToEndId,
      value,
      paidAt: isTimed ? at : null,
      payer
    })))
  }

  /** What the provider itself does when a charge was requested: for an adapter with a wire of its own. */
  serveCharge(request: ChargeRequest, takes: Takes = "any PIX", account = firstAccounts.rail): Charge {
    const trackId = trackIdOf(request.chargeId)
    this.charges.set(request.chargeId, { ...request, trackId, takes, account })
    return { trackId, brCode: `br-code of ${request.chargeId}` }
  }
}

export const railLayer = (rail: SimulatedRail): Layer.Layer<PixRail | PixTransfers> =>
  pixRailAdapter.succeed({
    ways: { payments: "provider", returns: "provider" },
    account: Effect.map(CurrentWork, ({ process }) => process.accounts.rail),
    returnsFailed: rail.returnsFailed,
    dynamicCodesUpTo: null,
    createCharge: (request) => rail.createCharge(request),
    lookUpCharge: (trackId) => rail.lookUpCharge(trackId),
    sendReturn: (request) => rail.returns.send(request.returnId, request),
    lookUpReturn: ({ returnId }) => rail.returns.lookUp(returnId),
    pay: (request) => rail.payments.send(request.paymentId, request),
    lookUpPayment: ({ paymentId }) => rail.payments.lookUp(paymentId)
  })
