// What a manual refund of a Lightning invoice would do: decided by the table itself, as if it were asked for and had arrived now,
// so a preview cannot say anything else than what would happen. What routing will take is not known before, and is not in it.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { Entry } from "../ledger/journal.ts"
import { type Sats, zero } from "../money/units.ts"
import type { Stored } from "../ports/records.ts"
import { decideLightningInvoice } from "./decide-lightning-invoice.ts"
import { type LightningInvoice, LightningInvoices } from "./lightning-invoice.ts"

/** Names an invoice as it stands, and where its sats are to go: anything that changes of it changes the name. */
export const previewOf = (invoice: LightningInvoice, address: string | null): string =>
  bytesToHex(sha256(utf8ToBytes(`${address ?? ""}\n${LightningInvoices.encode(invoice)}`))).slice(0, 32)

export interface RefundPlan {
  readonly sats: Sats
  readonly entries: ReadonlyArray<Entry>
}

/** The plan; undefined when nothing can be given back as the invoice stands. */
export const refundPlan = (
  before: Stored<LightningInvoice>,
  address: string,
  now: number
): RefundPlan | undefined => {
  const asked = decideLightningInvoice(before, { on: "refundAsked", address }, now)
  if (asked._tag !== "Changed") return undefined
  const { refund } = asked.invoice
  if (refund === null) return undefined
  const sent = { on: "refundSent", paymentHash: "preview", networkFee: zero("BTC") } as const
  const after = decideLightningInvoice({ value: asked.invoice, version: before.version + 1 }, sent, now)
  const entries = [...asked.changes.entries, ...after._tag === "Changed" ? after.changes.entries : []]
  return { sats: refund.sats, entries: entries.filter(({ postings }) => postings.length > 0) }
}
