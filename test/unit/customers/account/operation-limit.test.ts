// The limit of one operation in dollars: to the cent, at the rate of the day, and never without one.
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { createDeposit } from "../../../../core/payments/deposit/create-deposit.ts"
import { previewDeposit } from "../../../../core/payments/deposit/preview-deposit.ts"
import { withinOperationLimit } from "../../../../core/customers/account/operation-limit.ts"
import { createLightningInvoice } from "../../../../core/payments/lightning-invoice/create-lightning-invoice.ts"
import { createPayout } from "../../../../core/payments/payout/create-payout.ts"
import { OfficialRateUnavailable, OfficialRates } from "../../../../core/ports/official-rate.ts"
import { OperationLimit } from "../../../../core/ports/restrictions.ts"
import { createSwap } from "../../../../core/payments/swap/create-swap.ts"
import { createTransfer } from "../../../../core/payments/transfer/create-transfer.ts"
import { depositRequest } from "../../../support/world.ts"
import { payer, payoutRequest } from "../../payments/payout/payouts.ts"
import { openSwapper } from "../../payments/swap/swap.scene.ts"
import { transferOf } from "../../standards/identity/transfers.ts"

/** A limit in cents of a dollar, and PTAX in ten-thousandths of a real; undefined where it cannot be read. */
const limited =
  (limit: bigint, rate: bigint | undefined, asked: Array<string> = []) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.provideService(OperationLimit, limit),
      Effect.provideService(OfficialRates, {
        dollar: (date) => {
          asked.push(date)
          return rate === undefined
            ? Effect.fail(new OfficialRateUnavailable({ date }))
            : Effect.succeed({ date, tenThousandths: rate })
        }
      })
    )

const tagOf = (effect: Effect.Effect<unknown, { readonly _tag: string }>) =>
  Effect.runPromise(Effect.match(effect, { onSuccess: () => "passes", onFailure: ({ _tag }) => _tag }))

describe("the limit of an operation", () => {
  it.each(
    [
      ["reais at the limit", "BRL", 543_21n, "passes"],
      ["a cent of a real above it", "BRL", 543_22n, "OperationLimitExceeded"],
      ["a peg to the real at the limit", "BRLA", 543_210_000_000_000_000_000n, "passes"],
      ["its smallest unit above it", "BRLA", 543_210_000_000_000_000_001n, "OperationLimitExceeded"],
      ["dollars at the limit", "USDC", 100_000_000n, "passes"],
      ["a millionth of a dollar above it", "USDC", 100_000_001n, "OperationLimitExceeded"]
    ] as const
  )("of US$ 100.00 at 5.4321: %s §operation-limit", async (_, asset, units, answer) => {
    expect(await tagOf(limited(100_00n, 54_321n)(withinOperationLimit({ asset, units })))).toBe(answer)
  })

  it("asks for no rate where there is no limit, or the asset is a dollar §operation-limit", async () => {
    const asked: Array<string> = []
    const huge = withinOperationLimit({ asset: "BRL", units: 10n ** 14n })
    await Effect.runPromise(Effect.provideService(huge, OperationLimit, OperationLimit.none))
    await Effect.runPromise(limited(100_00n, undefined, asked)(withinOperationLimit({ asset: "USDT", units: 1n })))
    expect(asked).toEqual([])
  })

  it("refuses as upstream away where nothing gives the rate, it cannot be read, or is no price §operation-limit", async () => {
    const tiny = withinOperationLimit({ asset: "BRL", units: 1n })
    expect(await tagOf(Effect.provideService(tiny, OperationLimit, 100_00n))).toBe("UpstreamUnavailable")
    expect(await tagOf(limited(100_00n, undefined)(tiny))).toBe("UpstreamUnavailable")
    expect(await tagOf(limited(100_00n, 0n)(tiny))).toBe("UpstreamUnavailable")
  })

  it("holds deposits, payouts, Lightning invoices and transfers before anything is done, by the day in São Paulo §operation-limit §error-operation-limit-exceeded", async () => {
    const by = await payer()
    const { caller, key, world } = by
    const before = world.commits.length
    const asked: Array<string> = []
    // Ten reais are two dollars and a bit less than a cent more.
    const refusal = (effect: Effect.Effect<unknown, unknown, never>) =>
      world.refusal(limited(1_99n, 50_000n, asked)(effect))
    const exceeded = { _tag: "OperationLimitExceeded", limit: 199n }
    const deposit = { caller, request: depositRequest() }
    expect(await refusal(createDeposit(deposit) as never)).toMatchObject(exceeded)
    expect(await refusal(previewDeposit(deposit) as never)).toMatchObject(exceeded)
    expect(await refusal(createPayout({ caller, request: payoutRequest(by) }) as never)).toMatchObject(exceeded)
    const invoice = { caller, request: { value: 1_000, pixKey: "ana@example.com" } }
    expect(await refusal(createLightningInvoice(invoice) as never)).toMatchObject(exceeded)
    expect(world.lightning.made).toEqual([])
    expect(await refusal(createTransfer({ caller, request: transferOf(key, { amount: "2" }) }) as never))
      .toMatchObject(exceeded)
    expect([world.commits.length, world.rail.charges]).toEqual([before, []])
    expect(new Set(asked)).toEqual(new Set(["2026-02-28"]))
    await world.run(limited(2_00n, 50_000n)(createDeposit(deposit)))
    await world.close()
  })

  it("holds swaps by what their DePix is worth, before a PIN is looked at §operation-limit §error-operation-limit-exceeded", async () => {
    const { caller, request, world } = await openSwapper()
    const before = world.commits.length
    const swap = (limit: bigint, rate: bigint | undefined) =>
      limited(limit, rate)(createSwap({ caller, request: request() }))
    // Fifty reais are ten dollars.
    expect(await world.refusal(swap(9_99n, 50_000n))).toMatchObject({ _tag: "OperationLimitExceeded", limit: 999n })
    expect(await world.refusal(swap(10_00n, undefined))).toMatchObject({ _tag: "UpstreamUnavailable" })
    expect([world.commits.length, world.vault.opened]).toEqual([before, []])
    expect(await world.run(swap(10_00n, 50_000n))).toMatchObject({ answer: { status: "PENDING" } })
    // What was taken on is answered, whatever the limit is now.
    expect(await world.run(swap(1n, 50_000n))).toMatchObject({ replayed: true })
    await world.close()
  })
})
