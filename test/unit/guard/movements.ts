// Every kind of movement as a use case that is wrong might ask for it: the right one, and others under the same id. The
// fakes behind the ports remember what really happened.
import { Effect, Redacted } from "effect"
import type { GuardedKind } from "../../../core/guard/movement.ts"
import { unitsUnsafe } from "../../../core/money/units.ts"
import { Chain, type DeliveryOrder, type SpendOrder } from "../../../core/ports/chain.ts"
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
const addresses = { evm: "0x01", tron: "T01", solana: "s01" }
const sats = (value: bigint) => unitsUnsafe("BTC", value)
const depix = (value: bigint) => unitsUnsafe("DEPIX", value)
const actorOf = (actor: unknown) => actor as Actor<never, unknown>

const order: DeliveryOrder = {
  operationId: "restore/pay_1",
  asset: "USDT",
  network: "polygon",
  address: "0x0a",
  units: 1_950_000n
}
const deliver = (parts: Partial<DeliveryOrder>): Call => Chain.use((chain) => chain.deliver({ ...order, ...parts }))

const signed: SpendOrder = {
  operationId: "debit/pay_1",
  asset: "USDT",
  network: "polygon",
  from: addresses,
  to: "0x0b",
  units: 1_000_000n
}
const submit = (payload?: string): Call =>
  Chain.use((chain) =>
    Effect.flatMap(
      chain.sign(signed, seed),
      (spend) => chain.submit(payload === undefined ? spend : { ...spend, payload })
    )
  )

const payment: PaymentRequest = {
  paymentId: "pay_1",
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
    kind: "delivery",
    operationId: order.operationId,
    actor: ({ chain }) => actorOf(chain),
    call: deliver({}),
    others: [
      deliver({ units: 1n }),
      deliver({ address: "0x0c" }),
      deliver({ asset: "USDC" }),
      deliver({ network: "base" })
    ]
  },
  {
    kind: "spend",
    operationId: signed.operationId,
    actor: ({ chain }) => actorOf(chain),
    call: submit(),
    others: [submit("signed once more")]
  },
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
