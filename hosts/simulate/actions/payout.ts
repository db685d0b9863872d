// What happens around payouts: an app pays a PIX from a wallet, asks again, the receiver's bank sends the PIX back whole or
// in parts, and the operator gives back what is owed.
import { answered as once } from "../../../core/customers/idempotency/idempotency.ts"
import { createPayout } from "../../../core/payments/payout/create-payout.ts"
import type { PayoutAnswer } from "../../../core/payments/payout/payout.ts"
import { refundPayout } from "../../../core/payments/payout/refund-payout.ts"
import { Effect } from "effect"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import type { Question } from "../client.ts"
import type { PayoutAction } from "./action.ts"
import { walletPairs } from "./pairs.ts"
import { type Acts, type Stage, type Story, answered } from "./stage.ts"

type PayoutRequestAction = Extract<PayoutAction, { readonly do: "ask-payout" }>

export const payoutQuestion = (
  stage: Stage,
  { account, pin, request }: PayoutRequestAction
): Question<PayoutAnswer> => ({
  route: "createPayout",
  text: JSON.stringify(request),
  ask: (caller, attempt) => createPayout({ caller, request: { ...request, ...stage.proofOf(account, pin) }, attempt })
})

const operator = { environment: "sandbox", requestId: "simulated" } as const

export const payoutActs: Acts<PayoutAction> = {
  "ask-payout": (stage, action, number) =>
    stage.client.ask(number, action.account, `key-${number}`, payoutQuestion(stage, action)),
  "ask-payout-again": (stage, { payout }, number) => {
    const first = stage.actionOf(payout)
    if (first?.do === "ask-payout") {
      stage.client.ask(number, first.account, `key-${payout}`, payoutQuestion(stage, first))
    }
  },
  "reverse-payout": (stage, { payout, percent }, number) => {
    const id = answered(stage, payout, "transactionId")
    const paid = id === undefined ? undefined : stage.rail.payments.effects.get(id)
    if (paid === undefined) return
    const value = paid.request.value * BigInt(percent) / 100n
    if (value > 0n) stage.rail.reversePayment(paid.id, `s${number}`, unitsUnsafe("BRL", value))
  },
  "refund-payout": (stage, { payout }, number) => {
    const id = answered(stage, payout, "transactionId")
    const first = stage.actionOf(payout)
    if (id === undefined || first?.do !== "ask-payout") return
    stage.client.ask(number, first.account, `key-${number}`, {
      route: "refundPayout",
      text: id,
      ask: () => Effect.map(refundPayout(operator, id), (view) => once(view))
    })
  }
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The story of one payout, from its first request. */
export const payoutStory: Story = (random, account, atMs, add) => {
  const pixKey = random.chance(0.05) ? "nobody@simulated.test" : `p${random.below(1_000)}@simulated.test`
  const payout = add(atMs, {
    do: "ask-payout",
    account,
    pin: random.chance(0.03) ? "wrong" : "right",
    request: {
      value: random.between(10, 300_000),
      ...random.pick(walletPairs),
      pixKey,
      ...(random.chance(0.5) ? { externalId: `out-${atMs}-${random.below(1_000_000)}` } : {})
    }
  })
  if (random.chance(0.2)) add(atMs + random.between(0, 3 * minute), { do: "ask-payout-again", payout })
  if (random.chance(0.2)) {
    const percent = random.pick([100, 100, 30, 50])
    add(atMs + random.between(minute, 2 * day), { do: "reverse-payout", payout, percent })
    if (percent < 100 && random.chance(0.5)) {
      add(atMs + random.between(minute, 3 * day), { do: "reverse-payout", payout, percent: 100 - percent })
    }
  }
  if (random.chance(0.1)) add(atMs + random.between(minute, 2 * day), { do: "refund-payout", payout })
  // The operator and the receiver's bank at the same time, in either order; and the operator once more.
  if (random.chance(0.12)) {
    const meetAt = atMs + random.between(minute, day)
    const percent = random.pick([100, 30, 70])
    add(meetAt, { do: "refund-payout", payout })
    add(meetAt + random.between(-10, 20) * 1_000, { do: "reverse-payout", payout, percent })
    if (percent < 100) {
      add(meetAt + random.between(0, 2 * hour), { do: "reverse-payout", payout, percent: 100 - percent })
    }
    if (random.chance(0.5)) add(meetAt + random.between(0, day), { do: "refund-payout", payout })
  }
  // A bank that sends it back at once may be faster than the word that it settled.
  if (random.chance(0.1)) {
    add(atMs + random.between(1, 60) * 1_000, { do: "reverse-payout", payout, percent: random.pick([100, 40]) })
  }
  // What failed is looked at by a person, who may try again.
  if (pixKey.startsWith("nobody")) {
    add(atMs + random.between(hour, 2 * day), { do: "refund-payout", payout })
    add(atMs + random.between(2 * day, 3 * day), { do: "refund-payout", payout })
  }
}

/** The story of a payout to a bank that says nothing, or the opposite, of what it did, and then sends the PIX back. */
export const unheardPayoutStory: Story = (random, account, atMs, add) => {
  const payout = add(atMs, {
    do: "ask-payout",
    account,
    pin: "right",
    request: {
      value: random.between(1_000, 100_000),
      ...random.pick(walletPairs),
      pixKey: `${random.pick(["mumble", "lie", "lie"])}${random.below(1_000)}@simulated.test`
    }
  })
  // Failed while nothing is given back by itself, and sent back when it would be.
  if (random.chance(0.4)) {
    add(Math.max(0, atMs - 2 * minute), { do: "turn", account, turn: "refundsOff" })
    add(atMs + 28_000, { do: "turn", account, turn: "refundsOn" })
  }
  const backAt = atMs + random.between(8, 90) * 1_000
  const percent = random.pick([100, 40])
  add(backAt, { do: "reverse-payout", payout, percent })
  if (percent < 100) add(backAt + random.between(1, 600) * 1_000, { do: "reverse-payout", payout, percent: 60 })
}
