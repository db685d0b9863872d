// The plain pages that people confirm their part on: liveness, identity, company, representative (spec "KYC and KYB").
// Invariant: a page asks nobody but this host for anything, runs the one script it came with, and cannot be framed.
import { createHash } from "node:crypto"
import type { WireAnswer, WireRequest } from "../wire.ts"
import { type Confirmation, confirm } from "./confirm.ts"
import { type Language, languageOf } from "./language.ts"
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

const style = `
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center }
main { box-sizing: border-box; width: min(100%, 28rem); padding: 1.5rem }
h1 { font-size: 1.5rem; line-height: 1.2 }
button { width: 100%; min-height: 3rem; font: inherit; font-weight: 600; border: 0; border-radius: .5rem;
  background: #0b5d3b; color: #fff }
button:focus-visible { outline: .2rem solid; outline-offset: .2rem }
button:disabled { opacity: .6 }
small { display: block; margin-top: 1rem }
`.trim()

// Inside a script only `<` could end it.
const scriptText = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c")

const hashed = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

const policyOf = (script: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashed(script)}`,
    `style-src ${hashed(style)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

const make = (language: Language, subject: Subject, to: Omit<Confirmation, "outcomes">): WireAnswer => {
  const said = subjects[language][subject]
  const general = outcomes[language]
  const script = `(${confirm.toString()})(${scriptText({ ...to, outcomes: general })})`
  const body = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${said.title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${said.title}</h1>
<p>${said.about}</p>
<button type="button" disabled>${said.button}</button>
<p role="status"></p>
<noscript><p>${general.needsScript}</p></noscript>
<small>${general.simulated}</small>
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
      "content-security-policy": policyOf(script),
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "permissions-policy": "camera=(), microphone=(), geolocation=()",
      "cross-origin-opener-policy": "same-origin"
    },
    body
  }
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
