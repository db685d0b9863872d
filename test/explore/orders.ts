// The movements that are explored: an order of each kind that the kernel performs, and what proves that it was done.
import type { MovementOrder, MovementReceipt } from "../../core/payments/movement/order.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"

const cents = unitsUnsafe("BRL", 1_000n)
const sats = unitsUnsafe("BTC", 5n)

/** An order of each kind that the kernel performs, and what proves that it was done. */
export const orders: Readonly<Record<MovementOrder["kind"], readonly [MovementOrder, MovementReceipt]>> = {
  delivery: [
    { kind: "delivery", asset: "USDT", network: "polygon", units: 5n, address: "0xa" },
    { kind: "delivery", transactionHash: "receipt" }
  ],
  spend: [
    {
      kind: "spend",
      asset: "USDT",
      network: "polygon",
      units: 5n,
      from: "0xb",
      to: "0xa",
      payload: "signed",
      sendBefore: Number.MAX_SAFE_INTEGER
    },
    { kind: "spend", transactionHash: "receipt" }
  ],
  pixPayment: [
    {
      kind: "pixPayment",
      paymentId: "dep_1",
      value: cents,
      destination: { by: "key", key: "ana@example.com", keyType: "EMAIL" }
    },
    { kind: "pixPayment", endToEndId: "receipt", paidAt: 0, payerIspb: null, receiver: null }
  ],
  pixReturn: [
    { kind: "pixReturn", value: cents, endToEndId: "E1" },
    { kind: "pixReturn", returnEndToEndId: "receipt" }
  ],
  tokenTransfer: [
    { kind: "tokenTransfer", from: "spark1a", units: unitsUnsafe("DEPIX", 5n) },
    { kind: "tokenTransfer", transferId: "receipt" }
  ],
  poolSwap: [
    { kind: "poolSwap", units: unitsUnsafe("DEPIX", 5n), minimumSats: sats, mostSats: sats },
    { kind: "poolSwap", requestId: "request", transferId: "receipt", sats }
  ],
  satsTransfer: [
    { kind: "satsTransfer", to: "spark1b", sats },
    { kind: "satsTransfer", transferId: "receipt" }
  ],
  userPayment: [
    { kind: "userPayment", from: "spark1a", bolt11: "lnbc1", sats, maximumFee: sats },
    { kind: "userPayment", requestId: "receipt", fee: sats }
  ],
  lightningPayment: [
    { kind: "lightningPayment", address: "ana@wallet.example.com", sats, maximumFee: sats },
    { kind: "lightningPayment", paymentHash: "receipt", preimage: "preimage", fee: sats }
  ]
}

/** Kinds whose port says whether it keeps our ids; of the others an Absent is believed late whatever the other side does. */
export const sayWhatTheyKeep: ReadonlySet<MovementOrder["kind"]> = new Set([
  "delivery",
  "spend",
  "pixPayment",
  "pixReturn",
  "lightningPayment"
])
