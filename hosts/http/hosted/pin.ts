// The page on which a holder sets or changes the PIN of the wallets, and where it sends what was typed. Invariant: the PIN
// goes from the page to this host and nowhere else; the page asks nobody but it, keeps nothing, and cannot be framed.
import { createHash } from "node:crypto"
import { Effect, Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { answered } from "../../../core/idempotency/idempotency.ts"
import { submitPin } from "../../../core/wallet/submit-pin.ts"
import { NewPin, WalletPin } from "../../../core/wallet/wallet-request.ts"
import { text } from "../../../core/text/text.ts"
import { type Route, publicRoute } from "../route.ts"
import type { WireAnswer, WireRequest } from "../wire.ts"
import { hostedApiPrefix } from "./attempt.ts"
import { type Language, languageOf } from "./language.ts"
import { pinForm } from "./pin-form.ts"
import { type PinWords, pinWords } from "./pin-words.ts"

const path = "/hosted/pin"

const submission = HttpApiEndpoint.post("submitPin", `${hostedApiPrefix}pin`, {
  payload: Schema.Struct({
    session: Schema.RedactedFromValue(text({ minimum: 1, maximum: 128 })),
    pin: NewPin,
    currentPin: Schema.optionalKey(WalletPin)
  }),
  success: Schema.Struct({ success: Schema.Literal(true) })
})

export const pinRoutes: ReadonlyArray<Route> = [
  publicRoute(submission, ({ payload }) =>
    Effect.map(
      submitPin({ token: payload.session, pin: payload.pin, currentPin: payload.currentPin }),
      (answer) => answered(answer)
    ))
]

const style = `
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center }
main { box-sizing: border-box; width: min(100%, 28rem); padding: 1.5rem }
h1 { font-size: 1.5rem; line-height: 1.2 }
label { display: block; margin-top: 1rem }
input, button { box-sizing: border-box; width: 100%; min-height: 3rem; font: inherit; border-radius: .5rem }
input { border: .0625rem solid; padding: 0 .75rem; letter-spacing: .25em }
button { margin-top: 1.5rem; font-weight: 600; border: 0; background: #0b5d3b; color: #fff }
input:focus-visible, button:focus-visible { outline: .2rem solid; outline-offset: .2rem }
button:disabled { opacity: .6 }
[hidden] { display: none }
`.trim()

const hashed = (source: string): string => `'sha256-${createHash("sha256").update(source).digest("base64")}'`

const field = (name: string, label: string, autocomplete: string): string =>
  `<label data-field="${name}">${label}<input name="${name}" type="password" inputmode="numeric" maxlength="6"`
  + ` autocomplete="${autocomplete}" pattern="\\d{6}"></label>`

const make = (language: Language, words: PinWords): WireAnswer => {
  // Inside a script only `<` could end it.
  const said = JSON.stringify({ words, path: `${hostedApiPrefix}pin` }).replaceAll("<", "\\u003c")
  const script = `(${pinForm.toString()})(${said})`
  const policy = [
    "default-src 'none'",
    `script-src ${hashed(script)}`,
    `style-src ${hashed(style)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ]
  const body = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${words.title}</h1>
<p>${words.about}</p>
<form novalidate>
${field("currentPin", words.current, "current-password")}
${field("pin", words.pin, "new-password")}
${field("again", words.again, "new-password")}
<button disabled>${words.button}</button>
</form>
<p role="status"></p>
<noscript><p>${words.needsScript}</p></noscript>
</main>
<script>${script}</script>
</body>
</html>
`
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-language": language,
      vary: "accept-language",
      "content-security-policy": policy.join("; "),
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "permissions-policy": "camera=(), microphone=(), geolocation=()",
      "cross-origin-opener-policy": "same-origin"
    },
    body
  }
}

/** The PIN page in the language of the request; undefined for any other path. */
export const pinPage = (asked: string, request: WireRequest): WireAnswer | undefined => {
  if (asked !== path) return undefined
  const language = languageOf(request.headers["accept-language"])
  return make(language, pinWords[language])
}
