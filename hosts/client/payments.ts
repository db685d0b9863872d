// The resources that move money. Each method is one endpoint; its promise fails with a `RequestError`.
import type { Call } from "./call.ts"
import { routes } from "./routes.ts"
import type { CallOptions } from "./send.ts"
import type { Answer, Body, Query } from "./wire.ts"

const dry = { dryRun: "true" }

/** PIX in, asset out. */
export const depositsOf = (call: Call) => ({
  /** Makes a PIX charge; once it is paid, the asset is delivered to the address. `value` is in BRL cents. */
  create: (body: Body<"createDeposit">, options?: CallOptions) =>
    call(routes.createDeposit, { body }, options) as Promise<Answer<"createDeposit">>,
  /** Passes all gates and prices the deposit, and does nothing: `qrCode` and `walletCharge` are null. */
  preview: (body: Body<"createDeposit">, options?: CallOptions) =>
    call(routes.createDeposit, { body, query: dry }, options) as Promise<Answer<"createDeposit">>,
  /** Where a deposit stands. `receivedAmount` is a bigint in the smallest units of the asset. */
  get: (externalId: string, options?: CallOptions) =>
    call(routes.readDeposit, { params: { externalId } }, options) as Promise<Answer<"readDeposit">>
})

/** Asset out of a wallet, PIX to anybody. */
export const payoutsOf = (call: Call) => ({
  /** Debits the wallet and then pays the PIX; what becomes of it is told by `get` and by events. */
  create: (body: Body<"createPayout">, options?: CallOptions) =>
    call(routes.createPayout, { body }, options) as Promise<Answer<"createPayout">>,
  /** Passes all gates but the PIN and prices the payout, and does nothing: `transactionId` and `jobId` are null. */
  preview: (body: Body<"createPayout">, options?: CallOptions) =>
    call(routes.createPayout, { body, query: dry }, options) as Promise<Answer<"createPayout">>,
  /** Where a payout stands, with the receipt of its PIX. */
  get: (transactionId: string, options?: CallOptions) =>
    call(routes.readPayout, { params: { transactionId } }, options) as Promise<Answer<"readPayout">>
})

/** Stablecoins from wallet to wallet. */
export const transfersOf = (call: Call) => ({
  /** Moves a stablecoin. `status` PENDING says that nobody can tell yet: the same `reference` tells later. */
  create: (body: Body<"createTransfer">, options?: CallOptions) =>
    call(routes.createTransfer, { body }, options) as Promise<Answer<"createTransfer">>
})

/** DePix on Spark for BTC. */
export const swapsOf = (call: Call) => ({
  /** Takes a swap on; the same `clientRequestId` with the same request gives the same swap. */
  create: (body: Body<"createSwap">, options?: CallOptions) =>
    call(routes.createSwap, { body }, options) as Promise<Answer<"createSwap">>,
  /** Where a swap and each of its legs stand. */
  get: (swapId: string, query?: Query<"readSwap">, options?: CallOptions) =>
    call(routes.readSwap, { params: { swapId }, ...(query && { query }) }, options) as Promise<Answer<"readSwap">>
})

/** Lightning in, PIX out. */
export const lightningInvoicesOf = (call: Call) => ({
  /** Issues an invoice that pays a PIX once it is paid; `paymentHash` names it from then on. */
  create: (body: Body<"createLightningInvoice">, options?: CallOptions) =>
    call(routes.createLightningInvoice, { body }, options) as Promise<Answer<"createLightningInvoice">>,
  /** Where an invoice stands, with the fields of its PIX. */
  get: (paymentHash: string, options?: CallOptions) =>
    call(routes.readLightningInvoice, { params: { paymentHash } }, options) as Promise<Answer<"readLightningInvoice">>
})

/** Indicative prices. */
export const quotesOf = (call: Call) => ({
  /** Prices a conversion; reserves nothing and locks no rate. */
  create: (body: Body<"createQuote">, options?: CallOptions) =>
    call(routes.createQuote, { body }, options) as Promise<Answer<"createQuote">>
})
