// What every hosted page is made of. Invariant: a page asks nobody but this host for anything, runs the one script it came
// with, and cannot be framed.
import { createHash } from "node:crypto"
import type { WireAnswer } from "../wire.ts"
import type { Language } from "./language.ts"

interface Page {
  readonly title: string
  readonly about: string
  /** Below the heading. */
  readonly content: string
  /** Beyond what every page looks like. */
  readonly style: string
  /** A function that needs nothing around it, and what it is called with. */
  readonly script: { readonly run: (said: never) => void; readonly said: unknown }
}

const common = `
:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center }
main { box-sizing: border-box; width: min(100%, 28rem); padding: 1.5rem }
h1 { font-size: 1.5rem; line-height: 1.2 }
button { width: 100%; min-height: 3rem; font: inherit; font-weight: 600; border: 0; border-radius: .5rem;
  background: #0b5d3b; color: #fff }
button:focus-visible { outline: .2rem solid; outline-offset: .2rem }
button:disabled { opacity: .6 }
`.trim()

// Inside a script only `<` could end it.
const scriptText = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c")

const hashed = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

const policyOf = (script: string, style: string): string =>
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

/** The answer that shows a page. */
export const pageAnswer = (language: Language, { about, content, script, style, title }: Page): WireAnswer => {
  const run = `(${script.run.toString()})(${scriptText(script.said)})`
  const look = `${common}\n${style.trim()}`
  const body = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${look}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${about}</p>
${content}
</main>
<script>${run}</script>
</body>
</html>
`
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-language": language,
      vary: "accept-language",
      "content-security-policy": policyOf(run, look),
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "permissions-policy": "camera=(), microphone=(), geolocation=()",
      "cross-origin-opener-policy": "same-origin"
    },
    body
  }
}
