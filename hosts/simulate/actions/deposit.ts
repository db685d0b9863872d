// What happens around deposits: an app asks for a charge, a payer pays it in time, late, twice or never, and banks return
// what was paid, whole, in parts or beyond.
import { createDeposit } from "../../../core/deposit/create-deposit.ts"
import type { DepositRequest } from "../../../core/deposit/deposit-request.ts"
import type { DepositAnswer } from "../../../core/deposit/deposit-view.ts"
import { unitsUnsafe } from "../../../core/money/units.ts"
import type { Question } from "../client.ts"
import type { DepositAction } from "./action.ts"
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
  }
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const pairs = [
  { asset: "USDT", network: "polygon" },
  { asset: "USDC", network: "base" },
  { asset: "BRLA", network: "polygon" },
  { asset: "USDC", network: "gnosis" }
] as const

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
  }
}

/** The story of a deposit whose delivery nobody can see for a while, and whose PIX goes back meanwhile. */
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
}
