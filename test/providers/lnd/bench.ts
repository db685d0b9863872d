// The conformance bench of LND: the adapter, the REST front, and a node of the test's own behind it.
import { type Context, Effect, Layer, Redacted } from "effect"
import type { LightningNodeBench } from "../../../adapters/conformance/index.ts"
import { type LndSettings, lnd } from "../../../adapters/lnd/index.ts"
import type { LightningNode } from "../../../core/ports/lightning-node.ts"
import { type LightningNodeAdapter, lightningNodeAdapter } from "../../../core/ports/moving/adapter.ts"
import type { LightningPayments } from "../../../core/ports/moving/lightning-payments.ts"
import { honest, openAddressServer } from "../lnurl/server.ts"
import { type Front, macaroon, openFront } from "./front.ts"
import { invoiceOf, sha256 } from "./invoices.ts"
import { type Fate, LedgerNode } from "./ledger-node.ts"

/** The adapter's object, of the layer that it gives to a host. */
export const adapterOf = async (
  { lightningNode }: { readonly lightningNode: Layer.Layer<LightningNode | LightningPayments> }
): Promise<LightningNodeAdapter> => {
  const services: Context.Context<LightningNode | LightningPayments> = await Effect.runPromise(
    Effect.scoped(Layer.build(lightningNode))
  )
  return lightningNodeAdapter.of(services)
}

/** Short waits: nothing on this machine takes as long as a network. */
export const settingsFor = (url: string): LndSettings => ({
  url,
  macaroon: Redacted.make(macaroon),
  invoiceKey: Redacted.make("a key of a test, which is long enough"),
  network: "regtest",
  patience: { callMs: 2_000, payMs: 1_000, trackMs: 1_000 }
})

export interface LedgerBench extends LightningNodeBench {
  readonly ledger: LedgerNode
  readonly front: Front
}

const preimageFor = (id: string) => sha256(`preimage/${id}`)
export const hashFor = (id: string) => sha256(preimageFor(id)).toString("hex")

/** Others' invoices over a ledger node, each with the fate of its payment. */
export const invoicesOn = (ledger: LedgerNode) => {
  const createdAt = ledger.now()
  return (fate: Fate, seconds = 3_600) => (id: string, sats: bigint): string => {
    const preimage = preimageFor(id)
    ledger.preimages.set(hashFor(id), preimage)
    if (!ledger.fates.has(hashFor(id))) ledger.fates.set(hashFor(id), fate)
    return invoiceOf({ preimage, msat: sats * 1_000n, createdAt, seconds })
  }
}

/** Opens it; `through` puts something between the adapter and the front, by the front's address. */
export const openLedgerBench = async (through?: (url: string) => Promise<string>): Promise<LedgerBench> => {
  const ledger = new LedgerNode()
  const front = await openFront(ledger)
  ledger.preimages.set(hashFor("shop"), preimageFor("shop"))
  const url = through === undefined ? front.url : await through(front.url)
  const shop = await openAddressServer(honest((msat) =>
    invoiceOf({
      preimage: preimageFor("shop"),
      msat,
      createdAt: ledger.now(),
      seconds: 600
    })
  ))
  const open = () => adapterOf(lnd({ ...settingsFor(url), addressAgent: shop.agent }))
  const invoices = invoicesOn(ledger)
  return {
    ledger,
    front,
    node: await open(),
    invoice: invoices("arrives"),
    unpayable: invoices("FAILURE_REASON_NO_ROUTE"),
    open: {
      invoice: invoices("open"),
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
    line: front.line,
    reopen: open,
    address: "ana@pay.test",
    close: async () => {
      await Promise.all([shop.close(), front.close()])
    }
  }
}
