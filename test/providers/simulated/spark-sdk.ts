// Breez SDK Spark as the adapter sees it, simulated on a ledger and checked against the SDK's own types. It has the SDK's habits that
// are dear: a synchronisation that failed is not reported, what was not synchronised is not found, and no key goes with tokens.
import type { Config, ConnectRequest, Payment, PrepareSendPaymentResponse } from "@breeztech/breez-sdk-spark"
import { mnemonicToSeedSync } from "@scure/bip39"
import { Result } from "effect"
import { readBolt11 } from "../../../core/standards/address/bolt11.ts"
import { parseSparkAddress, sparkAddressOf, sparkIdentityOf } from "../../../core/standards/address/spark.ts"
import { sparkIdentityKeyOf } from "../../../core/customers/wallet/derivation.ts"
import type { SparkModule, SparkSdk } from "../../../adapters/spark/sdk.ts"
import type { SimulatedLedger, SimulatedPayment, SimulatedTokens, SimulatedTransfer } from "./spark-ledger.ts"

/** The SDK's calls that reach the operators or the service provider. */
type Networked = "getUserSettings" | "syncWallet" | "sendPayment" | "prepareSendPayment" | "fetchConversionLimits"

/** What goes wrong with one call: its answer is lost, late, or something else instead. */
export type SimulatedFault = (call: () => Promise<unknown>) => Promise<unknown>

export type SimulatedLine = "whole" | "cut" | "deaf" | "silent" | "unauthorised" | "gateway"

const sentences = {
  cut: "Network error: error sending request",
  unauthorised: "SparkSdkError: Operator RPC error: authentication failed: status 401",
  gateway: "Network error: status 502: <html><body>Bad Gateway</body></html>"
} as const

/** Everything of one other side. */
export class SimulatedSpark {
  readonly ledger: SimulatedLedger
  line: SimulatedLine = "whole"
  /** Faults of the next calls by their names, each for one call. */
  readonly faults = new Map<keyof SparkSdk, Array<SimulatedFault>>()
  /** Calls in their order. */
  readonly calls: Array<string> = []
  /** Seeds that wallets were opened with, and wallets that are open. */
  readonly seeds: Array<string> = []
  readonly folders: Array<string> = []
  open = 0
  /** Where the process dies: at a call by its number from 1, before it has an effect or after. */
  death: { readonly at: number; readonly acts: boolean; readonly died: () => void } | undefined
  /** What a payment is reported as, when it is not reported as it is. */
  lie: ((payment: Payment) => Payment) | undefined
  lieOfPreparing: ((prepared: PrepareSendPaymentResponse) => PrepareSendPaymentResponse) | undefined
  private isBroken = false

  constructor(ledger: SimulatedLedger) {
    this.ledger = ledger
  }

  set(line: SimulatedLine): void {
    this.line = line
    this.isBroken = false
  }

  /** What the SDK has: one of a process, whose folders may survive it. */
  module(folders = new Map<string, Map<string, Payment>>()): SparkModule {
    return {
      // What is not used here is not made up.
      defaultServerConfig: (network) => ({ network, preferSparkOverLightning: true } as Config),
      connect: (request) => Promise.resolve(this.connected(request, folders))
    }
  }

  private connected(
    { config, seed, storageDir }: ConnectRequest,
    folders: Map<string, Map<string, Payment>>
  ): SparkSdk {
    if (seed.type !== "mnemonic") throw new Error("the simulated SDK takes words")
    if (config.preferSparkOverLightning) throw new Error("the simulated SDK is not to prefer Spark")
    this.seeds.push(seed.mnemonic)
    this.folders.push(storageDir)
    this.open++
    const identity = identityOf(seed.mnemonic)
    const seen = folders.get(storageDir) ?? new Map<string, Payment>()
    folders.set(storageDir, seen)
    return new SimulatedWallet(this, identity, seen)
  }

  /** Makes one call of a wallet over the line. */
  async over<A>(name: keyof SparkSdk, isNetworked: boolean, call: () => Promise<A>): Promise<A> {
    this.calls.push(name)
    const { death } = this
    if (death?.at === this.calls.length) {
      if (death.acts) await call().catch(() => undefined)
      death.died()
      return await new Promise<never>(() => {})
    }
    const fault = this.faults.get(name)?.shift()
    if (fault !== undefined) return await fault(call) as A
    if (!isNetworked) return await call()
    const { line } = this
    if (line === "cut" || line === "unauthorised" || line === "gateway") throw new Error(sentences[line])
    // Deaf and silent from the first sending on: what is read before it works.
    if (line === "deaf" || line === "silent") {
      if (name === "sendPayment") {
        this.isBroken = true
        await call().catch(() => undefined)
      }
      if (this.isBroken) {
        return line === "silent"
          ? await new Promise<never>(() => {})
          : Promise.reject(new Error(sentences.cut))
      }
    }
    return await call()
  }
}

// Stretching the words takes longer than all else.
const identities = new Map<string, Uint8Array>()
const identityOf = (mnemonic: string): Uint8Array => {
  const identity = identities.get(mnemonic) ?? sparkIdentityKeyOf(mnemonicToSeedSync(mnemonic))
  identities.set(mnemonic, identity)
  return identity
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")
const seconds = (at: number): number => Math.floor(at / 1_000)

class SimulatedWallet implements SparkSdk {
  private readonly spark: SimulatedSpark
  private readonly own: string
  private readonly address: string
  private readonly seen: Map<string, Payment>
  private synced = { sats: 0n, tokens: 0n }
  private isClosed = false

  constructor(spark: SimulatedSpark, identity: Uint8Array, seen: Map<string, Payment>) {
    this.spark = spark
    this.own = hexOf(identity)
    this.address = sparkAddressOf(identity)
    this.seen = seen
  }

  private get ledger(): SimulatedLedger {
    return this.spark.ledger
  }

  private over<A>(name: Networked, call: () => A): Promise<A> {
    if (this.isClosed) return Promise.reject(new Error("Error: the wallet is closed"))
    return this.spark.over(name, true, () => Promise.resolve().then(call))
  }

  private local<A>(name: keyof SparkSdk, call: () => A): Promise<A> {
    if (this.isClosed) return Promise.reject(new Error("Error: the wallet is closed"))
    return this.spark.over(name, false, () => Promise.resolve().then(call))
  }

  free(): void {}

  disconnect(): Promise<void> {
    if (!this.isClosed) this.spark.open--
    this.isClosed = true
    return Promise.resolve()
  }

  getUserSettings: SparkSdk["getUserSettings"] = () =>
    this.over("getUserSettings", () => ({ sparkPrivateModeEnabled: true }))

  // The SDK notes a failure in its log, and answers as if nothing had been.
  syncWallet: SparkSdk["syncWallet"] = async () => {
    const failed = await this.over("syncWallet", () => this.synchronise()).then(
      () => undefined,
      (cause: Error) => cause
    )
    if (failed?.message.startsWith("Error:") === true) throw failed
    return {}
  }

  private synchronise(): void {
    const { own, seen } = this
    this.synced = { sats: this.ledger.holds(own, "BTC"), tokens: this.ledger.holds(own, this.ledger.token) }
    for (const each of this.ledger.transfers.values()) {
      if (each.from === own || each.to === own) seen.set(each.id, this.told(this.ofTransfer(each)))
    }
    for (const each of this.ledger.payments.values()) {
      if (each.from === own) seen.set(each.id, this.told(this.ofPayment(each)))
    }
    for (const each of this.ledger.tokens) {
      if (each.from === own || each.to === own) {
        const payment = this.told(this.ofTokens(each))
        seen.set(payment.id, payment)
      }
    }
  }

  private told(payment: Payment): Payment {
    return this.spark.lie?.(payment) ?? payment
  }

  private ofTransfer({ at, from, id, sats, status }: SimulatedTransfer): Payment {
    return {
      id,
      paymentType: from === this.own ? "send" : "receive",
      status,
      amount: sats,
      fees: 0n,
      timestamp: seconds(at),
      method: "spark",
      details: { type: "spark" }
    }
  }

  private ofTokens({ at, from, hash, invoice, status, token, units }: SimulatedTokens): Payment {
    const description = this.ledger.invoices.get(invoice)?.description
    return {
      id: `${hash}:0`,
      paymentType: from === this.own ? "send" : "receive",
      status,
      amount: units,
      fees: 0n,
      timestamp: seconds(at),
      method: "token",
      details: {
        type: "token",
        metadata: {
          identifier: token,
          issuerPublicKey: "",
          name: "DePix",
          ticker: "DEPIX",
          decimals: 8,
          maxSupply: "0",
          isFreezable: true
        },
        txHash: hash,
        txType: "transfer",
        invoiceDetails: { invoice, ...description === undefined ? {} : { description } }
      }
    }
  }

  private ofPayment(
    { at, bolt11, fee, id, isReturned, paymentHash, preimage, sats, status }: SimulatedPayment
  ): Payment {
    return {
      id,
      paymentType: "send",
      status,
      amount: sats,
      fees: fee,
      timestamp: seconds(at),
      method: "lightning",
      details: {
        type: "lightning",
        invoice: bolt11,
        destinationPubkey: "",
        htlcDetails: {
          paymentHash,
          ...preimage === undefined ? {} : { preimage },
          expiryTime: seconds(at) + 3_600,
          status: preimage === undefined ? isReturned ? "returned" : "waitingForPreimage" : "preimageShared"
        }
      }
    }
  }

  getInfo: SparkSdk["getInfo"] = ({ ensureSynced = false }) =>
    this.local("getInfo", () => {
      if (ensureSynced) throw new Error("Invalid input: ensure_synced is not supported")
      const { token } = this.ledger
      const metadata = {
        identifier: token,
        issuerPublicKey: "",
        name: "DePix",
        ticker: "DEPIX",
        decimals: 8,
        maxSupply: "0",
        isFreezable: true
      }
      return {
        identityPubkey: this.own,
        balanceSats: Number(this.synced.sats),
        tokenBalances: new Map([[token, { balance: this.synced.tokens, tokenMetadata: metadata }]])
      }
    })

  getPayment: SparkSdk["getPayment"] = ({ paymentId }) =>
    this.local("getPayment", () => {
      const payment = this.seen.get(paymentId)
      if (payment === undefined) throw new Error("Invalid input: Not found")
      return { payment }
    })

  listPayments: SparkSdk["listPayments"] = (request) =>
    this.local("listPayments", () => {
      const { assetFilter, fromTimestamp = 0, limit = 20, offset = 0, sortAscending = false, typeFilter } = request
      const all = [...this.seen.values()].filter(({ details, paymentType, timestamp }) =>
        timestamp >= fromTimestamp && (typeFilter === undefined || typeFilter.includes(paymentType)) &&
        (assetFilter?.type !== "token" ||
          details?.type === "token" && details.metadata.identifier === assetFilter.tokenIdentifier)
      ).toSorted((one, two) => (one.timestamp - two.timestamp) * (sortAscending ? 1 : -1))
      return { payments: all.slice(offset, offset + limit) }
    })

  receivePayment: SparkSdk["receivePayment"] = ({ paymentMethod }) =>
    this.local("receivePayment", () => {
      if (paymentMethod.type === "sparkAddress") return { paymentRequest: this.address, fee: 0n }
      if (paymentMethod.type !== "sparkInvoice") throw new Error("Error: not simulated")
      const { amount = "0", description, expiryTime = 0, senderPublicKey = "", tokenIdentifier = "" } = paymentMethod
      const { text } = this.ledger.invoice(this.own, {
        token: tokenIdentifier,
        units: BigInt(amount),
        endsAt: expiryTime,
        payer: senderPublicKey,
        description
      })
      return { paymentRequest: text, fee: 0n }
    })

  fetchConversionLimits: SparkSdk["fetchConversionLimits"] = () =>
    this.over("fetchConversionLimits", () => ({ minFromAmount: 1_000_000n }))

  prepareSendPayment: SparkSdk["prepareSendPayment"] = (request) => {
    const { paymentRequest } = request
    const input = paymentRequest.type === "input" ? paymentRequest.input : ""
    const isNetworked = input.startsWith("ln") || request.conversionOptions !== undefined
    const prepare = () => {
      const prepared = this.prepared(input, request)
      return this.spark.lieOfPreparing?.(prepared) ?? prepared
    }
    return isNetworked ? this.over("prepareSendPayment", prepare) : this.local("prepareSendPayment", prepare)
  }

  private prepared(input: string, request: Parameters<SparkSdk["prepareSendPayment"]>[0]): PrepareSendPaymentResponse {
    const { amount, conversionOptions, feePolicy = "feesExcluded", tokenIdentifier } = request
    const invoice = this.ledger.invoices.get(input)
    if (invoice !== undefined) {
      if (this.ledger.now() > invoice.endsAt * 1_000) throw new Error("Invalid input: Invoice has expired")
      if (invoice.payer !== this.own) {
        throw new Error(`Invalid input: Invoice can only be paid by sender public key ${invoice.payer}`)
      }
      if (amount !== undefined && amount !== invoice.units) {
        throw new Error("Invalid input: Requested amount does not match invoice amount")
      }
      return {
        paymentMethod: {
          type: "sparkInvoice",
          sparkInvoiceDetails: {
            invoice: invoice.text,
            identityPublicKey: invoice.to,
            network: "bitcoin",
            amount: String(invoice.units),
            tokenIdentifier: invoice.token
          },
          fee: "0",
          tokenIdentifier: invoice.token
        },
        amount: invoice.units,
        tokenIdentifier: invoice.token,
        feePolicy
      }
    }
    if (input.startsWith("ln")) {
      const { amountMsat = 0n, createdAtSeconds, expiresAtSeconds, paymentHash } = Result.getOrThrow(
        readBolt11(input, undefined)
      )
      return {
        paymentMethod: {
          type: "bolt11Invoice",
          invoiceDetails: {
            amountMsat: Number(amountMsat),
            expiry: expiresAtSeconds - createdAtSeconds,
            invoice: { bolt11: input, source: {} },
            minFinalCltvExpiryDelta: 18,
            network: "bitcoin",
            payeePubkey: "",
            paymentHash: hexOf(paymentHash),
            paymentSecret: "",
            routingHints: [],
            timestamp: createdAtSeconds
          },
          lightningFeeSats: Number(this.ledger.fee)
        },
        amount: amount ?? amountMsat / 1_000n,
        feePolicy
      }
    }
    const address = Result.getOrUndefined(parseSparkAddress(input))
    if (address === undefined) throw new Error("Invalid input: Unsupported payment method")
    if (amount === undefined) throw new Error("Invalid input: Amount is required")
    if (amount === 0n) throw new Error("Invalid input: Amount must be greater than 0")
    const isConversion = conversionOptions !== undefined
    const out = isConversion ? this.ledger.worth(amount) : amount
    return {
      paymentMethod: { type: "sparkAddress", address, fee: "0" },
      amount: out,
      ...isConversion || tokenIdentifier === undefined ? {} : { tokenIdentifier },
      ...isConversion
        ? {
          conversionEstimate: {
            options: conversionOptions,
            amountIn: amount,
            amountOut: out * BigInt(10_000 - (conversionOptions.maxSlippageBps ?? 50)) / 10_000n,
            fee: 0n
          }
        }
        : {},
      feePolicy
    }
  }

  sendPayment: SparkSdk["sendPayment"] = ({ idempotencyKey, options, prepareResponse }) =>
    this.over("sendPayment", () => {
      const { amount, conversionEstimate, paymentMethod, tokenIdentifier } = prepareResponse
      if (idempotencyKey !== undefined && (tokenIdentifier !== undefined || conversionEstimate !== undefined)) {
        throw new Error("Invalid input: Idempotency key is not supported for payments with a token transfer leg")
      }
      if (idempotencyKey !== undefined && !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(idempotencyKey)) {
        throw new Error("Error: Invalid TransferId format")
      }
      const before = idempotencyKey === undefined ? undefined : this.seen.get(idempotencyKey)
      if (before !== undefined) return { payment: before }
      const key = idempotencyKey ?? crypto.randomUUID()
      const payment = this.told(this.sent(key, prepareResponse, amount, paymentMethod, options))
      this.seen.set(payment.id, payment)
      return { payment }
    })

  private sent(
    key: string,
    prepared: PrepareSendPaymentResponse,
    amount: bigint,
    method: PrepareSendPaymentResponse["paymentMethod"],
    options: Parameters<SparkSdk["sendPayment"]>[0]["options"]
  ): Payment {
    switch (method.type) {
      case "sparkAddress":
        if (prepared.conversionEstimate !== undefined) throw new Error("Error: conversions are not simulated")
        return this.ofTransfer(
          this.ledger.transfer(key, this.own, Result.getOrThrow(sparkIdentityOf(method.address)), amount)
        )
      case "sparkInvoice":
        return this.ofTokens(this.ledger.payTokens(this.own, method.sparkInvoiceDetails.invoice))
      case "bolt11Invoice":
        if (options?.type !== "bolt11Invoice" || options.preferSpark) throw new Error("Error: another way was taken")
        return this.ofPayment(
          this.ledger.payLightning(key, this.own, method.invoiceDetails.invoice.bolt11, BigInt(method.lightningFeeSats))
        )
      case "bitcoinAddress":
      case "crossChainAddress":
        throw new Error("Error: not simulated")
    }
  }
}
