// Refunds of payouts from tron (C55): a failed PIX gives the debit back on tron; a reversal waits for a person, whatever the
// flag says; and by hand the holder gets USDT on polygon.
import { Context, Option } from "effect"
import { expect, it } from "vitest"
import { Payouts } from "../../../../core/payments/payout/payout.ts"
import { previewPayoutRefund } from "../../../../core/payments/payout/preview-payout-refund.ts"
import { chainAdapter } from "../../../../core/ports/moving/adapter.ts"
import { get } from "../../../../core/engine/store/records.ts"
import { Wallets } from "../../../../core/customers/wallet/wallet.ts"
import { returnIdAt } from "../../../support/ids.ts"
import { allFlags, books, eventsOf, order, payer, pixOut, recordOf, refund, reviewsOf } from "./payouts.ts"

/** A payer whose payouts from tron are debited at his tron address; what the chain sent to the wallet. */
const tronPayer = async (flags: ReadonlyArray<(typeof allFlags)[number]> = allFlags) => {
  const by = await payer({ flags: [...flags] }, undefined, (services) => {
    const chain = chainAdapter.of(services)
    return Context.merge(
      services,
      chainAdapter.services({
        ...chain,
        settlement: (network) => ({ ...chain.settlement(network), family: network === "tron" ? "tron" : "evm" })
      })
    )
  })
  const id = await order(by, { network: "tron" })
  const { walletId } = Option.getOrThrow(await by.world.run(get(Payouts, id))).value
  const wallet = Option.getOrThrow(await by.world.run(get(Wallets, walletId))).value
  const sent = () =>
    [...by.world.chain.effects].filter(([operationId]) => !operationId.startsWith("debit/"))
      .map(([, { request: { address, asset, network, units } }]) => ({ address, asset, network, units }))
  return { by, id, wallet, sent }
}

it("restores the debit on tron after a failed PIX §payout-tron-refund", async () => {
  const { by, id, sent, wallet } = await tronPayer()
  by.world.rail.payments.script.push("refused")
  await by.world.work()
  expect(await recordOf(by, id)).toMatchObject({ status: "FAILED" })
  expect(sent()).toEqual([{ asset: "USDT", network: "tron", address: wallet.addresses.tron, units: 2_350_000n }])
})

// F4
it("sends nothing by itself for a reversal, and USDT on polygon by hand §payout-tron-refund", async () => {
  const { by, id, sent, wallet } = await tronPayer()
  await by.world.work()
  await pixOut(by, "REVERSED", id, { returnId: returnIdAt(1), returnedValue: 400, reason: "fraud" })
  await by.world.work()
  expect(sent()).toEqual([])
  expect(reviewsOf(by)).toEqual([`operatorDecides/reversed/${returnIdAt(1)}`])
  expect(eventsOf(by).at(-1)).toMatchObject({
    event: "PAYOUT_REFUNDED",
    data: { reversalTicketId: returnIdAt(1), returnedAmount: "4.00", refundTxId: null, refundAddress: null }
  })
  const place = { network: "polygon", address: wallet.addresses.evm }
  expect((await by.world.run(previewPayoutRefund(id))).moves).toEqual([
    { asset: "USDT", network: place.network, amount: "0.8", to: place.address }
  ])
  expect(await refund(by, id)).toMatchObject({ asset: "USDT", network: "polygon", refundAddress: place.address })
  await by.world.work()
  expect(sent()).toEqual([{ asset: "USDT", ...place, units: 800_000n }])
  expect(eventsOf(by).at(-1)).toMatchObject({
    event: "PAYOUT_REFUNDED",
    data: { asset: "USDT", network: "polygon", refundAddress: place.address, stableAmount: "0.8" }
  })
  expect(await books(by)).not.toHaveProperty("reversal-owed BRL")
})

// F4
it("gives a failed payout back on polygon when the operator orders it §payout-tron-refund", async () => {
  const { by, id, sent, wallet } = await tronPayer(["WALLET_PAYOUT_API", "TRON_PAYOUT"])
  by.world.rail.payments.script.push("refused")
  await by.world.work()
  expect(await refund(by, id)).toMatchObject({ network: "polygon", refundAddress: wallet.addresses.evm })
  await by.world.work()
  expect(sent()).toEqual([{ asset: "USDT", network: "polygon", address: wallet.addresses.evm, units: 2_350_000n }])
  expect(await recordOf(by, id)).toMatchObject({ status: "REFUNDED" })
})

// F4
it("names the polygon address when a return follows what was given back by hand §payout-tron-refund", async () => {
  const { by, id, wallet } = await tronPayer()
  await by.world.work()
  await refund(by, id)
  await by.world.work()
  await pixOut(by, "REVERSED", id, { returnId: returnIdAt(1), returnedValue: 1_000 })
  expect(eventsOf(by).at(-1)?.data).toMatchObject({
    reversalTicketId: returnIdAt(1),
    refundTxId: expect.any(String) as string,
    refundAddress: wallet.addresses.evm
  })
})
