// An adapter for a bank that you bring yourself. What matters is in one place: an answer that does not come, or cannot be
// read, is Unknown, for the payment may have been made.
import { Effect, type Layer } from "effect"
import { type PixRail, type PixTransfers, done, pixRailAdapter, refused, unknown } from "pontepay"
import type { Outside } from "pontepay/simulate"

/** The port over the bank's wire. `carelessly` reads a time-out as a refusal, as many first versions do. */
export const bankRail = (carelessly: boolean) => ({ pix, wire }: Outside): Layer.Layer<PixRail | PixTransfers> => {
  const lost = () => Effect.succeed(carelessly ? refused("failed", "time-out") : unknown("noAnswer", "time-out"))
  return pixRailAdapter.succeed({
    account: Effect.succeed("bank"),
    ways: { payments: "provider", returns: "provider" },
    returnsFailed: false,
    dynamicCodesUpTo: null,
    createCharge: (request) =>
      wire(`charges/${request.chargeId}`, () => done(pix.createCharge(request))).pipe(
        Effect.catchTag("WireFailed", () => Effect.succeed(unknown("noAnswer")))
      ),
    lookUpCharge: (trackId) =>
      wire(`charges/${trackId}?`, () => pix.charge(trackId)).pipe(
        Effect.catchTag("WireFailed", () => Effect.succeed(unknown("noAnswer")))
      ),
    pay: (request) =>
      wire(`payments/${request.paymentId}`, () => pix.pay(request)).pipe(Effect.catchTag("WireFailed", lost)),
    lookUpPayment: ({ paymentId }) =>
      wire(`payments/${paymentId}?`, () => pix.payment(paymentId)).pipe(
        Effect.catchTag("WireFailed", () => Effect.succeed(unknown("noAnswer")))
      ),
    sendReturn: (request) =>
      wire(`returns/${request.returnId}`, () => pix.sendReturn(request)).pipe(Effect.catchTag("WireFailed", lost)),
    lookUpReturn: (request) =>
      wire(`returns/${request.returnId}?`, () => pix.returned(request)).pipe(
        Effect.catchTag("WireFailed", () => Effect.succeed(unknown("noAnswer")))
      )
  })
}
