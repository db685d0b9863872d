// What every hosted page is made of. Invariant: a page asks no one but this host for anything, runs the one script it came
// with, and cannot be framed.
import { icon } from "../html/icon.ts"
import { hashSource, pageHeaders } from "../html/page-headers.ts"
import type { TextAnswer } from "../../api/request/wire.ts"
import { type Language, languages } from "./language.ts"
import { look } from "./look.ts"

type Sent = (...parameters: ReadonlyArray<never>) => unknown

interface PageScript {
  readonly run: (said: never, helpers: never) => void
  readonly said: unknown
  /** Functions that need nothing around them either: what `run` is given beside. */
  readonly helpers?: Readonly<Record<string, Sent>>
}

interface Page {
  readonly title: string
  /** Below the heading; markup. */
  readonly about: string
  readonly content: string
  /** Beyond what every page looks like. */
  readonly style: string
  /** A function that needs nothing around it, and what it is called with; undefined where nothing happens. */
  readonly script: PageScript | undefined
  readonly status?: number
  /** Whether the page films its person. */
  readonly films?: boolean
}

// Inside a script only `<` could end it.
const scriptText = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c")

const called = ({ helpers = {}, run, said }: PageScript): string => {
  const given = Object.entries(helpers).map(([name, helper]) => `${name}:${helper.toString()}`).join(",\n")
  return `(${run.toString()})(${scriptText(said)},{${given}})`
}

const policyOf = (script: string | undefined, style: string): ReadonlyArray<string> => [
  "default-src 'none'",
  ...(script === undefined ? [] : [`script-src ${hashSource(script)}`]),
  `style-src ${hashSource(style)}`,
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
]

const names: Readonly<Record<Language, string>> = { en: "English", "pt-BR": "Português" }

const others = (language: Language): string =>
  languages.filter((other) => other !== language)
    .map((other) => `<a lang="${other}" hreflang="${other}" href="?lang=${other}">${names[other]}</a>`).join(" ")

/** The answer that shows a page. */
export const pageAnswer = (language: Language, page: Page): TextAnswer => {
  const { about, content, films = false, script, status = 200, style, title } = page
  const run = script && called(script)
  const looks = `${look}\n${style.trim()}`
  const body = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${looks}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${about === "" ? "" : `<p id="about">${about}</p>`}
${content}
<nav>${others(language)}</nav>
</main>
${run === undefined ? "" : `<script>${run}</script>`}
</body>
</html>
`
  return {
    status,
    headers: {
      ...pageHeaders(policyOf(run, looks)),
      "content-language": language,
      vary: "accept-language",
      "permissions-policy": `camera=(${films ? "self" : ""}), microphone=(), geolocation=()`
    },
    body
  }
}
