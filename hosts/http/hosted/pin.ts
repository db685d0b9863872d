// The page on which a holder sets or changes the PIN of the wallets, and where it sends what was typed. Invariant: the PIN
// goes from the page to this host and nowhere else; the page asks nobody but it, keeps nothing, and cannot be framed.
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
import { pageAnswer } from "./page.ts"
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
label { display: block; margin-top: 1rem }
input { box-sizing: border-box; width: 100%; min-height: 3rem; font: inherit; border-radius: .5rem;
  border: .0625rem solid; padding: 0 .75rem; letter-spacing: .25em }
input:focus-visible { outline: .2rem solid; outline-offset: .2rem }
button { margin-top: 1.5rem }
[hidden] { display: none }
`

const field = (name: string, label: string, autocomplete: string): string =>
  `<label data-field="${name}">${label}<input name="${name}" type="password" inputmode="numeric" maxlength="6"`
  + ` autocomplete="${autocomplete}" pattern="\\d{6}"></label>`

const make = (language: Language, words: PinWords): WireAnswer =>
  pageAnswer(language, {
    title: words.title,
    about: words.about,
    content: `<form novalidate>
${field("currentPin", words.current, "current-password")}
${field("pin", words.pin, "new-password")}
${field("again", words.again, "new-password")}
<button disabled>${words.button}</button>
</form>
<p role="status"></p>
<noscript><p>${words.needsScript}</p></noscript>`,
    style,
    script: { run: pinForm, said: { words, path: `${hostedApiPrefix}pin` } }
  })

/** The PIN page in the language of the request; undefined for any other path. */
export const pinPage = (asked: string, request: WireRequest): WireAnswer | undefined => {
  if (asked !== path) return undefined
  const language = languageOf(request.headers["accept-language"])
  return make(language, pinWords[language])
}
