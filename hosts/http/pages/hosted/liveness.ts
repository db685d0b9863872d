// The page of a liveness session: films whoever opened it (spec "KYC and KYB"). In the sandbox the check is simulated in the
// browser; in production the address of a session is its provider's.
import { Effect } from "effect"
import { answered } from "../../../../core/customers/idempotency/idempotency.ts"
import { readLivenessSession } from "../../../../core/customers/kyc/read-liveness-session.ts"
import { livenessState } from "../../api/definition/hosted.ts"
import { validateLiveness } from "../../api/definition/kyc-document.ts"
import { type Route, publicRoute } from "../../api/request/route.ts"
import type { TextAnswer } from "../../api/request/wire.ts"
import { ask } from "./ask.ts"
import { film } from "./camera.ts"
import type { Language } from "./language.ts"
import { confirmLiveness } from "./liveness-script.ts"
import { type LivenessWords, livenessWords } from "./liveness-words.ts"
import { pageAnswer } from "./page.ts"

export const livenessRoutes: ReadonlyArray<Route> = [
  publicRoute(
    livenessState,
    ({ payload }) => Effect.map(readLivenessSession(payload.validateLivenessToken), (answer) => answered(answer))
  )
]

/** What pages with a camera add to their look. */
export const cameraLook = `
video { display: block; width: min(100%, 18rem); aspect-ratio: 3 / 4; object-fit: cover; margin: 1rem auto;
  border: .25rem solid var(--brand); border-radius: 50%; background: #000; transform: scaleX(-1) }
`

/** The camera's picture, and that no one looks at it. */
export const simulatedCamera = (words: LivenessWords): string =>
  `<p class="notice">${words.simulated}</p>
<video playsinline muted hidden aria-label="${words.video}"></video>`

/** The page in a language. */
export const livenessPage = (language: Language): TextAnswer => {
  const words = livenessWords[language]
  return pageAnswer(language, {
    title: words.title,
    about: words.about,
    content: `${simulatedCamera(words)}
<p role="status"></p>
<button type="button" disabled>${words.turnOn}</button>
<noscript><p>${words.needsScript}</p></noscript>`,
    style: cameraLook,
    films: true,
    script: {
      run: confirmLiveness,
      said: { path: validateLiveness.path, statePath: livenessState.path, words },
      helpers: { ask, film }
    }
  })
}
