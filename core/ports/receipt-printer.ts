// Makes a document of the lines of a receipt. Null where none can be made: then receipts are pages alone, and no record
// and no event has a link to a document.
import { Context, type Effect } from "effect"
import type { ReceiptLines } from "../standards/pix/receipt-lines.ts"

interface Printer {
  /** A PDF of these lines: the same lines always give the same bytes. */
  readonly print: (lines: ReceiptLines) => Effect.Effect<Uint8Array<ArrayBuffer>>
}

export const ReceiptPrinter = Context.Reference<Printer | null>("pontepay/core/ports/ReceiptPrinter", {
  defaultValue: () => null
})
