// What happens around deposits: an app asks for a charge, a payer pays it in time, late, twice or never, and banks return
// what was paid, whole, in parts or beyond.
import { Effect } from "effect"
import { createDeposit } from "../../../core/payments/deposit/create-deposit.ts"
import { deliverRest } from "../../../core/payments/deposit/deliver-rest.ts"
import type { DepositRequest } from "../../../core/payments/deposit/admit-deposit.ts"
import type { DepositAnswer } from "../../../core/payments/deposit/deposit.ts"
import { previewRest } from "../../../core/payments/deposit/preview-rest.ts"
import { returnRest } from "../../../core/payments/deposit/return-rest.ts"
import { answered as once } from "../../../core/customers/idempotency/idempotency.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import type { Question } from "../client.ts"
import type { DepositAction } from "./action.ts"
import { walletPairs } from "./pairs.ts"
import { type Acts, type Story, answered } from "./stage.ts"

export const depositQuestion = (request: DepositRequest): Question<DepositAnswer> => ({
  route: "createDeposit",
  text: JSON.stringify(request),
  ask: (caller, attempt) => createDeposit({ caller, request, attempt })
})

export const depositActs: Acts<DepositAction> = {
  "ask-deposit": ({ client }, { account, request }, number) =>
    client.ask(number, account, `key-${number}`, depositQuestion(request)),
  "ask-deposit-again": ({ actionOf, client }, { deposit }, number) => {
    const first = actionOf(deposit)
    if (first?.do === "ask-deposit") client.ask(number, first.account, `key-${deposit}`, depositQuestion(first.request))
  },
  "pay-charge": (stage, { deposit }, number) => {
    const charge = answered(stage, deposit, "walletCharge")
    if (charge !== undefined) stage.rail.payCharge(charge, `s${number}`)
  },
  "return-deposit": (stage, { deposit, percent }, number) => {
    const charge = answered(stage, deposit, "walletCharge")
    const paid = stage.rail.paid.find(({ chargeId }) => chargeId === charge)
    if (paid === undefined) return
    const value = (stage.rail.charges.get(paid.chargeId)?.value ?? 0n) * BigInt(percent) / 100n
    if (value > 0n) stage.rail.returnPix(paid.endToEndId, `s${number}`, unitsUnsafe("BRL", value))
  },
  "order-rest": (stage, { deposit, purpose }, number) => {
    const depositId = answered(stage, deposit, "walletCharge")
    const first = stage.actionOf(deposit)
    if (depositId === undefined || first?.do !== "ask-deposit") return
    const order = purpose === "deliver" ? deliverRest : returnRest
    stage.client.ask(number, first.account, `key-${number}`, {
      route: purpose === "deliver" ? "deliverRest" : "returnRest",
      text: depositId,
      ask: () =>
        previewRest(purpose, depositId).pipe(
          Effect.flatMap(({ preview }) => order(operator, { depositId, rest: BigInt(preview) })),
          Effect.map((view) => once(view))
        )
    })
  }
}

const operator = { environment: "sandbox", requestId: "simulated" } as const

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const pairs = [...walletPairs, { asset: "USDC", network: "gnosis" } as const]

/** The story of one deposit, from its first request. */
export const depositStory: Story = (random, account, atMs, add) => {
  const end = random.chance(0.05) ? "dead" : "9ee7"
  const request: DepositRequest = {
    value: random.between(1, 500_000),
    ...random.pick(pairs),
    address: `0x${"5290840009852788".padEnd(36, "0")}${end}`,
    ...(random.chance(0.5) ? { externalId: `order-${atMs}-${random.below(1_000_000)}` } : {})
  }
  const deposit = add(atMs, { do: "ask-deposit", account, request })
  if (random.chance(0.2)) add(atMs + random.between(0, 3 * minute), { do: "ask-deposit-again", deposit })
  if (random.chance(0.1)) return
  const paidAt = atMs +
    (random.chance(0.1) ? random.between(16 * hour, 36 * hour) : random.between(minute, 30 * minute))
  add(paidAt, { do: "pay-charge", deposit })
  if (random.chance(0.08)) add(paidAt + random.between(0, hour), { do: "pay-charge", deposit })
  if (random.chance(0.25)) {
    const percent = random.pick([100, 100, 40, 60, 10])
    add(paidAt + random.between(0, 2 * day), { do: "return-deposit", deposit, percent })
    if (percent < 100 && random.chance(0.5)) {
      add(paidAt + random.between(0, 2 * day), { do: "return-deposit", deposit, percent: 100 - percent })
    }
    orderRest(random, paidAt + random.between(0, 2 * day), deposit, add)
  }
}

/** The story of a deposit whose delivery no one can see for a while, and whose PIX goes back meanwhile. */
export const hastyReturnStory: Story = (random, account, atMs, add) => {
  const deposit = add(atMs, {
    do: "ask-deposit",
    account,
    request: {
      value: random.between(1_000, 100_000),
      ...random.pick(pairs),
      address: `0x${"5290840009852788".padEnd(36, "0")}51e7`
    }
  })
  const paidAt = atMs + random.between(minute, 5 * minute)
  add(paidAt, { do: "pay-charge", deposit })
  const percent = random.pick([100, 100, 40])
  add(paidAt + random.between(10, 600) * 1_000, { do: "return-deposit", deposit, percent })
  orderRest(random, paidAt + random.between(10, 900) * 1_000, deposit, add)
}

/** The story of a deposit of which a part comes back at once, so that an operator decides about the rest. */
export const stoppedDepositStory: Story = (random, account, atMs, add) => {
  const deposit = add(atMs, {
    do: "ask-deposit",
    account,
    request: {
      value: random.between(1_000, 100_000),
      ...random.pick(pairs),
      address: `0x${"5290840009852788".padEnd(36, "0")}${random.chance(0.3) ? "dead" : "9ee7"}`
    }
  })
  const paidAt = atMs + random.between(minute, 5 * minute)
  add(paidAt, { do: "pay-charge", deposit })
  // As fast as the report of the payment, so that either may be first.
  add(paidAt, { do: "return-deposit", deposit, percent: random.pick([10, 40, 60, 90]) })
  if (random.chance(0.3)) {
    add(paidAt + random.between(0, day), { do: "return-deposit", deposit, percent: random.pick([5, 10]) })
  }
  orderRest(random, paidAt + random.between(10, 600) * 1_000, deposit, add)
}

// Now and then by somebody who orders both, or twice.
const orderRest = (
  random: Parameters<Story>[0],
  atMs: number,
  deposit: number,
  add: Parameters<Story>[3]
): void => {
  for (const purpose of ["deliver", "return", "deliver"] as const) {
    if (random.chance(0.5)) add(atMs + random.between(0, 2 * hour), { do: "order-rest", deposit, purpose })
  }
}
