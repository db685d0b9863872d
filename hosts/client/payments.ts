// The resources that move money. Each method is one endpoint; its promise fails with a `RequestError`.
import type { Call } from "./call.ts"
import { routes } from "./routes.ts"
import type { CallOptions } from "./send.ts"
import type { Answer, Body, Query } from "./wire.ts"

const dry = { dryRun: "true" }

/** PIX in, asset out. */
export const depositsOf = (call: Call) => ({
  /**
   * Creates a PIX charge; once it is paid, the asset is delivered to the address. `value` is in BRL cents. Only pairs of asset
   * and network that are delivered compile.
   */
  create: (body: Body<"createDeposit">, options?: CallOptions) =>
    call(routes.createDeposit, { body }, options) as Promise<Answer<"createDeposit">>,
  /** Checks and prices the deposit without creating it: the ids, `qrCode` and `chargeUrl` are null. */
  preview: (body: Body<"createDeposit">, options?: CallOptions) =>
    call(routes.createDeposit, { body, query: dry }, options) as Promise<Answer<"createDeposit">>,
  /** The current state of a deposit. `receivedAmount` is a bigint in the smallest units of the asset. */
  get: (externalId: string, options?: CallOptions) =>
    call(routes.readDeposit, { params: { externalId } }, options) as Promise<Answer<"readDeposit">>
})

/** Asset out of a wallet, PIX to any receiver. */
export const payoutsOf = (call: Call) => ({
  /** Debits the wallet and then pays the PIX. Follow it with `get` or by its events. */
  create: (body: Body<"createPayout">, options?: CallOptions) =>
    call(routes.createPayout, { body }, options) as Promise<Answer<"createPayout">>,
  /** Checks and prices the payout without creating it, PIN excepted: `transactionId` and `jobId` are null. */
  preview: (body: Body<"createPayout">, options?: CallOptions) =>
    call(routes.createPayout, { body, query: dry }, options) as Promise<Answer<"createPayout">>,
  /** The current state of a payout, with the receipt of its PIX. */
  get: (transactionId: string, options?: CallOptions) =>
    call(routes.readPayout, { params: { transactionId } }, options) as Promise<Answer<"readPayout">>
})

/** Stablecoins from wallet to wallet. */
export const transfersOf = (call: Call) => ({
  /**
   * Transfers a stablecoin, USDT on polygon by default. With `status` PENDING the outcome is not known yet: send the same
   * `reference` again to read it.
   */
  create: (body: Body<"createTransfer">, options?: CallOptions) =>
    call(routes.createTransfer, { body }, options) as Promise<Answer<"createTransfer">>
})

/** DePix on Spark for BTC. */
export const swapsOf = (call: Call) => ({
  /** Creates a swap; the same `clientRequestId` with the same request gives the same swap. */
  create: (body: Body<"createSwap">, options?: CallOptions) =>
    call(routes.createSwap, { body }, options) as Promise<Answer<"createSwap">>,
  /** The current state of a swap and of each of its legs. */
  get: (swapId: string, query?: Query<"readSwap">, options?: CallOptions) =>
    call(routes.readSwap, { params: { swapId }, ...(query && { query }) }, options) as Promise<Answer<"readSwap">>
})

/** Lightning in, PIX out. */
export const lightningInvoicesOf = (call: Call) => ({
  /** Issues an invoice that pays a PIX once it is paid. Read it by its `paymentHash`. */
  create: (body: Body<"createLightningInvoice">, options?: CallOptions) =>
    call(routes.createLightningInvoice, { body }, options) as Promise<Answer<"createLightningInvoice">>,
  /** The current state of an invoice, with the fields of its PIX. */
  get: (paymentHash: string, options?: CallOptions) =>
    call(routes.readLightningInvoice, { params: { paymentHash } }, options) as Promise<Answer<"readLightningInvoice">>
})

/** Indicative prices. */
export const quotesOf = (call: Call) => ({
  /** Prices a conversion; reserves nothing and locks no rate. */
  create: (body: Body<"createQuote">, options?: CallOptions) =>
    call(routes.createQuote, { body }, options) as Promise<Answer<"createQuote">>
})
