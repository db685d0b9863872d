// Deposits of LIGHTNING over the adapters of Lightning, before the nodes of the tests: the PIX is paid, and the node pays the destination
// that was named, once, by the amount that the deposit delivers.
import { Context, Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { lightningNodeAdapter } from "../../../core/ports/moving/adapter.ts"
import { lnurl } from "../../vectors/address/encode.ts"
import { endToEndIdAt } from "../../support/ids.ts"
import { World } from "../../support/world.ts"
import { openWalletBench } from "../nwc/bench.ts"
import { type LedgerBench, openLedgerBench } from "./bench.ts"
import { invoiceOf, sha256 } from "./invoices.ts"

// 9.75 at 500,000.00 a bitcoin.
const sats = 1_950n

const opened: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

type Bench = Pick<LedgerBench, "close" | "ledger" | "node">

describe.each<[string, () => Promise<Bench>]>([["LND", openLedgerBench], ["NWC", openWalletBench]])(
  "over %s a deposit §deposit-lightning",
  (_, openBench) => {
    const paid = async (destination: (bench: Bench) => string, msat = 5_000_000n) => {
      const bench = await openBench()
      bench.ledger.heldMsat = msat
      const world = await World.open(
        undefined,
        (services) => Context.merge(services, lightningNodeAdapter.services(bench.node))
      )
      opened.push(async () => {
        await world.close()
        await bench.close?.()
      })
      world.rates.price = "500000"
      world.clock.now = Date.now()
      const caller = await world.caller()
      const address = destination(bench)
      const deposit = await world.deposit(caller, { asset: "LIGHTNING", network: "lightning", address })
      await world.settle(deposit.trackId, endToEndIdAt(1))
      await world.work()
      return {
        arrived: [...bench.ledger.arrived].flatMap(([hash, amounts]) => amounts.map((amount) => [hash, amount])),
        record: await world.record(caller, deposit.externalId)
      }
    }

    it.each([
      ["a Lightning address", () => "ana@pay.test"],
      ["an LNURL", () => lnurl("https://pay.test/.well-known/lnurlp/ana")]
    ])("to %s pays the invoice that it gives", async (_, destination) => {
      const { arrived, record } = await paid(destination)
      expect(record).toMatchObject({ status: "COMPLETED", receivedAmount: sats })
      expect(arrived).toEqual([[record.transactionHash, sats * 1_000n]])
    })

    it("for which the node holds too little waits, and nothing is requested of it", async () => {
      const { arrived, record } = await paid(() => "ana@pay.test", 1_969_000n)
      expect(record).toMatchObject({ status: "PROCESSING", processingStep: null })
      expect(arrived).toEqual([])
    })
  }
)

describe.each<[string, () => Promise<Bench>]>([["LND", openLedgerBench], ["NWC", openWalletBench]])(
  "%s pays an invoice",
  (_, openBench) => {
    it.each([
      ["that leaves the amount to the payer", undefined, "Done", [sats * 1_000n]],
      ["of the amount that was ordered", sats * 1_000n, "Done", [sats * 1_000n]],
      ["of no other amount", sats * 1_000n + 1n, "Refused", undefined]
    ])("%s", async (_, msat, tag, arrived) => {
      const bench = await openBench()
      opened.push(async () => await bench.close?.())
      const preimage = sha256("shop")
      const hash = sha256(preimage).toString("hex")
      bench.ledger.preimages.set(hash, preimage)
      const amount = msat === undefined ? {} : { msat }
      const bolt11 = invoiceOf({ preimage, createdAt: bench.ledger.now(), seconds: 600, ...amount })
      const order = { operationId: "mov_1", bolt11, sats: unitsUnsafe("BTC", sats) }
      const maximumFee = unitsUnsafe("BTC", 100n)
      expect((await Effect.runPromise(bench.node.pay({ ...order, maximumFee })))._tag).toBe(tag)
      expect(bench.ledger.arrived.get(hash)).toEqual(arrived)
      if (tag === "Done") {
        expect((await Effect.runPromise(bench.node.lookUpPayment(order)))._tag).toBe("Done")
        const other = { ...order, sats: unitsUnsafe("BTC", sats + 1n) }
        expect((await Effect.runPromise(bench.node.lookUpPayment(other)))._tag).toBe("Unknown")
      }
    })
  }
)
