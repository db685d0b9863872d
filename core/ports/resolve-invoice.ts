// The invoice that a Lightning destination is paid by, checked before anybody stores or pays it (C59): the server of an address or an
// LNURL is somebody else's, and its invoice may ask for any amount; one that was given may have expired since.
import { Clock, Effect, Result } from "effect"
import { parseBolt11, readBolt11 } from "../standards/address/bolt11.ts"
import { invoiceProblem, readGivenInvoice } from "../standards/address/payable-invoice.ts"
import type { Sats } from "../base/money/units.ts"
import { AddressUnresolved, LightningNode } from "./lightning-node.ts"
import { type Outcome, done, refused, unknown } from "./outcome.ts"

const msatPerSat = 1_000n

/** Gets an invoice of exactly this amount from a Lightning address or an LNURL. With any other invoice it is unresolved. */
export const resolveInvoice = Effect.fnUntraced(function*(address: string, amount: Sats) {
  const node = yield* LightningNode
  const bolt11 = yield* node.resolveAddress(address, amount)
  const terms = { amountMsat: amount * msatPerSat, now: yield* Clock.currentTimeMillis }
  return yield* Result.match(readGivenInvoice(bolt11, node.network ?? "mainnet", terms), {
    onSuccess: ({ text }) => Effect.succeed(text),
    onFailure: (reason) => Effect.fail(new AddressUnresolved({ reason, permanent: false }))
  })
})

/**
 * The invoice that a payment of this amount goes out with: the destination itself where it is one that takes the amount still, or one that
 * its server gives. Unknown may be another answer later.
 */
export const invoiceFor = (
  destination: string,
  amount: Sats
): Effect.Effect<Outcome<string>, never, LightningNode> =>
  Result.match(Result.flatMap(readBolt11(destination, undefined), ({ network }) => parseBolt11(destination, network)), {
    onSuccess: (invoice) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const amountMsat = amount * msatPerSat
        switch (invoiceProblem(invoice, { amountMsat, now })) {
          case "expired":
            return refused("expired")
          case "otherAmount":
            return refused("badInvoice", `${invoice.amountMsat} millisatoshis instead of ${amountMsat}`)
          case undefined:
          case "amountOpen":
            return done(invoice.text)
        }
      }),
    onFailure: () =>
      resolveInvoice(destination, amount).pipe(
        Effect.map((bolt11): Outcome<string> => done(bolt11)),
        Effect.catchTag("AddressUnresolved", ({ permanent, reason }) =>
          Effect.succeed(permanent ? refused("badReceiver", reason) : unknown("noAnswer", reason)))
      )
  })
