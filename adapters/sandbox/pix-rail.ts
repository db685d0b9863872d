// The simulated PIX provider: charges whose BR Code is valid EMV under a GUI that no banking app takes, and returns that
// settle at once. What it did is kept in the data plane, under our ids.
import { Effect, type Layer, Option, Result, Schema } from "effect"
import { CentsFromNumber } from "../../core/money/units.ts"
import { sandboxGui } from "../../core/pix/br-code.ts"
import { printCharge } from "../../core/pix/print-br-code.ts"
import { pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import type { PixTransfers } from "../../core/ports/moving/pix-transfers.ts"
import { type LookUp, type Outcome, absent, done, unknown } from "../../core/ports/outcome.ts"
import type { PixRail, ReturnReceipt, ReturnRequest } from "../../core/ports/pix-rail.ts"
import { get, insert, recordKind } from "../../core/ports/records.ts"
import { Store, changeSet } from "../../core/ports/store.ts"
import { returnIdOf, trackIdOf } from "./foreign-ids.ts"
import { lookUpPayment, pay } from "./payments.ts"

const SandboxReturn = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  endToEndId: Schema.String,
  returnEndToEndId: Schema.String,
  value: CentsFromNumber
})

const SandboxReturns = recordKind({ kind: "sandboxReturn", schema: SandboxReturn })

const brCodeOf = (chargeId: string, amount: typeof CentsFromNumber.Type): string =>
  Result.getOrThrow(printCharge({
    gui: sandboxGui,
    location: chargeId,
    amount,
    merchantName: "PONTEPAY SANDBOX",
    merchantCity: "SAO PAULO"
  }))

export const layer: Layer.Layer<PixRail | PixTransfers, never, Store> = pixRailAdapter.effect(
  Effect.map(Effect.context<Store>(), (context) => {
    const lookUpReturn = ({ returnId }: ReturnRequest): Effect.Effect<LookUp<ReturnReceipt>> =>
      get(SandboxReturns, returnId).pipe(
        Effect.map(Option.match({
          onNone: () => absent,
          onSome: ({ value }) => done({ returnEndToEndId: value.returnEndToEndId })
        })),
        Effect.catch(() => Effect.succeed(unknown("the sandbox cannot be asked"))),
        Effect.provide(context)
      )
    return {
      absentAfterMs: { payments: 0, returns: 0 },
      returnsFailed: true,
      createCharge: ({ chargeId, value }) =>
        Effect.sync(() => done({ trackId: trackIdOf(chargeId), brCode: brCodeOf(chargeId, value) })),
      // A charge is paid by an event alone, so whatever was paid has been reported.
      lookUpCharge: () => Effect.succeed(done([])),
      sendReturn: ({ endToEndId, returnId, value }) => {
        const returnEndToEndId = returnIdOf(returnId)
        const record = { id: returnId, owner: "sandbox", endToEndId, returnEndToEndId, value }
        return Store.use((store) => store.commit(changeSet({ writes: [insert(SandboxReturns, record)] }))).pipe(
          Effect.as<Outcome<ReturnReceipt>>(done({ returnEndToEndId })),
          // Asked before: the first return is the one that counts.
          Effect.catchTag("DuplicateKey", () => Effect.succeed(done({ returnEndToEndId }))),
          Effect.catch(() => Effect.succeed(unknown("the sandbox cannot be asked"))),
          Effect.provide(context)
        )
      },
      lookUpReturn,
      pay: (request) => Effect.provide(pay(request), context),
      lookUpPayment: (paymentId) => Effect.provide(lookUpPayment(paymentId), context)
    }
  })
)
