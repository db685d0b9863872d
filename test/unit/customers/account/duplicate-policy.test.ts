// The policy against paying again what may have been paid (0116): what is equal, what is in doubt, what a reason does, and
// that a refusal leaves nothing.
import { Redacted, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { DuplicateReason } from "../../../../core/customers/idempotency/idempotency.ts"
import { createPayout } from "../../../../core/payments/payout/create-payout.ts"
import type { PayoutRequest } from "../../../../core/payments/payout/admit-payout.ts"
import { previewPayout } from "../../../../core/payments/payout/preview-payout.ts"
import { readExplanation } from "../../../../core/reports/explain/read-explanation.ts"
import { dayInSaoPaulo } from "../../../../core/base/time/instant.ts"
import { createTransfer } from "../../../../core/payments/transfer/create-transfer.ts"
import type { TransferRequest } from "../../../../core/payments/transfer/transfer-request.ts"
import { account, startOfTests } from "../../../support/world.ts"
import { openWithWallet, walletAccount } from "../../../support/wallets.ts"
import { type Payer, allFlags, keysOf, order, payer, payoutRequest } from "../../payments/payout/payouts.ts"

const create = (by: Payer, parts: Partial<PayoutRequest> = {}) =>
  createPayout({ caller: by.caller, request: payoutRequest(by, parts) })

/** A payer whose account refuses twins, and the payout of 10.00 whose PIX no one knows about. */
const doubtful = async (duplicatePolicy: "off" | "refuse" = "refuse") => {
  const by = await payer({ flags: [...allFlags], duplicatePolicy })
  by.world.rail.payments.script.push("lost")
  const id = await order(by)
  await by.world.work()
  by.world.rail.payments.isDark = true
  return { by, id }
}

const accepted = (by: Payer, parts: Partial<PayoutRequest> = {}) =>
  by.world.run(create(by, parts)).then(({ _tag }) => _tag)

describe("a payout equal to one whose outcome is unknown", () => {
  it("is refused, names the earlier one and leaves nothing §payout-duplicate §error-duplicate-payment", async () => {
    const { by, id } = await doubtful()
    const before = by.world.commits.length
    const preview = previewPayout({ caller: by.caller, request: payoutRequest(by) })
    for (const refusal of [await by.world.refusal(create(by)), await by.world.refusal(preview)]) {
      expect(refusal).toMatchObject({ _tag: "DuplicatePayment", transactionId: id })
    }
    expect(by.world.commits).toHaveLength(before)
  })

  it("is refused before the PIN is looked at §payout-duplicate", async () => {
    const { by } = await doubtful()
    const wrong = { walletPin: Redacted.make("000000") }
    expect(await by.world.refusal(create(by, wrong))).toMatchObject({ _tag: "DuplicatePayment" })
    expect(await by.world.refusal(create(by, { ...wrong, value: 1_001 }))).toMatchObject({ _tag: "InvalidPin" })
  })

  it("is refused on whichever network §payout-duplicate", async () => {
    const { by } = await doubtful()
    expect(await by.world.refusal(create(by, { network: "base" }))).toMatchObject({ _tag: "DuplicatePayment" })
  })

  it("is made with a reason, which is kept and explained §payout-duplicate-reason", async () => {
    const { by } = await doubtful()
    const id = await order(by, { duplicateReason: "two lunches" })
    expect(await by.world.run(readExplanation(id))).toMatchObject({ record: { duplicateReason: "two lunches" } })
    // The new one is not in doubt, the old one is.
    expect(await by.world.refusal(create(by))).toMatchObject({ _tag: "DuplicatePayment" })
  })

  it("is made where the account does not have the policy §payout-duplicate", async () => {
    const { by } = await doubtful("off")
    expect(await accepted(by)).toBe("Answered")
  })

  it("is made once the earlier one is known §payout-duplicate", async () => {
    const { by } = await doubtful()
    by.world.rail.payments.isDark = false
    by.world.advance(1_000)
    await by.world.work()
    expect(await accepted(by)).toBe("Answered")
  })

  it.each<readonly [string, Partial<PayoutRequest>]>([
    ["another amount", { value: 1_001 }],
    ["another key", { pixKey: "ana@example.com" }]
  ])("is no twin with %s §payout-duplicate", async (_, parts) => {
    const { by } = await doubtful()
    expect(await accepted(by, parts)).toBe("Answered")
  })

  it("is no twin of another holder §payout-duplicate", async () => {
    const { by } = await doubtful()
    const caller = await by.world.caller(account("second", { flags: [...allFlags], duplicatePolicy: "refuse" }))
    const { protectedSymmetricKey } = await keysOf(by.world, caller)
    expect(await accepted({ ...by, caller, key: protectedSymmetricKey })).toBe("Answered")
  })

  it("is no twin on the next civil day of São Paulo §payout-duplicate-day", async () => {
    // The tests begin at 21:00 of the day before in São Paulo.
    const { by } = await doubtful()
    by.world.clock.now = startOfTests + 3 * 3_600_000 - 1
    expect(await by.world.refusal(create(by))).toMatchObject({ _tag: "DuplicatePayment" })
    by.world.advance(1)
    expect(await accepted(by)).toBe("Answered")
  })

  it("with the externalId of the earlier one is its first answer again §payout-duplicate", async () => {
    const by = await payer({ flags: [...allFlags], duplicatePolicy: "refuse" })
    by.world.rail.payments.script.push("lost")
    const id = await order(by, { externalId: "order-1" })
    await by.world.work()
    expect(await order(by, { externalId: "order-1" })).toBe(id)
  })
})

describe("a transfer equal to one whose outcome is unknown", () => {
  const recipientAddress = "0x52908400098527886E0F7030069857D2E4169EE7"
  const open = async (duplicatePolicy: "off" | "refuse" = "refuse") => {
    const { caller, proof, world } = await openWithWallet(walletAccount("first", { duplicatePolicy }))
    const transfer = (parts: Partial<TransferRequest> = {}) =>
      createTransfer({ caller, request: { recipientAddress, amount: "1.5", ...proof, ...parts } })
    world.chain.script.push("lost")
    world.chain.isDark = true
    await world.run(transfer())
    world.advance(30_000)
    return { world, transfer }
  }

  it("is refused and leaves nothing, or made with a reason §transfer-duplicate §transfer-duplicate-reason", async () => {
    const { transfer, world } = await open()
    const before = world.commits.length
    expect(await world.refusal(transfer())).toMatchObject({ _tag: "DuplicatePayment" })
    expect(world.commits).toHaveLength(before)
    expect(await world.run(transfer({ duplicateReason: "both are meant" }))).toMatchObject({ _tag: "Answered" })
  })

  it("is no twin with another amount or recipient, or without the policy §transfer-duplicate", async () => {
    const { transfer, world } = await open()
    expect(await world.run(transfer({ amount: "1.6" }))).toMatchObject({ _tag: "Answered" })
    world.advance(30_000)
    const other = { recipientAddress: "0x8617E340B3D01FA5F11F306F4090FD50E238070D" }
    expect(await world.run(transfer(other))).toMatchObject({ _tag: "Answered" })
    const without = await open("off")
    expect(await without.world.run(without.transfer())).toMatchObject({ _tag: "Answered" })
  })

  it("is made once the earlier one is known §transfer-duplicate", async () => {
    const { transfer, world } = await open()
    world.chain.isDark = false
    await world.work()
    expect(await world.run(transfer())).toMatchObject({ _tag: "Answered" })
  })
})

it("a reason has 1 to 140 characters §payout-duplicate-reason §transfer-duplicate-reason", () => {
  const isReason = Schema.is(DuplicateReason)
  expect(["", "a", "a".repeat(140), "a".repeat(141)].map((each) => isReason(each))).toEqual([false, true, true, false])
})

it("the day of São Paulo begins at 03:00 UTC §payout-duplicate-day", () => {
  const midnight = Date.UTC(2026, 2, 1, 3)
  expect(dayInSaoPaulo(midnight) - dayInSaoPaulo(midnight - 1)).toBe(1)
  expect(dayInSaoPaulo(midnight + 86_399_999)).toBe(dayInSaoPaulo(midnight))
})
