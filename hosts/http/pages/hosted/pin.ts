// The page on which a holder sets or changes the PIN of the wallets, and where it sends what was typed. Invariant: the PIN
// goes from the page to this host and nowhere else; the page asks no one but it, keeps nothing, and cannot be framed.
import { Effect } from "effect"
import { limits } from "../../../../core/base/limits/limits.ts"
import { answered } from "../../../../core/customers/idempotency/idempotency.ts"
import { checkPinSession } from "../../../../core/customers/wallet/open-pin-session.ts"
import { pinProblem } from "../../../../core/customers/wallet/pin.ts"
import { submitPin } from "../../../../core/customers/wallet/submit-pin.ts"
import * as api from "../../api/definition/hosted.ts"
import { type Route, publicRoute } from "../../api/request/route.ts"
import type { TextAnswer } from "../../api/request/wire.ts"
import type { Language } from "./language.ts"
import { ask } from "./ask.ts"
import { fields } from "./look.ts"
import { pageAnswer } from "./page.ts"
import { pinForm } from "./pin-form.ts"
import { pinWords } from "./pin-words.ts"

export const pinRoutes: ReadonlyArray<Route> = [
  publicRoute(api.submitPin, ({ payload }) =>
    Effect.map(
      submitPin({ token: payload.session, pin: payload.pin, currentPin: payload.currentPin }),
      (answer) => answered(answer)
    )),
  publicRoute(
    api.checkPinSession,
    ({ payload }) => Effect.map(checkPinSession(payload.session), (answer) => answered(answer))
  )
]

const style = `
${fields}
input[type=password], input[type=text] { letter-spacing: .25em }
.check { display: flex; align-items: center; font-weight: 400 }
`

const field = (name: string, label: string, autocomplete: string): string =>
  `<div class="field" data-field="${name}"><label for="f-${name}">${label}</label>`
  + `<input id="f-${name}" name="${name}" type="password" autocapitalize="off" spellcheck="false" aria-required="true"`
  + ` autocomplete="${autocomplete}" aria-describedby="e-${name}"><p class="error" id="e-${name}" role="alert"></p></div>`

/** The PIN page in a language. */
export const pinPage = (language: Language): TextAnswer => {
  const words = pinWords[language]
  return pageAnswer(language, {
    title: words.title,
    about: words.about,
    content: `<form novalidate hidden>
${field("currentPin", words.current, "current-password")}
${field("pin", words.pin, "new-password")}
${field("again", words.again, "new-password")}
<label class="check field"><input type="checkbox" id="show">${words.show}</label>
<div class="actions"><button disabled>${words.button}</button></div>
</form>
<p role="status">${words.loading}</p>
<p class="quiet">${words.forgotten}</p>
<noscript><p>${words.needsScript}</p></noscript>`,
    style,
    script: {
      run: pinForm,
      said: { language, words, path: api.submitPin.path, form: limits.pin },
      helpers: { ask, pinProblem }
    }
  })
}
