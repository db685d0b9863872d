// Deposits for given / when / then: a pending one, the facts that can be told about it, and what became of it after some.
// Values are 10.00 at a price of 5.00 for a USDT, so that amounts can be checked by hand: fee 0.25, net 9.75, 1.95 USDT.
import { Result } from "effect"
import { reason } from "../../core/base/reason/reason.ts"
import type { Account } from "../../core/customers/account/account.ts"
import { type DepositFact, decideDeposit } from "../../core/payments/deposit/decide-deposit.ts"
import type { Deposit } from "../../core/payments/deposit/deposit.ts"
import type { PaymentReceived } from "../../core/payments/deposit/deposit.states.ts"
import type { Decided } from "../../core/engine/event/book-fact.ts"
import type { Event } from "../../core/engine/event/event.ts"
import { type Rate, rateFromDecimal } from "../../core/base/money/rate.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import { type Movement, planned } from "../../core/payments/movement/movement.ts"
import type { ChangeSet } from "../../core/engine/store/store.ts"
import { endToEndIdAt, returnIdAt } from "../support/ids.ts"

export const cents = (value: number) => unitsUnsafe("BRL", BigInt(value))

export const priceOf = (decimal: string): Rate<"USDT"> => Result.getOrThrow(rateFromDecimal("USDT", decimal, "test", 0))

/** 2026-03-01T00:00:00Z and the minutes after it, in Unix milliseconds. */
export const minute = (n: number): number => 1_772_323_200_000 + n * 60_000

export const owner: Account = {
  id: "acc_01",
  owner: "acc_01",
  environment: "sandbox",
  name: "Acme",
  email: null,
  mainSubAccountId: "sub_1",
  flags: [],
  virtualAccount: false,
  perTxLimit: cents(300_000),
  fees: {},
  chargeLifetimeMs: 86_400_000,
  createdAt: minute(0),
  updatedAt: minute(0)
}

export const pending: Deposit = {
  id: "dep_1",
  owner: owner.id,
  subAccountId: owner.mainSubAccountId,
  externalId: "order-1",
  state: "PENDING",
  processingStep: null,
  asset: "USDT",
  network: "polygon",
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  taxId: null,
  value: cents(1_000),
  fee: cents(25),
  quotedRate: null,
  rate: priceOf("5.00"),
  delivers: "USDT",
  units: 1_950_000n,
  via: "bank:1",
  trackId: "tkt_1",
  qrCode: "br-code",
  endToEndId: null,
  payer: null,
  paidAt: null,
  transactionHash: null,
  confirmedAt: null,
  refusal: null,
  refunded: cents(0),
  refundedAt: null,
  refundEndToEndId: null,
  withheld: cents(0),
  returnDueAt: null,
  expiresAt: minute(1_440),
  createdAt: minute(0),
  updatedAt: minute(0)
}

export const payer = { name: "Ana", taxId: "11144477735" }

const pix = (n: number, value: number, received: PaymentReceived) =>
  ({
    on: "pixSettled",
    endToEndId: endToEndIdAt(n),
    payer,
    value: cents(value),
    paidAt: minute(1),
    received,
    isReturnedEarly: false,
    railReturns: true
  }) as const

/** The n-th PIX, which funds a charge of 10.00 in time. */
export const pixSettled = (n = 1, value = 1_000) =>
  pix(n, value, { _tag: "Funds", surplus: cents(value - 1_000), isLate: false })
/** One that funds it late, at a price of 6.50 by default. */
export const latePix = (n = 1, price = "6.50") => ({
  ...pix(n, 1_000, { _tag: "Funds", surplus: cents(0), isLate: true }),
  paidAt: minute(2),
  rateNow: priceOf(price)
})
/** One on a charge that is paid. */
export const surplusPix = (n = 2) => pix(n, 1_000, { _tag: "Surplus", returned: cents(1_000) })
/** One below the charge. */
export const partialPix = (n: number, value: number) => pix(n, value, { _tag: "Partial", returned: cents(value) })
export const chargeExpired: DepositFact = { on: "chargeExpired" }
export const delivered: DepositFact = { on: "delivered", transactionHash: "0xabc" }
/** On a rail that returns by itself; `ordersReturn` is the same on any other. */
export const deliveryRefused = {
  on: "deliveryRefused",
  reason: reason("failed", "insufficient funds in the hot wallet"),
  railReturns: true,
  movements: {}
} as const satisfies DepositFact
export const ordersReturn = { ...deliveryRefused, railReturns: false } as const satisfies DepositFact
export const returnRefused: DepositFact = {
  on: "returnRefused",
  movementId: "return/dep_1",
  reason: reason("refusedByProvider", "the account is closed")
}
export const returnOverdue: DepositFact = { on: "returnOverdue" }
export const deliveryUnknown: DepositFact = { on: "deliveryUnknown" }
/** The delivery of the deposit, which was sent. */
const sentDelivery: Movement = {
  ...planned({
    purpose: "deliver",
    owner: "acc_01",
    subjectKind: "deposit",
    subject: "dep_1",
    order: { kind: "delivery", asset: "USDT", network: "polygon", address: pending.address, units: pending.units },
    at: minute(1)
  }),
  state: "SENDING",
  sendings: 1,
  sentAt: minute(1)
}

export const sent = { value: sentDelivery, version: 2 } as const

/** The return of the whole payment, which we ordered and did not send yet. */
export const ordered: Movement = planned({
  purpose: "return",
  owner: "acc_01",
  subjectKind: "deposit",
  subject: "dep_1",
  order: { kind: "pixReturn", endToEndId: endToEndIdAt(1), value: pending.value },
  cents: pending.value,
  at: minute(2)
})

/** The n-th return, after the delivery was sent. */
export const returnConfirmed = (value: number, n = 1, delivery: Movement = sentDelivery) =>
  ({
    on: "returnConfirmed",
    returnId: returnIdAt(n),
    value: cents(value),
    movements: { deliver: { value: delivery, version: 2 } }
  }) as const

/** The n-th return by somebody else, while our own is ordered and not sent. */
export const returnedMeanwhile = (value: number, n = 1): DepositFact => {
  const fact = returnConfirmed(value, n)
  return { ...fact, movements: { ...fact.movements, return: { value: ordered, version: 1 } } }
}

/** The n-th return, before the delivery was sent. */
export const returnedUnsent = (value: number, n = 1) =>
  returnConfirmed(value, n, { ...sentDelivery, state: "PLANNED", sendings: 0, sentAt: null })

/** Decides the facts one after the other, a minute apart from the first on; each must change the deposit. */
export const after = (facts: ReadonlyArray<DepositFact>, from: Deposit = pending): Deposit =>
  facts.reduce((deposit, fact, index) => {
    const decision = decideDeposit({ value: deposit, version: index + 1 }, owner, fact, minute(index + 1))
    if (decision._tag !== "Changed") throw new Error(`${fact.on} in ${deposit.state} was ${decision._tag}`)
    return decision.record
  }, from)

/** The decision of a fact about a deposit, ten minutes past. */
export const when = (given: Deposit, fact: DepositFact, account: Account = owner): Decided<Deposit> =>
  decideDeposit({ value: given, version: 7 }, account, fact, minute(10))

/** The decision, which must change the deposit. */
export const changed = (given: Deposit, fact: DepositFact, account: Account = owner) => {
  const decision = when(given, fact, account)
  if (decision._tag !== "Changed") throw new Error(`${fact.on} in ${given.state} was ${decision._tag}`)
  return decision
}

/** Postings as `template: account asset amount`, debit positive, in the order of the journal. */
export const postingsOf = (changes: ChangeSet): ReadonlyArray<string> =>
  changes.entries.flatMap(({ postings, template }) =>
    postings.map(({ account, asset, side, units }) =>
      `${template}: ${account} ${side === "debit" ? "+" : "-"}${units} ${asset}`
    )
  )

/** The events of a change set, body decoded. */
export const eventsOf = (changes: ChangeSet) =>
  changes.writes.filter(({ kind }) => kind === "event").map(({ body }) => {
    const event = JSON.parse(body) as Event
    return {
      ...event,
      body: JSON.parse(event.body) as { readonly event: string; readonly data: Record<string, unknown> }
    }
  })

/** The kinds of records that a change set writes. */
export const kindsOf = (changes: ChangeSet): ReadonlyArray<string> => changes.writes.map(({ kind }) => kind)
