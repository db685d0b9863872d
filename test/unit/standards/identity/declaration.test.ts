// What is declared of operations: kept with the record, part of the request, and required where the environment says so.
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { createDeposit } from "../../../../core/payments/deposit/create-deposit.ts"
import { Deposits } from "../../../../core/payments/deposit/deposit.ts"
import { previewDeposit } from "../../../../core/payments/deposit/preview-deposit.ts"
import { RequiredFields, requirable } from "../../../../core/standards/identity/declaration.ts"
import { createLightningInvoice } from "../../../../core/payments/lightning-invoice/create-lightning-invoice.ts"
import { LightningInvoices } from "../../../../core/payments/lightning-invoice/lightning-invoice.ts"
import { createPayout } from "../../../../core/payments/payout/create-payout.ts"
import { Payouts } from "../../../../core/payments/payout/payout.ts"
import { find, get } from "../../../../core/engine/store/records.ts"
import { createSubaccount } from "../../../../core/customers/subaccount/create-subaccount.ts"
import { Subaccounts } from "../../../../core/customers/subaccount/subaccount.ts"
import { createSwap } from "../../../../core/payments/swap/create-swap.ts"
import { Swaps } from "../../../../core/payments/swap/swap.ts"
import { createTransfer } from "../../../../core/payments/transfer/create-transfer.ts"
import { Transfers } from "../../../../core/payments/transfer/transfer.ts"
import { depositRequest } from "../../../support/world.ts"
import { order, payer, payoutRequest } from "../../payments/payout/payouts.ts"
import { openSwap, openSwapper, sparkDestination } from "../../payments/swap/swap.scene.ts"
import { transferOf } from "./transfers.ts"

const declared = {
  purpose: "rent",
  walletOwner: "other",
  walletProof: "declaration",
  counterpartyName: "Ana Prado",
  counterpartyTaxId: "52998224725",
  counterpartyCountry: "BRA"
} as const

const { walletOwner: _owner, walletProof: _proof, ...ofPayment } = declared

const stored = <A>(found: { readonly _tag: string; readonly value?: { readonly value: A } }) => found.value?.value

describe("a declaration", () => {
  it("is kept with the record of each operation §declared-kept", async () => {
    const by = await payer()
    const { caller, key, world } = by
    const deposit = await world.deposit(caller, declared)
    expect(stored(await world.run(get(Deposits, deposit.walletCharge)))?.declared).toEqual(declared)
    const payout = await order(by, ofPayment)
    expect(stored(await world.run(get(Payouts, payout)))?.declared).toEqual({
      ...declared,
      walletOwner: null,
      walletProof: null
    })
    world.rates.price = "500000"
    const invoice = { value: 1_000, pixKey: "ana@example.com", ...ofPayment }
    const issued = await world.run(createLightningInvoice({ caller, request: invoice }))
    if (issued._tag !== "Answered") throw new Error("an invoice was answered from store")
    const { paymentHash } = issued.answer
    expect(stored(await world.run(find(LightningInvoices, "paymentHash", paymentHash)))?.declared).toEqual({
      ...declared,
      walletOwner: null,
      walletProof: null
    })
    world.rates.price = "5"
    const once = await world.run(createTransfer({ caller, request: transferOf(key, declared) }))
    if (once._tag !== "Answered") throw new Error("a transfer was answered from store")
    const { transactionId } = once.answer.data
    expect(stored(await world.run(get(Transfers, transactionId)))?.declared).toEqual(declared)
    const made = await world.run(createSubaccount({ caller, request: { name: "Ana", taxResidence: "PRT" } }))
    if (made._tag !== "Answered") throw new Error("a subaccount was answered from store")
    expect(stored(await world.run(get(Subaccounts, made.answer.data.subAccountId)))?.taxResidence).toBe("PRT")
    await world.work()
    await world.close()
  })

  it("is absent where nothing was declared, and part of what an externalId stands for §declared-kept", async () => {
    const by = await payer()
    const { caller, world } = by
    const bare = await world.deposit(caller)
    expect(stored(await world.run(get(Deposits, bare.walletCharge)))).not.toHaveProperty("declared")
    const ask = (parts: object) =>
      createDeposit({ caller, request: depositRequest({ externalId: "order-1", ...parts }) })
    await world.run(ask(declared))
    await world.run(ask(declared))
    expect(await world.refusal(ask({ ...declared, purpose: "wages" }))).toMatchObject({ _tag: "IdempotencyConflict" })
    const pay = (parts: object) => createPayout({ caller, request: payoutRequest(by, { externalId: "p-1", ...parts }) })
    await world.run(pay(ofPayment))
    expect(await world.refusal(pay({}))).toMatchObject({ _tag: "IdempotencyConflict" })
    await world.work()
    await world.close()
  })
})

describe("a declaration of a swap", () => {
  it("is kept with the record, and part of what its request id stands for §declared-kept", async () => {
    const { ask, refusal, swapId, world } = await openSwap(declared)
    expect(stored(await world.run(get(Swaps, swapId)))?.declared).toEqual(declared)
    expect(await ask(declared)).toMatchObject({ replayed: true, answer: { swapId } })
    const conflict = { _tag: "IdempotencyConflict", field: "clientRequestId" }
    expect(await refusal({ ...declared, purpose: "wages" })).toMatchObject(conflict)
    expect(await refusal()).toMatchObject(conflict)
    await world.close()
  })

  it("is absent where nothing was declared §declared-kept", async () => {
    const { swapId, world } = await openSwap()
    expect(stored(await world.run(get(Swaps, swapId)))).not.toHaveProperty("declared")
    await world.close()
  })
})

describe("an environment that requires fields", () => {
  const requiring = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, RequiredFields, requirable)

  it("asks the purpose of every swap, and the rest of one that goes to an address §declared-required §error-declaration-missing", async () => {
    const { caller, request, world } = await openSwapper()
    const before = world.commits.length
    const swap = (parts: object) => requiring(createSwap({ caller, request: request({ ...parts }) }))
    const missing = (...fields: ReadonlyArray<string>) => ({ _tag: "DeclarationMissing", operation: "swap", fields })
    expect(await world.refusal(swap({}))).toMatchObject(missing("purpose"))
    expect(await world.refusal(swap({ ...ofPayment, address: sparkDestination })))
      .toMatchObject(missing("walletOwner", "walletProof"))
    // A wrong field of the specification answers first, with a code of its own.
    expect(await world.refusal(swap({ amount: "0" }))).toMatchObject({ _tag: "InvalidSwapInput", field: "amount" })
    expect([world.commits.length, world.vault.opened]).toEqual([before, []])
    expect(await world.run(swap({ purpose: "savings" }))).toMatchObject({ answer: { status: "PENDING" } })
    const outside = { ...declared, address: sparkDestination, clientRequestId: "request-2" }
    expect(await world.run(swap(outside))).toMatchObject({ answer: { status: "PENDING" } })
    await world.close()
  })

  it("refuses each operation that lacks one, by name, and keeps nothing §declared-required §error-declaration-missing", async () => {
    const by = await payer()
    const { caller, key, world } = by
    const before = world.commits.length
    const refused = async <E>(effect: Effect.Effect<unknown, E, never>) => await world.refusal(effect)
    const deposit = { caller, request: depositRequest({ ...declared, purpose: undefined } as object) }
    const missing = (operation: string, ...fields: ReadonlyArray<string>) => ({
      _tag: "DeclarationMissing",
      operation,
      fields
    })
    const at = (effect: unknown) => refused(requiring(effect as Effect.Effect<unknown, unknown, never>))
    expect(await at(createDeposit(deposit))).toMatchObject(missing("deposit", "purpose"))
    expect(await at(previewDeposit(deposit))).toMatchObject(missing("deposit", "purpose"))
    expect(
      await at(createPayout({ caller, request: payoutRequest(by, { ...ofPayment, purpose: undefined } as object) }))
    )
      .toMatchObject(missing("payout", "purpose"))
    const invoice = { value: 1_000, pixKey: "ana@example.com", ...ofPayment, purpose: undefined } as object
    expect(await at(createLightningInvoice({ caller, request: invoice as never })))
      .toMatchObject(missing("lightningInvoice", "purpose"))
    expect(await at(createTransfer({ caller, request: transferOf(key, ofPayment) })))
      .toMatchObject(missing("transfer", "walletOwner", "walletProof"))
    expect(await at(createSubaccount({ caller, request: { name: "Ana" } })))
      .toMatchObject(missing("subaccount", "taxResidence"))
    expect(world.commits.length).toBe(before)
    await world.close()
  })

  it("lets pass what has them, and what stays between subaccounts of one owner §declared-required", async () => {
    const { caller, key, world } = await payer()
    await world.run(requiring(createDeposit({ caller, request: depositRequest(declared) })))
    const inner = transferOf(key, { recipientAddress: undefined, toSubAccountId: "sub_none" }) as object
    const { recipientAddress: _none, ...toSubaccount } = inner as { readonly recipientAddress: undefined }
    expect(await world.refusal(requiring(createTransfer({ caller, request: toSubaccount as never }))))
      .toMatchObject({ _tag: "NotFound" })
    await world.close()
  })
})
