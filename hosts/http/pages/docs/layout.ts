// The frame around each page; on a phone the menu comes after it. Invariant: a page has no script, one style known by its hash, asks no one but this host for
// anything, and cannot be framed.
import { limits } from "../../../../core/base/limits/limits.ts"
import { escaped } from "../html/html.ts"
import { icon } from "../html/icon.ts"
import { hashSource, pageHeaders } from "../html/page-headers.ts"
import type { TextAnswer } from "../../api/request/wire.ts"
import { type DocPage, addressOf, sections } from "./site.ts"
import { style } from "./style.ts"

const policy = [
  "default-src 'none'",
  `style-src ${hashSource(style)}`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'"
]

const entry = (page: DocPage, shown: string): string => {
  const address = addressOf(page)
  return `<li><a href="${address}"${address === shown ? " aria-current=\"page\"" : ""}>${escaped(page.title)}</a></li>`
}

const menu = (shown: string): string =>
  sections.map(({ heading, pages }) =>
    `<h2>${heading}</h2><ul>${pages.map((page) => entry(page, shown)).join("")}</ul>`
  ).join("\n")

interface Shown {
  readonly title: string
  readonly address: string
  /** The Markdown of the same, where it has one. */
  readonly source?: string
  readonly question?: string
  readonly content: string
}

/** The answer that shows a page of the documentation. */
export const framed = ({ address, content, question = "", source, title }: Shown, status = 200): TextAnswer => {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title === "Pontepay" ? "Pontepay documentation" : `${title} · Pontepay`)}</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<header>
<a href="/docs">Pontepay</a>
<nav aria-label="Documents"><a class="to-menu" href="#menu">Menu</a><a href="/docs/reference">Reference</a><a href="/docs/api">Try the API</a></nav>
<form action="/docs/search" role="search"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search" maxlength="${limits.documentationSearch.characters}" value="${
    escaped(question)
  }"><button>Search</button></form>
</header>
<div class="frame">
<main id="content">
${content}
<footer>${
    source === undefined ? "" : `<a href="${source}">This page as Markdown</a>`
  }<a href="/llms.txt">llms.txt</a><a href="/openapi.json">openapi.json</a></footer>
</main>
<nav class="menu" id="menu" aria-label="Pages">${menu(address)}</nav>
</div>
</body>
</html>
`
  return { status, headers: pageHeaders(policy), body }
}
