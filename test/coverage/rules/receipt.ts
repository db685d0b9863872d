// Rules of receipts: links, lines, page and PDF.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "receipt-url",
    text: "receiptUrl is filled in PAYOUT_SUCCESSFUL and in the records once a PIX has settled",
    source: "spec PAYOUT_SUCCESSFUL data; 0143"
  },
  {
    id: "receipt-url-null",
    text: "it is null where no public address is known",
    source: "spec PAYOUT_SUCCESSFUL data; 0142"
  },
  {
    id: "receipt-not-installed",
    text: "without pdfkit the start says so, records link no PDF, and one answers 501 with the package's name",
    source: "0151"
  },
  { id: "receipt-signed", text: "a link that was altered, is over or is foreign opens nothing", source: "0143" },
  {
    id: "receipt-masked",
    text: "a CPF is masked, also as the PIX key; an account shows four digits",
    source: "spec Receipt object; 0144"
  },
  { id: "receipt-pdf", text: "a PDF with the fields of a PIX receipt, always of the same bytes", source: "0144" },
  { id: "receipt-languages", text: "in Portuguese and English, Portuguese where nothing is requested", source: "0144" },
  { id: "receipt-page", text: "the same lines as a page", source: "0143" }
]
