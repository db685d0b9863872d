// An invoice from a Lightning address, checked before anybody stores or pays it (C59): the address is somebody else's server,
// and its invoice may ask for any amount.
import { Clock, Effect, Result } from "effect"
import { readGivenInvoice } from "../standards/address/payable-invoice.ts"
import type { Sats } from "../base/money/units.ts"
import { AddressUnresolved, LightningNode } from "./lightning-node.ts"

/** Gets an invoice of exactly this amount from a Lightning address. With any other invoice the address is unresolved. */
export const resolveInvoice = Effect.fnUntraced(function*(address: string, amount: Sats) {
  const node = yield* LightningNode
  const bolt11 = yield* node.resolveAddress(address, amount)
  const terms = { amountMsat: amount * 1_000n, now: yield* Clock.currentTimeMillis }
  return yield* Result.match(readGivenInvoice(bolt11, node.network ?? "mainnet", terms), {
    onSuccess: ({ text }) => Effect.succeed(text),
    onFailure: (reason) => Effect.fail(new AddressUnresolved({ reason, permanent: false }))
  })
})
