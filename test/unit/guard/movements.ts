// Every kind of movement as a use case that is wrong might ask for it: the right one, and others under the same id. The
// fakes behind the ports remember what really happened.
import type { Effect } from "effect"
import type { GuardedKind } from "../../../core/guard/movement.ts"
import { unitsUnsafe } from "../../../core/money/units.ts"
import { LightningNode } from "../../../core/ports/lightning-node.ts"
import type { Outcome } from "../../../core/ports/outcome.ts"
import { type PaymentRequest, PixRail } from "../../../core/ports/pix-rail.ts"
import type { Actor } from "../../support/ports.ts"
import type { Services, World } from "../../support/world.ts"

type Call = Effect.Effect<Outcome<unknown>, unknown, Services>

export interface Wrong {
  readonly kind: GuardedKind
  readonly operationId: string
  readonly actor: (world: World) => Actor<never, unknown>
  readonly call: Call
  /** The same id with another amount, beneficiary or source. */
  readonly others: ReadonlyArray<Call>
}

const sats = (value: bigint) => unitsUnsafe("BTC", value)
const actorOf = (actor: unknown) => actor as Actor<never, unknown>

const payment: PaymentRequest = {
  paymentId: "inv_1",
  value: unitsUnsafe("BRL", 1_000n),
  destination: { by: "key", key: "ana@example.com", keyType: "EMAIL" }
}
export const pay = (parts: Partial<PaymentRequest> = {}): Call =>
  PixRail.use((rail) => rail.pay({ ...payment, ...parts }))

const refund = { operationId: "refund/inv_1/1", bolt11: "lnbc1", maximumFee: sats(10n) }

export const movements: ReadonlyArray<Wrong> = [
  {
    kind: "pixPayment",
    operationId: payment.paymentId,
    actor: ({ rail }) => actorOf(rail.payments),
    call: pay(),
    others: [
      pay({ value: unitsUnsafe("BRL", 2_000n) }),
      pay({ destination: { by: "key", key: "bob@example.com", keyType: "EMAIL" } }),
      pay({ destination: { by: "brCode", brCode: "ana@example.com" } })
    ]
  },
  {
    kind: "lightningPayment",
    operationId: refund.operationId,
    actor: ({ lightning }) => actorOf(lightning.payments),
    call: LightningNode.use((node) => node.pay(refund)),
    others: [LightningNode.use((node) => node.pay({ ...refund, bolt11: "lnbc9" }))]
  }
]
