// A world with a Lightning invoice in it, what providers can tell about it, and what can be seen of it.
import { createLightningInvoice } from "../../../../core/payments/lightning-invoice/create-lightning-invoice.ts"
import type { LightningInvoiceRequest } from "../../../../core/payments/lightning-invoice/lightning-invoice-request.ts"
import { readLightningInvoice } from "../../../../core/payments/lightning-invoice/read-lightning-invoice.ts"
import { list } from "../../../../core/engine/store/records.ts"
import { Events } from "../../../../core/engine/event/event.ts"
import { Reviews } from "../../../../core/engine/review/review.ts"
import { balancesOf } from "../../../support/books.ts"
import { World } from "../../../support/world.ts"

export const minute = 60_000

/** A request of 10.00 to a key: fee 0.25, and 2,050 satoshis at 500,000.00 a bitcoin. */
export const invoiceRequest = (parts: Partial<LightningInvoiceRequest> = {}): LightningInvoiceRequest => ({
  value: 1_000,
  pixKey: "ana@example.com",
  ...parts
})

export const refundAddress = "ana@wallet.example.com"

export const openInvoice = async (
  parts: Partial<LightningInvoiceRequest> = {},
  decorate?: Parameters<typeof World.open>[1]
) => {
  const world = await World.open(undefined, decorate)
  world.rates.price = "500000"
  const caller = await world.caller()
  const once = await world.run(createLightningInvoice({ caller, request: invoiceRequest(parts) }))
  if (once._tag !== "Answered") throw new Error("a request without a key was answered from store")
  const { paymentHash } = once.answer
  const id = world.lightning.made.at(-1)?.invoiceId ?? ""
  return {
    world,
    caller,
    id,
    paymentHash,
    answer: once.answer,
    record: () => world.run(readLightningInvoice(caller, paymentHash)),
    paid: (eventId?: string) => world.provider("LIGHTNING", { type: "INVOICE-PAID", paymentHash }, eventId),
    pixOut: (type: string, parts: object = {}, eventId?: string) =>
      world.provider("PIX-OUT", { type, payment: { id, ...parts } }, eventId)
  }
}

/** Names of the events that were sent, in their order, with what they said. */
export const eventsOf = async (world: World, owner: string) =>
  (await world.run(list(Events, "byOwner", owner, { limit: 50 }))).toReversed().map(({ value }) =>
    JSON.parse(value.body) as { readonly event: string; readonly data: Record<string, unknown> }
  )

/** All balances but what was seen of floats and is free of it; what is reserved is among them. */
export const bookedOf = async (world: World) =>
  (await balancesOf(world, "")).filter((line) => !/^float-(?:free|seen)\//.test(line)).toSorted()

/** What the operator has to look at. */
export const reviewsOf = async (world: World) =>
  (await world.run(list(Reviews, "all", "all", { limit: 50 }))).map(({ value }) =>
    value.id.slice(value.subject.length + 1)
  )
