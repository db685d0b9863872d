// What a Lightning address gives in the sandbox: an invoice that holds every check of production, and that no one can pay.
import { Effect, Layer, Result } from "effect"
import { describe, expect, it } from "vitest"
import * as sandboxLightning from "../../../adapters/sandbox/lightning-node.ts"
import { regtestInvoice } from "../../../adapters/sandbox/regtest-invoice.ts"
import { readGivenInvoice } from "../../../core/standards/address/payable-invoice.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { readInvoice } from "../../../core/decode/payment-string/invoice.ts"
import { lightningNodeAdapter } from "../../../core/ports/moving/adapter.ts"
import { World } from "../../support/world.ts"

const given = async (world: World, address: string, sats: bigint) => {
  const services = await world.run(Effect.scoped(Layer.build(sandboxLightning.layer)))
  const node = lightningNodeAdapter.of(services)
  return { node, bolt11: await world.run(node.resolveAddress(address, unitsUnsafe("BTC", sats))) }
}

// C59
describe("a Lightning address of the sandbox", () => {
  it.each([1n, 2_050n, 2_100_000_000_000_000n])(
    "gives a signed invoice of regtest of exactly %s sats",
    async (sats) => {
      const world = await World.open()
      const { bolt11, node } = await given(world, "ana@example.com", sats)
      const terms = { amountMsat: sats * 1_000n, now: world.clock.now }
      expect(Result.isSuccess(readGivenInvoice(bolt11, node.network ?? "mainnet", terms))).toBe(true)
      expect(Result.getOrThrow(readInvoice(bolt11))).toMatchObject({
        network: "regtest",
        amountMsat: sats * 1_000n,
        createdAt: Math.floor(world.clock.now / 1_000),
        payeeFrom: "recovered"
      })
    }
  )

  it("gives the same invoice for the same parts and another for others, all of one payee", async () => {
    const world = await World.open()
    const invoices = await Promise.all(
      [["ana", 1n], ["ana", 1n], ["ana", 2n], ["bia", 1n]].map(async ([name, sats]) =>
        (await given(world, `${name}@example.com`, BigInt(sats ?? 0))).bolt11
      )
    )
    expect(new Set(invoices).size).toBe(3)
    expect(new Set(invoices.map((each) => Result.getOrThrow(readInvoice(each)).payee)).size).toBe(1)
    const parts = { seed: "a", amount: unitsUnsafe("BTC", 7n), createdAt: 1_700_000_000_999 }
    expect(regtestInvoice(parts)).toBe(regtestInvoice(parts))
  })
})
