// The receipt of a PIX, as a page and as PDF, for whoever has its link (0143). The token in the path is the only credential:
// it is in no log, and what it opens no one keeps.
import { Effect } from "effect"
import { PackageNotInstalled } from "../../../../core/base/errors/errors.ts"
import { ReceiptPrinter } from "../../../../core/ports/receipt-printer.ts"
import { readReceipt } from "../../../../core/payments/receipt/read-receipt.ts"
import {
  type PaidPix,
  type ReceiptLines,
  type ReceiptSection,
  receiptLines
} from "../../../../core/standards/pix/receipt-lines.ts"
import { refusalAnswer } from "../../api/request/envelope.ts"
import * as api from "../../api/definition/hosted.ts"
import { escaped } from "../html/html.ts"
import { receiptPackage } from "../../environments/optional-package.ts"
import type { Matched, Route } from "../../api/request/route.ts"
import type { RequestServices } from "../../environments/plane.ts"
import type { WireAnswer, WireRequest } from "../../api/request/wire.ts"
import { type Language, languageFor } from "./language.ts"
import { amountLine, amountLook } from "./look.ts"
import { missingPage } from "./missing.ts"
import { pageAnswer } from "./page.ts"

const save: Readonly<Record<Language, string>> = { en: "Save as PDF", "pt-BR": "Salvar em PDF" }

const style = `
${amountLook}
.status { color: var(--brand); font-weight: 700 }
dl { margin: 0; border-top: .0625rem solid var(--line) }
dl div { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: .75rem; padding: .375rem 0;
  border-bottom: .0625rem solid var(--line) }
dt { color: var(--quiet) }
dd { margin: 0 }
.button { margin-top: 1.5rem }
@media print { nav, .button { display: none } body { background: none } main { box-shadow: none } }
`

const section = ({ heading, rows }: ReceiptSection): string =>
  `<h2>${heading}</h2>
<dl>${rows.map(([label, value]) => `<div><dt>${label}</dt><dd>${escaped(value)}</dd></div>`).join("")}</dl>`

const page = (lines: ReceiptLines, pdf: string | undefined): WireAnswer =>
  pageAnswer(lines.language, {
    title: lines.title,
    about: "",
    content: `${amountLine(lines.amount)}
<p class="status">${lines.status}</p>
${lines.warning === null ? "" : `<p class="notice">${lines.warning}</p>`}
${lines.sections.map(section).join("\n")}
<p class="quiet">${lines.footer}</p>
${pdf === undefined ? "" : `<a class="button" href="${escaped(pdf)}">${save[lines.language]}</a>`}`,
    style,
    script: undefined
  })

const opened = (
  endpoint: { readonly method: string; readonly path: string },
  show: (
    pix: PaidPix,
    language: Language,
    request: WireRequest
  ) => Effect.Effect<WireAnswer, never, RequestServices>
): Route => ({
  method: endpoint.method,
  path: endpoint.path,
  hasBody: false,
  provesItself: true,
  scope: undefined,
  run: ({ params, request }: Matched) =>
    readReceipt(params["token"] ?? "").pipe(
      Effect.flatMap((pix) => show(pix, languageFor(request, "pt-BR"), request)),
      Effect.catchTag("NotFound", () => Effect.succeed(missingPage(request)))
    )
})

// The path without its query, so that the link holds wherever the page is served.
const pdfOf = ({ target }: WireRequest, language: Language): string =>
  `${target.split("?", 1)[0] ?? ""}/receipt.pdf?lang=${language}`

const pdfAnswer = (body: Uint8Array<ArrayBuffer>, { transactionId }: PaidPix, language: Language): WireAnswer => ({
  status: 200,
  headers: {
    "content-type": "application/pdf",
    "content-language": language,
    "content-disposition": `inline; filename="pix-${transactionId}.pdf"`,
    vary: "accept-language",
    "referrer-policy": "no-referrer"
  },
  body
})

const notInstalled = refusalAnswer(
  new PackageNotInstalled({ what: "Receipts as PDF", packageName: receiptPackage })
)

export const receiptRoutes: ReadonlyArray<Route> = [
  opened(api.showReceipt, (pix, language, request) =>
    Effect.map(
      ReceiptPrinter,
      (printer) => page(receiptLines(pix, language), printer === null ? undefined : pdfOf(request, language))
    )),
  opened(api.printReceipt, (pix, language) =>
    Effect.flatMap(ReceiptPrinter, (printer) =>
      printer === null
        ? Effect.succeed<WireAnswer>(notInstalled)
        : Effect.map(printer.print(receiptLines(pix, language)), (body) => pdfAnswer(body, pix, language))))
]
