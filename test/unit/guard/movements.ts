// Every kind of movement as a use case that is wrong might ask for it: the right one, and others under the same id. The
// fakes behind the ports remember what really happened.
import { type Effect, Redacted } from "effect"
import type { GuardedKind } from "../../../core/guard/movement.ts"
import { unitsUnsafe } from "../../../core/money/units.ts"
import { LightningNode } from "../../../core/ports/lightning-node.ts"
import type { Outcome } from "../../../core/ports/outcome.ts"
import { type PaymentRequest, PixRail } from "../../../core/ports/pix-rail.ts"
import { SparkWallet } from "../../../core/ports/spark-wallet.ts"
import { SwapPool } from "../../../core/ports/swap-pool.ts"
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

const seed = Redacted.make(new Uint8Array(32))
const sats = (value: bigint) => unitsUnsafe("BTC", value)
const depix = (value: bigint) => unitsUnsafe("DEPIX", value)
const actorOf = (actor: unknown) => actor as Actor<never, unknown>

const payment: PaymentRequest = {
  paymentId: "inv_1",
  value: unitsUnsafe("BRL", 1_000n),
  destination: { by: "key", key: "ana@example.com", keyType: "EMAIL" }
}
export const pay = (parts: Partial<PaymentRequest> = {}): Call =>
  PixRail.use((rail) => rail.pay({ ...payment, ...parts }))

const refund = { operationId: "refund/inv_1/1", bolt11: "lnbc1", maximumFee: sats(10n) }
const tokens = { operationId: "swp_1/leg-0", from: "spark1a", units: depix(50n), sendBefore: 0 }
const pooled = { operationId: "swp_1/leg-1", units: depix(50n), minimumSats: sats(1n) }
const output = { operationId: "swp_1/leg-2", to: "spark1b", sats: sats(9n) }
const invoice = { operationId: "swp_1/leg-3", from: "spark1a", bolt11: "lnbc2", maximumFee: sats(2n), sendBefore: 0 }

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
  },
  {
    kind: "tokenTransfer",
    operationId: tokens.operationId,
    actor: ({ spark }) => actorOf(spark.tokens),
    call: SparkWallet.use((spark) => spark.transferToken(tokens, seed)),
    others: [
      SparkWallet.use((spark) => spark.transferToken({ ...tokens, units: depix(51n) }, seed)),
      SparkWallet.use((spark) => spark.transferToken({ ...tokens, from: "spark1c" }, seed))
    ]
  },
  {
    kind: "poolSwap",
    operationId: pooled.operationId,
    actor: ({ pool }) => actorOf(pool.swaps),
    call: SwapPool.use((pool) => pool.swap(pooled)),
    others: [SwapPool.use((pool) => pool.swap({ ...pooled, units: depix(51n) }))]
  },
  {
    kind: "satsTransfer",
    operationId: output.operationId,
    actor: ({ spark }) => actorOf(spark.transfers),
    call: SparkWallet.use((spark) => spark.transferSats(output)),
    others: [
      SparkWallet.use((spark) => spark.transferSats({ ...output, sats: sats(10n) })),
      SparkWallet.use((spark) => spark.transferSats({ ...output, to: "spark1c" }))
    ]
  },
  {
    kind: "userPayment",
    operationId: invoice.operationId,
    actor: ({ spark }) => actorOf(spark.payments),
    call: SparkWallet.use((spark) => spark.payInvoice(invoice, seed)),
    others: [SparkWallet.use((spark) => spark.payInvoice({ ...invoice, bolt11: "lnbc3" }, seed))]
  }
]
