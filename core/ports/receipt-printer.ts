// Whoever makes a document of the lines of a receipt.
import { Context, type Effect } from "effect"
import type { ReceiptLines } from "../receipt/receipt-lines.ts"

export class ReceiptPrinter extends Context.Service<ReceiptPrinter, {
  /** A PDF of these lines: the same lines always give the same bytes. */
  readonly print: (lines: ReceiptLines) => Effect.Effect<Uint8Array<ArrayBuffer>>
}>()("pontepay/core/ports/ReceiptPrinter") {}
