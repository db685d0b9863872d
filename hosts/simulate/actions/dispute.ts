// What happens around disputes: the bank of a payer contests a PIX, whole or in part, also before we have heard of it, and
// its messages come in any order and more than once. An accepted contest is followed by a return, or is not.
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import type { DisputeStatus } from "../ports/disputes.ts"
import type { DisputeAction } from "./action.ts"
import { depositStory } from "./deposit.ts"
import { type Acts, type Story, answered } from "./stage.ts"

export const disputeActs: Acts<DisputeAction> = {
  "tell-dispute": (stage, { deposit, percent, status }, number) => {
    const charge = answered(stage, deposit, "walletCharge")
    const paid = stage.rail.paid.find(({ chargeId }) => chargeId === charge)
    if (paid === undefined) return
    const value = unitsUnsafe("BRL", paid.value * BigInt(percent) / 100n)
    stage.disputes.tell(paid.endToEndId, status, `s${number}`, value)
  },
  "contest-nothing": (stage, { status }, number) =>
    stage.disputes.tell("E99999999202603010000nobodysPix0", status, `s${number}`, unitsUnsafe("BRL", 5_000n))
}

const minute = 60_000
const day = 86_400_000
const statuses: ReadonlyArray<DisputeStatus> = ["CREATED", "ACCEPTED", "REJECTED", "CANCELED"]

/** The story of one disputed deposit, from its request. */
export const disputeStory: Story = (random, account, atMs, add) => {
  let deposit: number | undefined
  let paidAt: number | undefined
  depositStory(random, account, atMs, (at, action) => {
    const number = add(at, action)
    if (action.do === "ask-deposit") deposit = number
    if (action.do === "pay-charge") paidAt ??= at
    return number
  })
  if (random.chance(0.05)) add(atMs, { do: "contest-nothing", status: random.pick(statuses) })
  if (deposit === undefined || paidAt === undefined) return
  const percent = random.pick([100, 100, 50, 120])
  const span = random.pick([1, 10 * minute, 5 * day])
  const legs = random.between(1, 5)
  for (let leg = 0; leg < legs; leg++) {
    const status = leg === 0 && random.chance(0.6) ? "CREATED" : random.pick(statuses)
    // The first may overtake the message that the PIX has come.
    add(paidAt + 1 + random.between(0, span), { do: "tell-dispute", deposit, status, percent })
  }
  if (random.chance(0.3)) {
    add(paidAt + random.between(1, 6 * day), { do: "return-deposit", deposit, percent: Math.min(percent, 100) })
  }
}
