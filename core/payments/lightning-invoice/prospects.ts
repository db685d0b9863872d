// What may still happen to a Lightning invoice.
import type { Prospects } from "../../engine/resource/explanation.ts"
import type { Movement } from "../movement/movement.ts"
import { isGivenBack } from "../pix-payment/pix-payment.ts"
import type { PixPaymentGuardFacts } from "../pix-payment/pix-payment.states.ts"
import { knownOf, pixPaymentProspects, reported } from "../pix-payment/prospects.ts"
import type { LightningInvoiceTrigger } from "./lightning-invoice.states.ts"
import type { LightningInvoice } from "./lightning-invoice.ts"

export const lightningInvoiceProspects: Prospects<
  LightningInvoice,
  LightningInvoiceTrigger,
  PixPaymentGuardFacts,
  Movement
> = (invoice, movements, on) => {
  switch (on) {
    case "refundPrepared":
      return reported(invoice, movements)(isGivenBack, "prepared")
    case "invoicePaid":
    case "invoiceExpired":
      return [knownOf(invoice)]
    case "doubted":
    case "operatorRefundRefused":
    case "pixRefused":
    case "pixSettled":
    case "refundOrdered":
    case "refundedByOperator":
    case "restoreRefused":
    case "restored":
    case "reversed":
      return pixPaymentProspects(invoice, movements, on)
  }
}
