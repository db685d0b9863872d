// What each kind of movement is asked to do, and what proves that it was done. Amounts are smallest units of the asset,
// cents of BRL or satoshis. One row of `kinds.ts` sends each kind.
import { Schema } from "effect"
import { Network } from "../../standards/address/network.ts"
import { assetCodes } from "../../base/money/assets.ts"
import { NativeCoin } from "../../base/money/coins.ts"
import { CentsFromNumber, UnitsSchema } from "../../base/money/units.ts"
import { PixDestination, PixReceiver } from "../../standards/pix/pix-parties.ts"

const text = Schema.String
const maybeText = Schema.NullOr(text)
const kind = <const K extends string>(name: K) => ({ kind: Schema.Literal(name) })

const asset = { asset: Schema.Literals(assetCodes), network: Network, units: Schema.BigInt }

/** From the treasury to an address. */
const Delivery = Schema.Struct({ ...kind("delivery"), ...asset, address: text })
/** From a user's wallet: signed in the request that plans it, and stored before it is sent. It holds no key. */
const Spend = Schema.Struct({
  ...kind("spend"),
  ...asset,
  /** Addresses of the network. */
  from: text,
  to: text,
  payload: text,
  sendBefore: Schema.Int
})
/** `paymentId` is the name that the rail and its messages have for it. */
const PixPayment = Schema.Struct({
  ...kind("pixPayment"),
  paymentId: text,
  value: CentsFromNumber,
  destination: PixDestination
})
/** A received PIX, or part of it, back to its payer. */
const PixReturn = Schema.Struct({ ...kind("pixReturn"), value: CentsFromNumber, endToEndId: text })

const sats = UnitsSchema("BTC")
const depix = UnitsSchema("DEPIX")
/** DePix of a user's wallet on Spark to the settlement wallet, signed with the user's seed. */
const TokenTransfer = Schema.Struct({ ...kind("tokenTransfer"), from: text, units: depix })
/** DePix of the settlement wallet for satoshis. */
const PoolSwap = Schema.Struct({ ...kind("poolSwap"), units: depix, minimumSats: sats, mostSats: sats })
/** Satoshis of the settlement wallet to a Spark address. */
const SatsTransfer = Schema.Struct({ ...kind("satsTransfer"), to: text, sats })
/** An invoice over `sats` that a user's wallet on Spark pays, signed with the user's seed. */
const UserPayment = Schema.Struct({ ...kind("userPayment"), from: text, bolt11: text, sats, maximumFee: sats })

/** Satoshis of our node to a Lightning destination, by its one invoice; routing may take `maximumFee`. */
const LightningPayment = Schema.Struct({ ...kind("lightningPayment"), address: text, sats, maximumFee: sats })

export const MovementOrder = Schema.Union([
  Delivery,
  Spend,
  PixPayment,
  PixReturn,
  TokenTransfer,
  PoolSwap,
  SatsTransfer,
  UserPayment,
  LightningPayment
])
export type MovementOrder = typeof MovementOrder.Type
export type MovementKind = MovementOrder["kind"]
export type OrderOf<K extends MovementKind> = Extract<MovementOrder, { readonly kind: K }>

const ChainReceipt = {
  transactionHash: text,
  place: Schema.optionalKey(Schema.Struct({ height: Schema.BigInt, hash: text })),
  cost: Schema.optionalKey(Schema.Struct({ coin: NativeCoin, units: Schema.BigInt }))
}

/** What the PIX provider took for it, where it says so. */
const cost = Schema.optionalKey(CentsFromNumber)

export const MovementReceipt = Schema.Union([
  Schema.Struct({ ...kind("delivery"), ...ChainReceipt }),
  Schema.Struct({ ...kind("spend"), ...ChainReceipt }),
  Schema.Struct({
    ...kind("pixPayment"),
    /** Null where only a message of the provider told that it settled, and did not say under which id. */
    endToEndId: maybeText,
    paidAt: Schema.Finite,
    payerIspb: maybeText,
    receiver: Schema.NullOr(PixReceiver),
    cost
  }),
  Schema.Struct({ ...kind("pixReturn"), returnEndToEndId: text, cost }),
  Schema.Struct({ ...kind("tokenTransfer"), transferId: text }),
  Schema.Struct({ ...kind("poolSwap"), requestId: text, transferId: text, sats }),
  Schema.Struct({ ...kind("satsTransfer"), transferId: text }),
  /** The fee is null where only an operator says that it was paid. */
  Schema.Struct({ ...kind("userPayment"), requestId: text, fee: Schema.NullOr(sats) }),
  /** Preimage and fee are null where only an operator says that it was paid. */
  Schema.Struct({
    ...kind("lightningPayment"),
    paymentHash: text,
    preimage: maybeText,
    fee: Schema.NullOr(sats)
  })
])
export type MovementReceipt = typeof MovementReceipt.Type
export type ReceiptOf<K extends MovementKind> = Extract<MovementReceipt, { readonly kind: K }>

/** The id or hash that proves a movement outside. */
export const evidenceOf = (receipt: MovementReceipt | null): string | null => {
  switch (receipt?.kind) {
    case undefined:
      return null
    case "delivery":
    case "spend":
      return receipt.transactionHash
    case "pixPayment":
      return receipt.endToEndId
    case "pixReturn":
      return receipt.returnEndToEndId
    case "tokenTransfer":
    case "poolSwap":
    case "satsTransfer":
      return receipt.transferId
    case "userPayment":
      return receipt.requestId
    case "lightningPayment":
      return receipt.paymentHash
  }
}

/** Where a proof is one of its kind: the network of a chain, PIX, Spark or Lightning. */
type ProofPlace = Network | "pix" | "spark" | "lightning"

const placeOf = (order: MovementOrder): ProofPlace => {
  switch (order.kind) {
    case "delivery":
    case "spend":
      return order.network
    case "pixPayment":
    case "pixReturn":
      return "pix"
    case "tokenTransfer":
    case "poolSwap":
    case "satsTransfer":
    case "userPayment":
      return "spark"
    case "lightningPayment":
      return "lightning"
  }
}

/** The key of a proof: one proof settles one movement (C71). A transaction of ours makes one movement, so its hash is enough. */
export const proofKey = (place: ProofPlace, evidence: string): string => `${place}/${evidence.toUpperCase()}`

/** The same of what proves an order; undefined while nothing does. */
export const proofKeyOf = (order: MovementOrder, receipt: MovementReceipt | null): string | undefined => {
  const evidence = evidenceOf(receipt)
  return evidence === null ? undefined : proofKey(placeOf(order), evidence)
}
