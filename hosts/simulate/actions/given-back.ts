// What happens when a bank pays after all: it says nothing of a PIX that it paid, an operator takes the PIX for unpaid and what
// came in goes back, by itself or by the operator's order, and the bank reports the PIX meanwhile or afterwards.
import { Effect } from "effect"
import { subjects } from "../../../core/payments/resources.ts"
import { answered as once } from "../../../core/customers/idempotency/idempotency.ts"
import { resolveMovement } from "../../../core/payments/movement/resolve-movement.ts"
import { pixOf } from "../../../core/payments/pix-payment/pix-payment.ts"
import type { Random } from "../random.ts"
import type { GivenBackAction } from "./action.ts"
import { invoiceIdOf } from "./lightning-invoice.ts"
import { walletPairs } from "./pairs.ts"
import { type Acts, type Stage, type Story, answered } from "./stage.ts"

const operator = { environment: "sandbox", requestId: "simulated" } as const

// The PIX that was paid for a payout or a Lightning invoice.
const paidFor = (stage: Stage, step: number) => {
  const isPayout = stage.actionOf(step)?.do === "ask-payout"
  const id = isPayout ? answered(stage, step, "transactionId") : invoiceIdOf(stage, step)
  return id === undefined ? undefined : stage.rail.payments.effects.get(id)
}

export const givenBackActs: Acts<GivenBackAction> = {
  "give-up-pix": (stage, { account, payment }, number) => {
    const paid = paidFor(stage, payment)
    if (paid === undefined) return
    // The operator is wrong, and everybody goes by his word.
    stage.rail.contradicted.set(paid.id, "PaymentRefused")
    const resolution = {
      movementId: pixOf(paid.id),
      outcome: "REFUSED",
      evidence: "the bank knows nothing of it"
    } as const
    stage.client.ask(number, account, `key-${number}`, {
      route: "resolveMovement",
      text: paid.id,
      ask: () => Effect.map(resolveMovement(subjects)(operator, resolution), (view) => once(view))
    })
  },
  "report-pix": (stage, { payment }, number) => {
    const paid = paidFor(stage, payment)
    if (paid !== undefined) stage.rail.reportPayment(paid, `s${number}`)
  }
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

// While what came in is on its way back, or long after.
const reportAfter = (random: Random): number =>
  random.pick([
    () => random.between(-4, 4) * second,
    () => random.between(minute, 50 * minute),
    () => random.between(hour, day)
  ])()

const payoutGivenBack: Story = (random, account, atMs, add) => {
  const payout = add(atMs, {
    do: "ask-payout",
    account,
    pin: "right",
    request: {
      value: random.between(1_000, 100_000),
      ...random.pick(walletPairs),
      pixKey: `mumble${random.below(1_000)}@simulated.test`
    }
  })
  const givenUpAt = atMs + random.between(2, 20) * minute
  const backAt = givenUpAt + random.between(5, 300) * second
  const isOrdered = random.chance(0.8)
  if (isOrdered) {
    add(Math.max(0, atMs - 2 * minute), { do: "turn", account, turn: "refundsOff" })
    add(backAt + hour, { do: "turn", account, turn: "refundsOn" })
    add(backAt, { do: "refund-payout", payout })
    // Once more, in case the first could not be sent.
    if (random.chance(0.3)) add(backAt + random.between(minute, hour), { do: "refund-payout", payout })
  }
  add(givenUpAt, { do: "give-up-pix", account, payment: payout })
  const reportedAt = (isOrdered ? backAt : givenUpAt) + reportAfter(random)
  add(reportedAt, { do: "report-pix", payment: payout })
  if (random.chance(0.4)) {
    add(reportedAt + random.between(0, 600) * second, {
      do: "reverse-payout",
      payout,
      percent: random.pick([100, 40])
    })
  }
}

const invoiceGivenBack: Story = (random, account, atMs, add) => {
  const address = `${random.pick(["r", "r", "asleep", "leaving"])}${random.below(1_000_000)}@wallet.test`
  const isOrdered = random.chance(0.5)
  const invoice = add(atMs, {
    do: "ask-lightning-invoice",
    account,
    request: {
      value: random.between(10, 25_000),
      pixKey: `mumble${random.below(1_000)}@simulated.test`,
      ...(isOrdered ? {} : { refundAddress: address })
    }
  })
  const paidAt = atMs + random.between(5, 60) * second
  const givenUpAt = paidAt + random.between(2, 20) * minute
  const backAt = isOrdered ? givenUpAt + random.between(5, 300) * second : givenUpAt
  add(paidAt, { do: "pay-lightning-invoice", invoice })
  add(givenUpAt, { do: "give-up-pix", account, payment: invoice })
  if (isOrdered) add(backAt, { do: "refund-lightning-invoice", invoice, refundAddress: address })
  const reportedAt = backAt + reportAfter(random)
  add(reportedAt, { do: "report-pix", payment: invoice })
  if (random.chance(0.4)) {
    const percent = random.pick([100, 40])
    add(reportedAt + random.between(0, 600) * second, { do: "reverse-lightning-invoice", invoice, percent })
  }
}

/** The story of a payment whose bank is silent, and pays after all when the money has gone back. */
export const givenBackStory: Story = (random, account, atMs, add) =>
  random.pick([payoutGivenBack, invoiceGivenBack])(random, account, atMs, add)
