// The simulated PIX provider: charges whose BR Code is valid EMV under a GUI that no banking app takes, and returns that
// settle at once. What it did is kept in the data plane, under our ids.
import { Clock, Effect, type Layer, Option, Result, Schema } from "effect"
import type { PixDestination } from "../../core/standards/pix/pix-parties.ts"
import { keepFact, traceOf } from "../../core/engine/event/fact-trace.ts"
import { CentsFromNumber } from "../../core/base/money/units.ts"
import { printCharge, sandboxGui } from "../../core/standards/pix/br-code.ts"
import { namedReceiver } from "../../core/standards/pix/pix-key.ts"
import { TaxId, parseTaxId, taxIdKind } from "../../core/standards/pix/tax-id.ts"
import { pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import type { PixTransfers } from "../../core/ports/moving/pix-transfers.ts"
import { type LookUp, type Outcome, absent, done, otherAmount, refused, unknown } from "../../core/ports/outcome.ts"
import type {
  PaymentReceipt,
  PaymentRequest,
  PixRail,
  ReturnReceipt,
  ReturnRequest
} from "../../core/ports/pix-rail.ts"
import type { FactOf } from "../../core/ports/provider-fact.ts"
import { get, insert, recordKind } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { endToEndIdOf, returnIdOf, trackIdOf } from "./foreign-ids.ts"
import { noPersonalData } from "../../core/engine/store/personal.ts"

// PIX payments of the simulated provider, kept in the data plane under our ids. Four magic keys decide otherwise than "paid
// at once": `fail@`, `hold@`, `timeout@` and `reverse@sandbox.test`.

const Fate = Schema.Literals(["paid", "fail", "hold", "timeout", "reverse"])
type Fate = typeof Fate.Type

const SandboxPayment = Schema.Struct({
  /** The payment id it was asked under. */
  id: Schema.String,
  owner: Schema.String,
  fate: Fate,
  value: CentsFromNumber,
  endToEndId: Schema.String,
  /** The key it goes to, where that is a CPF or a CNPJ. */
  taxId: Schema.optionalKey(TaxId),
  createdAt: Schema.Int
})
type SandboxPayment = typeof SandboxPayment.Type

const SandboxPayments = recordKind({
  kind: "sandboxPayment",
  schema: SandboxPayment,
  personal: noPersonalData("as sandboxKyc")
})

/** How long the answer of a `timeout@` payment stays lost, and when the bank sends a `reverse@` payment back. */
const lostMs = 3_000
const reversedAfterMs = 500

const fateOf = (destination: PixDestination): Fate => {
  if (destination.by !== "key" || !destination.key.endsWith("@sandbox.test")) return "paid"
  const name = destination.key.slice(0, -"@sandbox.test".length)
  return name === "fail" || name === "hold" || name === "timeout" || name === "reverse" ? name : "paid"
}

// The account behind the keys of the sandbox; its CPF is one that no one has.
const person = {
  name: "MARIA DA SILVA",
  taxId: "11144477735",
  bankName: "BANCO SANDBOX S.A.",
  ispb: "99999999",
  branch: "0001",
  account: "0012345678",
  accountType: "CACC"
}

const company = "EMPRESA SANDBOX LTDA"

// The owner of a CPF or CNPJ is who the key says; behind other keys stands one fixed person.
const receiverOf = ({ taxId }: SandboxPayment): NonNullable<PaymentReceipt["receiver"]> =>
  taxId === undefined
    ? person
    : { ...person, taxId, name: taxIdKind(taxId) === "CPF" ? person.name : company }

const taxIdOf = (destination: PixDestination): Pick<SandboxPayment, "taxId"> =>
  Result.match(parseTaxId(namedReceiver(destination).key ?? ""), {
    onSuccess: (taxId) => ({ taxId }),
    onFailure: () => ({})
  })

const receiptOf = (payment: SandboxPayment): PaymentReceipt => ({
  endToEndId: payment.endToEndId,
  paidAt: payment.createdAt,
  payerIspb: "99999999",
  receiver: receiverOf(payment)
})

const reported = (payment: SandboxPayment, now: number): Outcome<PaymentReceipt> => {
  switch (payment.fate) {
    case "paid":
    case "reverse":
      return done(receiptOf(payment))
    case "fail":
      return refused("refusedByReceiver")
    case "hold":
      return unknown("underWay")
    case "timeout":
      return now >= payment.createdAt + lostMs ? done(receiptOf(payment)) : unknown("noAnswer")
  }
}

const away = () => Effect.succeed(unknown("noAnswer"))

/** What became of a payment, by our id: a receipt only of the value that was requested. */
export const lookUpPayment = (
  { paymentId, value }: Pick<PaymentRequest, "paymentId" | "value">
): Effect.Effect<LookUp<PaymentReceipt>, never, Store> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const found = Option.getOrUndefined(yield* get(SandboxPayments, paymentId))?.value
    if (found === undefined) return absent
    return found.value === value ? reported(found, now) : otherAmount("BRL", found.value)
  }).pipe(Effect.catch(away))

/** Pays once a payment id. */
export const pay = ({ destination, paymentId, value }: PaymentRequest) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const payment: SandboxPayment = {
      id: paymentId,
      owner: "sandbox",
      fate: fateOf(destination),
      value,
      endToEndId: endToEndIdOf(paymentId),
      ...taxIdOf(destination),
      createdAt: now
    }
    const later = payment.fate === "reverse" ? [reversal(payment, now)] : []
    yield* Store.use((store) =>
      store.commit(changeSet({
        writes: [insert(SandboxPayments, payment), ...later.map(({ write }) => write)],
        jobs: later.map(({ job }) => job)
      }))
    )
    return reported(payment, now)
  }).pipe(
    // Asked before: the first payment is the one there is.
    Effect.catchTag("DuplicateKey", () =>
      Effect.map(
        lookUpPayment({ paymentId, value }),
        (found): Outcome<PaymentReceipt> => found._tag === "Absent" ? unknown("notFound") : found
      )),
    Effect.catch(away)
  )

const reversal = ({ id, value }: SandboxPayment, now: number) => {
  const fact: FactOf<"PaymentReversed"> = {
    _tag: "PaymentReversed",
    eventId: `reversal-${id}`,
    paymentId: id,
    returnId: returnIdOf(id),
    returnedValue: value,
    reason: "the account is closed"
  }
  const trace = traceOf(fact, { id: `sandbox/${fact.eventId}/0`, owner: "provider", sender: "sandbox", now })
  return keepFact(fact, trace, now + reversedAfterMs)
}

const SandboxReturn = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  endToEndId: Schema.String,
  returnEndToEndId: Schema.String,
  value: CentsFromNumber
})

const SandboxReturns = recordKind({
  kind: "sandboxReturn",
  schema: SandboxReturn,
  personal: noPersonalData("as sandboxKyc")
})

const brCodeOf = (chargeId: string, amount: typeof CentsFromNumber.Type): string =>
  Result.getOrThrow(printCharge({
    gui: sandboxGui,
    location: chargeId,
    amount,
    merchantName: "PONTEPAY SANDBOX",
    merchantCity: "SAO PAULO"
  }))

export const layer: Layer.Layer<PixRail | PixTransfers, never, Store> = pixRailAdapter.effect(
  Effect.map(Effect.context<Store>(), (context) => {
    const lookUpReturn = ({ returnId, value }: ReturnRequest): Effect.Effect<LookUp<ReturnReceipt>> =>
      get(SandboxReturns, returnId).pipe(
        Effect.map(Option.match({
          onNone: () => absent,
          onSome: ({ value: made }): LookUp<ReturnReceipt> =>
            made.value === value
              ? done({ returnEndToEndId: made.returnEndToEndId })
              : otherAmount("BRL", made.value)
        })),
        Effect.catch(() => Effect.succeed(unknown("noAnswer"))),
        Effect.provide(context)
      )
    return {
      account: Effect.succeed("sandbox"),
      ways: { payments: "provider", returns: "provider" },
      absentAfterMs: { payments: 0, returns: 0 },
      returnsFailed: true,
      dynamicCodesUpTo: null,
      createCharge: ({ chargeId, value }) =>
        Effect.sync(() => done({ trackId: trackIdOf(chargeId), brCode: brCodeOf(chargeId, value) })),
      // A charge is paid by an event alone, so whatever was paid has been reported.
      lookUpCharge: () => Effect.succeed(done([])),
      sendReturn: ({ endToEndId, returnId, value }) => {
        const returnEndToEndId = returnIdOf(returnId)
        const record = { id: returnId, owner: "sandbox", endToEndId, returnEndToEndId, value }
        return Store.use((store) => store.commit(changeSet({ writes: [insert(SandboxReturns, record)] }))).pipe(
          Effect.as<Outcome<ReturnReceipt>>(done({ returnEndToEndId })),
          // Asked before: the first return is the one that counts.
          Effect.catchTag("DuplicateKey", () => Effect.succeed(done({ returnEndToEndId }))),
          Effect.catch(() => Effect.succeed(unknown("noAnswer"))),
          Effect.provide(context)
        )
      },
      lookUpReturn,
      pay: (request) => Effect.provide(pay(request), context),
      lookUpPayment: (request) => Effect.provide(lookUpPayment(request), context)
    }
  })
)
