// The conformance bench of NWC: the adapter, a relay on loopback, Alby's wallet service, and a node of the test's own behind it.
import {
  NWCWalletService,
  NWCWalletServiceKeyPair,
  type NWCWalletServiceRequestHandler,
  type Nip47Transaction
} from "@getalby/sdk"
import { Redacted } from "effect"
import { generateSecretKey, getPublicKey } from "nostr-tools/pure"
import type { LightningNodeBench } from "../../../adapters/conformance/index.ts"
import { nwc } from "../../../adapters/nwc/index.ts"
import { adapterOf, hashFor, invoicesOn } from "../lnd/bench.ts"
import { invoiceOf, sha256 } from "../lnd/invoices.ts"
import { LedgerNode } from "../lnd/ledger-node.ts"
import { type NodePayment, isError } from "../lnd/node-behind.ts"
import { honest, openAddressServer } from "../lnurl/server.ts"
import { type TestRelay, openRelay } from "./relay.ts"

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

/** No bound: NIP-47 has none. */
const anyFee = 1_000_000n

type Failure = { readonly result: undefined; readonly error: { readonly code: string; readonly message: string } }
const failure = (code: string): Failure => ({ result: undefined, error: { code, message: "" } })

const states = { SUCCEEDED: "settled", FAILED: "failed", IN_FLIGHT: "pending", INITIATED: "pending" } as const

const common = { description: "", description_hash: "", created_at: 0, metadata: undefined }

const outgoing = (payment: NodePayment): Nip47Transaction => ({
  ...common,
  type: "outgoing",
  state: states[payment.status],
  invoice: payment.request,
  preimage: payment.preimage,
  payment_hash: payment.hash,
  amount: Number(payment.msat),
  fees_paid: Number(payment.feeMsat),
  settled_at: payment.status === "SUCCEEDED" ? 1_790_000_000 : 0,
  expires_at: 0
} as unknown as Nip47Transaction)

/** A wallet over a relay. */
export interface TestWallet {
  readonly relay: TestRelay
  /** The connection string that the wallet gave out. */
  readonly connection: string
  /** The wallet's key, and ours. */
  readonly walletSecret: Uint8Array
  readonly clientPubkey: string
  /** What the wallet answers instead of the truth, once. */
  readonly lies: {
    /** Whether this connection may not see the balance. */
    isBalanceHidden?: boolean
    payInvoice?: () => Awaited<ReturnType<NonNullable<NWCWalletServiceRequestHandler["payInvoice"]>>>
  }
  readonly close: () => Promise<void>
}

export interface WalletBench extends LightningNodeBench, Omit<TestWallet, "close"> {
  readonly ledger: LedgerNode
}

/** How long the wallet waits for a payment before it says that it failed. Milliseconds. */
const walletPatienceMs = 200

/** Opens a wallet over a node. */
export const openWalletOver = async (ledger: LedgerNode): Promise<TestWallet> => {
  const relay = await openRelay()
  const [walletSecret, clientSecret] = [generateSecretKey(), generateSecretKey()]
  const clientPubkey = getPublicKey(clientSecret)
  const lies: TestWallet["lies"] = {}
  let invoices = 0

  const ended = async (hash: string): Promise<NodePayment | undefined> => {
    const until = Date.now() + walletPatienceMs
    for (;;) {
      const payment = ledger.payment(hash)
      if (payment === undefined || payment.status === "SUCCEEDED" || payment.status === "FAILED") return payment
      if (Date.now() > until) return undefined
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const handler: NWCWalletServiceRequestHandler = {
    makeInvoice: async ({ amount, description, expiry }) => {
      const made = ledger.addInvoice({
        preimage: sha256(`${hex(walletSecret)}/${++invoices}`),
        msat: BigInt(amount),
        expiry: expiry ?? 3_600,
        memo: description ?? ""
      })
      if (isError(made)) return failure("INTERNAL")
      const result = {
        ...common,
        type: "incoming",
        state: "pending",
        invoice: made.request,
        payment_hash: made.hash,
        amount,
        fees_paid: 0
      }
      return { result: result as unknown as Nip47Transaction, error: undefined }
    },
    payInvoice: async ({ amount, invoice }) => {
      const begun = ledger.pay(invoice, anyFee, amount === undefined ? undefined : BigInt(amount))
      const lie = lies.payInvoice?.()
      delete lies.payInvoice
      if (lie !== undefined) return lie
      if (isError(begun)) return failure("OTHER")
      const payment = await ended(begun.hash)
      return payment?.status === "SUCCEEDED"
        ? { result: { preimage: payment.preimage, fees_paid: Number(payment.feeMsat) }, error: undefined }
        : failure("PAYMENT_FAILED")
    },
    getBalance: async () =>
      lies.isBalanceHidden === true
        ? failure("RESTRICTED")
        : { result: { balance: Number(ledger.localMsat()) }, error: undefined },
    lookupInvoice: async ({ payment_hash: hash = "" }) => {
      const payment = ledger.payment(hash)
      if (payment !== undefined) return { result: outgoing(payment), error: undefined }
      const invoice = ledger.invoice(hash)
      if (invoice === undefined) return failure("NOT_FOUND")
      const result = {
        ...common,
        type: "incoming",
        state: invoice.state === "SETTLED" ? "settled" : "pending",
        invoice: invoice.request,
        preimage: invoice.preimage,
        payment_hash: hash,
        amount: Number(invoice.msat),
        fees_paid: 0,
        settled_at: invoice.settledAt,
        expires_at: invoice.createdAt + invoice.expiry
      }
      return { result: result as unknown as Nip47Transaction, error: undefined }
    }
  }
  const service = new NWCWalletService({ relayUrls: [relay.walletUrl] })
  // It waits for no relay's word of its answers, and would reject at the end of a test where that is still on its way.
  const { pool } = service
  const publish = pool.publish.bind(pool)
  pool.publish = (...given) => publish(...given).map((taken) => taken.catch(() => ""))
  await service.publishWalletServiceInfoEvent(hex(walletSecret), [
    "pay_invoice",
    "make_invoice",
    "lookup_invoice",
    "get_balance"
  ], [
    "payment_received"
  ])
  const unsubscribe = await service.subscribe(new NWCWalletServiceKeyPair(hex(walletSecret), clientPubkey), handler)
  const connection = `nostr+walletconnect://${getPublicKey(walletSecret)}?relay=${
    encodeURIComponent(relay.url)
  }&secret=${hex(clientSecret)}`
  return {
    relay,
    connection,
    walletSecret,
    clientPubkey,
    lies,
    close: async () => {
      unsubscribe()
      service.close()
      await relay.close()
    }
  }
}

export const openWalletBench = async (): Promise<WalletBench> => {
  const ledger = new LedgerNode()
  ledger.preimages.set(hex(sha256(sha256("shop"))), sha256("shop"))
  const wallet = await openWalletOver(ledger)
  const shop = await openAddressServer(
    honest((msat) => invoiceOf({ preimage: sha256("shop"), msat, createdAt: ledger.now(), seconds: 600 }))
  )
  const open = () =>
    adapterOf(nwc({
      connection: Redacted.make(wallet.connection),
      allowsUnboundedFee: true,
      network: "regtest",
      addressAgent: shop.agent,
      timeoutMs: 1_000
    }))
  const made = invoicesOn(ledger)
  return {
    ...wallet,
    ledger,
    node: await open(),
    invoice: made("arrives"),
    unpayable: made("FAILURE_REASON_NO_ROUTE"),
    open: {
      invoice: made("open"),
      settle: async (id) => ledger.end(hashFor(id), "arrives"),
      refuse: async (id) => ledger.end(hashFor(id), "FAILURE_REASON_INCORRECT_PAYMENT_DETAILS")
    },
    paid: async (id) => (ledger.arrived.get(hashFor(id)) ?? []).map((msat) => msat / 1_000n),
    payInvoice: async (_, paymentHash) => ledger.settleInvoice(paymentHash),
    holds: async (msat) => {
      ledger.heldMsat = msat
    },
    hasPreimages: true,
    seesInvoices: true,
    address: "ana@pay.test",
    line: wallet.relay.line,
    reopen: open,
    close: async () => {
      await Promise.all([wallet.close(), shop.close()])
    }
  }
}
