// The plain pages that people confirm their part on: liveness, identity, company, representative (spec "KYC and KYB").
// Each is one sentence and one button.
import type { WireAnswer, WireRequest } from "../wire.ts"
import { type Confirmation, confirm } from "./confirm.ts"
import { type Language, languageOf } from "./language.ts"
import { pageAnswer } from "./page.ts"
import { type Subject, outcomes, subjects } from "./words.ts"

const validate = { path: "/api/public/liveness/validate", field: "validateLivenessToken" } as const
const attempt = { path: "/hosted/api/attempt", field: "session" } as const

const pages: Readonly<Record<string, { readonly subject: Subject; readonly to: Omit<Confirmation, "outcomes"> }>> = {
  "/hosted/liveness": { subject: "liveness", to: validate },
  "/hosted/liveness/provider": { subject: "liveness", to: validate },
  "/hosted/kyc": { subject: "kyc", to: attempt },
  "/hosted/kyb/company": { subject: "company", to: attempt },
  "/hosted/kyb/representative": { subject: "representative", to: attempt }
}

const make = (language: Language, subject: Subject, to: Omit<Confirmation, "outcomes">): WireAnswer => {
  const said = subjects[language][subject]
  const general = outcomes[language]
  return pageAnswer(language, {
    title: said.title,
    about: said.about,
    content: `<button type="button" disabled>${said.button}</button>
<p role="status"></p>
<noscript><p>${general.needsScript}</p></noscript>
<small>${general.simulated}</small>`,
    style: "small { display: block; margin-top: 1rem }",
    script: { run: confirm, said: { ...to, outcomes: general } }
  })
}

const made = new Map<string, WireAnswer>()

/** The hosted page at a path, in the language of the request; undefined where there is none. */
export const hostedPage = (path: string, request: WireRequest): WireAnswer | undefined => {
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (page === undefined) return undefined
  const language = languageOf(request.headers["accept-language"])
  const before = made.get(`${language} ${path}`)
  if (before !== undefined) return before
  const answer = make(language, page.subject, page.to)
  made.set(`${language} ${path}`, answer)
  return answer
}
