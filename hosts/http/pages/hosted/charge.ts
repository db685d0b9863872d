// The page of a PIX charge, for whoever pays it: QR code, copy and paste, and how far it has come (0141). The token in the
// path is the only credential: it is in no log, and what it opens no one keeps.
import { Effect } from "effect"
import { readCharge } from "../../../../core/payments/deposit/read-charge.ts"
import { shownBrl } from "../../../../core/standards/pix/receipt-lines.ts"
import * as api from "../../api/definition/hosted.ts"
import { escaped } from "../html/html.ts"
import type { Matched, Route } from "../../api/request/route.ts"
import { type WireAnswer, type WireRequest, json, toJson } from "../../api/request/wire.ts"
import { followCharge } from "./charge-script.ts"
import { chargeWords } from "./charge-words.ts"
import { languageFor } from "./language.ts"
import { amountLine, amountLook } from "./look.ts"
import { missingPage } from "./missing.ts"
import { pageAnswer } from "./page.ts"
import { qrPng, qrSvg } from "../../api/qr.ts"

const pollMs = 2_000
const slowPollMs = 30_000

type Charge = Effect.Success<ReturnType<typeof readCharge>>

const style = `
${amountLook}
#status { margin: 1rem 0 0; font-weight: 700; color: var(--brand) }
#about { margin-top: 0 }
svg { display: block; width: min(100%, 18rem); margin: 1rem auto; border-radius: .5rem; background: #fff }
textarea { width: 100%; height: 5rem; padding: .5rem; font: .875rem/1.4 ui-monospace, monospace; resize: none;
  border: .0625rem solid var(--field); border-radius: .625rem; background: var(--ground); color: var(--ink);
  overflow-wrap: anywhere }
label { display: block; margin-top: 1rem; font-weight: 600 }
#copy { margin-top: .5rem }
#timer { font-variant-numeric: tabular-nums }
ol { padding-left: 1.25rem }
main:not([data-status=WAITING]) .paying { display: none }
main:is([data-status=EXPIRED], [data-status=FAILED], [data-status=GONE]) #status { color: var(--bad) }
main[data-status=DELIVERED] #status::before { content: "✓ " }
`

const page = (charge: Charge, request: WireRequest): WireAnswer => {
  const language = languageFor(request, "pt-BR")
  const words = chargeWords[language]
  const { qrCode, receiver, reference, remainingMs, status } = charge
  const answer = pageAnswer(language, {
    title: words.title,
    about: "",
    content: `${amountLine(shownBrl(charge.value, language))}
<p>${words.to} <strong>${escaped(receiver)}</strong><br><span class="quiet">${words.reference}: ${
      escaped(reference)
    }</span></p>
${charge.isSimulated ? `<p class="notice">${words.simulated}</p>` : ""}
<div role="status"><p id="status">${words.statuses[status]}</p><p id="about">${words.about[status]}</p></div>
<p id="connection" class="notice" role="status"></p>
<div class="paying">
<p class="quiet">${words.expiresIn} <span id="timer" role="timer"></span></p>
${qrSvg(qrCode, words.qrName)}
<label for="code">${words.code}</label>
<textarea id="code" readonly spellcheck="false">${escaped(qrCode)}</textarea>
<button id="copy" type="button">${words.copy}</button>
<p id="copying" role="status"></p>
<h2>${words.scan}</h2>
<ol>${words.steps.map((step) => `<li>${step}</li>`).join("")}</ol>
<noscript><p>${words.needsScript}</p></noscript>
</div>`,
    style,
    script: { run: followCharge, said: { words, status, remainingMs, everyMs: pollMs, slowlyMs: slowPollMs } }
  })
  return { ...answer, body: answer.body.replace("<main>", `<main data-status="${status}">`) }
}

const statusOf = ({ remainingMs, status }: Charge): WireAnswer =>
  json(200, toJson({ success: true, data: { status, remainingMs } }))

const image = (type: string, body: WireAnswer["body"]): WireAnswer => ({
  status: 200,
  headers: { "content-type": type, "content-security-policy": "default-src 'none'", "referrer-policy": "no-referrer" },
  body
})

const opened = (
  endpoint: { readonly method: string; readonly path: string },
  show: (charge: Charge, request: WireRequest) => WireAnswer
): Route => ({
  method: endpoint.method,
  path: endpoint.path,
  hasBody: false,
  provesItself: true,
  scope: undefined,
  run: ({ params, request }: Matched) =>
    readCharge(params["token"] ?? "").pipe(
      Effect.map((charge) => show(charge, request)),
      Effect.catchTag("NotFound", () => Effect.succeed(missingPage(request)))
    )
})

export const chargeRoutes: ReadonlyArray<Route> = [
  opened(api.showCharge, page),
  opened(api.readChargeStatus, statusOf),
  opened(api.showChargeSvg, ({ qrCode }) => image("image/svg+xml", qrSvg(qrCode, "PIX"))),
  opened(api.showChargePng, ({ qrCode }) => image("image/png", qrPng(qrCode)))
]
