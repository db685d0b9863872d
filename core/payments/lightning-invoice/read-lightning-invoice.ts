// GET /api/lightning/invoice/{paymentHash}: where an invoice stands, for its owner alone (C20).
import { Effect, Option } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { find } from "../../engine/store/records.ts"
import { receiptUrlOf } from "../../customers/access/proofs.ts"
import { LightningInvoices, lightningInvoiceRecord } from "./lightning-invoice.ts"

/**
 * The invoice of the caller with this payment hash; a foreign one is missing. Links in it begin with the address that he
 * asked, unless the service has its own.
 */
export const readLightningInvoice = Effect.fnUntraced(
  function*(caller: Caller, paymentHash: string, asked?: string | null) {
    const invoice = Option.getOrUndefined(yield* find(LightningInvoices, "paymentHash", paymentHash.toLowerCase()))
      ?.value
    return invoice === undefined || invoice.owner !== caller.account.id
      ? yield* new NotFound({ resource: "Invoice" })
      : {
        ...lightningInvoiceRecord(invoice),
        receiptUrl: yield* receiptUrlOf(invoice.id, invoice.paidAt, asked)
      }
  }
)
