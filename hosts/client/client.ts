// The client of the interface: one method for each endpoint, by resource.
import { eventsOf, healthOf, sandboxOf, statementOf, walletsOf } from "./accounts.ts"
import { makeCall } from "./call.ts"
import { checkedRetries, checkedTimeout } from "./checked.ts"
import { depositsOf, lightningInvoicesOf, payoutsOf, quotesOf, swapsOf, transfersOf } from "./payments.ts"
import { documentsOf, kybOf, kycOf, subaccountsOf } from "./people.ts"
import type { Line } from "./send.ts"
import { type Platform, thisMachine } from "./platform.ts"

export interface ClientOptions {
  /** Scheme and host of the service, and a path before `/api` where a backend of yours stands before it. */
  readonly baseUrl: string
  /** The API key, for servers alone: whoever has it owns the account. Browsers ask a backend that adds it, and leave it out. */
  readonly apiKey?: string
  /** What sends requests; the platform's own by default. */
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds that one try may take, 30,000 by default. */
  readonly timeoutMs?: number
  /** How often a request is tried again, 2 by default. Only what another try can change is tried again. */
  readonly retries?: number
}

// Written out: in declarations that are printed from the code below, methods would lose their comments.
/** The client: each resource with its methods, each method one endpoint. */
export interface Client {
  /** Subaccounts: one for each end user or business unit. */
  readonly subaccounts: ReturnType<typeof subaccountsOf>
  /** KYC: which people may transact. */
  readonly kyc: ReturnType<typeof kycOf>
  /** KYB: which companies may transact. */
  readonly kyb: ReturnType<typeof kybOf>
  /** Documents that KYC and KYB examine. */
  readonly documents: ReturnType<typeof documentsOf>
  /** PIN-protected wallets of holders. */
  readonly wallets: ReturnType<typeof walletsOf>
  /** Deposits: PIX in, asset out. */
  readonly deposits: ReturnType<typeof depositsOf>
  /** Payouts: asset out of a wallet, PIX to any receiver. */
  readonly payouts: ReturnType<typeof payoutsOf>
  /** Transfers: stablecoins from wallet to wallet. */
  readonly transfers: ReturnType<typeof transfersOf>
  /** Swaps: DePix on Spark for BTC. */
  readonly swaps: ReturnType<typeof swapsOf>
  /** Lightning invoices: Lightning in, PIX out. */
  readonly lightningInvoices: ReturnType<typeof lightningInvoicesOf>
  /** Quotes: indicative prices. */
  readonly quotes: ReturnType<typeof quotesOf>
  /** The account statement: balances and operations. */
  readonly statement: ReturnType<typeof statementOf>
  /** The events that webhooks deliver, as a list. */
  readonly events: ReturnType<typeof eventsOf>
  /** Operations that only the sandbox has. */
  readonly sandbox: ReturnType<typeof sandboxOf>
  /** Whether the service is up and ready. */
  readonly health: ReturnType<typeof healthOf>
}

const defaults = { timeoutMs: 30_000, retries: 2 }

/** Creates a client; it sends nothing yet. Throws `TypeError` on an address, key or number that can never work. */
export const createClient = (options: ClientOptions): Client => clientOn(thisMachine, options)

/**
 * A client for simulations and tests: time, chance and Idempotency-Keys come from `platform`, and requests go through the
 * `fetch` of the options. On the same platform it sends the same, after the same pauses.
 */
export const clientOn = (platform: Platform, options: ClientOptions): Client => {
  const { apiKey, fetch = globalThis.fetch, retries = defaults.retries, timeoutMs = defaults.timeoutMs } = options
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError("apiKey has to be printable ASCII")
  const line: Line = {
    baseUrl: baseOf(options.baseUrl),
    apiKey,
    // Browsers refuse a fetch that is called as somebody's method.
    fetch: (input, init) => fetch(input, init),
    timeoutMs: checkedTimeout(timeoutMs),
    retries: checkedRetries(retries),
    platform
  }
  const call = makeCall(line)
  return {
    subaccounts: subaccountsOf(call),
    kyc: kycOf(call),
    kyb: kybOf(call),
    documents: documentsOf(call, line),
    wallets: walletsOf(call),
    deposits: depositsOf(call),
    payouts: payoutsOf(call),
    transfers: transfersOf(call),
    swaps: swapsOf(call),
    lightningInvoices: lightningInvoicesOf(call),
    quotes: quotesOf(call),
    statement: statementOf(call),
    events: eventsOf(call),
    sandbox: sandboxOf(call),
    health: healthOf(call)
  }
}

const baseOf = (text: string): string => {
  // `URL.parse` is younger than some of the browsers that this runs in.
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError("baseUrl has to be an http or https address")
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new TypeError("baseUrl takes no user, query or fragment")
  }
  return url.href.replace(/\/+$/, "")
}
