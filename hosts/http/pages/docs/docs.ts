// What is answered under /docs: pages, their Markdown, the search, and the OpenAPI document in its reader; and the two
// texts for machines that read.
import { transportAnswers } from "../../api/request/envelope.ts"
import type { TextAnswer } from "../../api/request/wire.ts"
import { framed } from "./layout.ts"
import { llmsFullText, llmsText } from "./llms.ts"
import { docsReader } from "./reader.ts"
import { type Heading, rendered } from "./render.ts"
import { search } from "./search.ts"
import { textOf } from "./files.ts"
import { type DocPage, addressOf, allPages, sourceAddressOf } from "./site.ts"
import { escaped } from "../html/html.ts"
import { pageHeaders } from "../html/page-headers.ts"

/** Fewer headings are seen at a glance. */
const worthListing = 4

const contents = (headings: ReadonlyArray<Heading>): string => {
  const parts = headings.filter(({ depth }) => depth === 2)
  if (parts.length < worthListing) return ""
  const list = parts.map(({ id, text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`).join("")
  return `<details class="contents"><summary>On this page</summary><ul>${list}</ul></details>\n`
}

const shown = (page: DocPage): TextAnswer => {
  const { headings, html } = rendered(page)
  const end = html.indexOf("</h1>") + "</h1>\n".length
  return framed({
    title: page.title,
    address: addressOf(page),
    source: sourceAddressOf(page),
    content: `${html.slice(0, end)}${contents(headings)}${html.slice(end)}`
  })
}

const found = (question: string): TextAnswer => {
  const findings = search(question)
  const list = findings.map(({ address, page, place }) =>
    `<li><a href="${address}">${escaped(page.title)}</a>${place === "" ? "" : `<br>${escaped(place)}`}</li>`
  )
  const said = findings.length === 0
    ? "<p>No page holds all of these words.</p>"
    : `<ul>${list.join("\n")}</ul>`
  return framed({
    title: "Search",
    address: "/docs/search",
    question,
    content: `<h1>Search</h1>\n${question.trim() === "" ? "<p>Type what you look for.</p>" : said}`
  })
}

const text = (type: string, body: string): TextAnswer => ({
  status: 200,
  headers: { "content-type": `text/${type}; charset=utf-8` },
  body
})

const reader = async (): Promise<TextAnswer> => {
  const { page, policy } = await docsReader()
  return { status: 200, headers: pageHeaders(policy), body: page }
}

const missing = (): TextAnswer =>
  framed(
    { title: "No such page", address: "", content: "<h1>No such page</h1>\n<p>The menu lists them all.</p>" },
    404
  )

/** The answer to a read of the documentation, at a path that begins with `/docs` or is one of the two texts. */
export const docsAnswer = async (
  path: string,
  query: URLSearchParams,
  /** Whether it is a person's browser that asks. */
  isPerson: boolean
): Promise<TextAnswer> => {
  if (path === "/llms.txt") return text("plain", llmsText())
  if (path === "/llms-full.txt") return text("plain", llmsFullText())
  if (path === "/docs/api") return await reader()
  if (path === "/docs/search") return found(query.get("q") ?? "")
  const page = allPages().find((each) => addressOf(each) === path)
  if (page !== undefined) return shown(page)
  const source = allPages().find((each) => sourceAddressOf(each) === path)
  if (source !== undefined) return text("markdown", textOf(source.file))
  return isPerson ? missing() : transportAnswers.routeNotFound
}
