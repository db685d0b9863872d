// What is answered of the documentation: pages under /docs, their Markdown, the search, the OpenAPI document and its reader, and the
// two texts for machines that read. Invariant: all but the search is made once, when it is first requested, and is bytes from
// then on, which every answer shares; what a search may cost is bounded (0153).
import { limits } from "../../../../core/base/limits/limits.ts"
import { openApiText } from "../../api/openapi.ts"
import { transportAnswers } from "../../api/request/envelope.ts"
import { type TextAnswer, type WholeAnswer, json } from "../../api/request/wire.ts"
import { framed } from "./layout.ts"
import { llmsFullText, llmsText } from "./llms.ts"
import { type Heading, rendered } from "./render.ts"
import { search, wordsOf } from "./search.ts"
import { textOf } from "./files.ts"
import { type DocPage, addressOf, allPages, sourceAddressOf } from "./site.ts"
import { inSlices } from "./slices.ts"
import { escaped } from "../html/html.ts"
import { inBytes } from "../html/bytes.ts"
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

const text = (type: string, body: string): TextAnswer => ({
  status: 200,
  headers: { "content-type": `text/${type}; charset=utf-8` },
  body
})

const reader = async (): Promise<WholeAnswer> => {
  const { docsReader } = await import("./reader.ts")
  const { page, policy } = await docsReader()
  return { status: 200, headers: pageHeaders(policy), body: page }
}

type Make = () => WholeAnswer | Promise<WholeAnswer>
type Kept = () => Promise<WholeAnswer>

/** Makes an answer once. One that could not be made is tried again. */
const kept = (make: Make): Kept => {
  let made: Promise<WholeAnswer> | undefined
  const begin = async (): Promise<WholeAnswer> => inBytes(await make())
  return () =>
    made ??= begin().catch((reason: unknown) => {
      made = undefined
      throw reason
    })
}

const missing = kept(() =>
  framed(
    { title: "No such page", address: "", content: "<h1>No such page</h1>\n<p>The menu lists them all.</p>" },
    404
  )
)

let known: ReadonlyMap<string, Kept> | undefined

/** What stands at each address. */
const documents = (): ReadonlyMap<string, Kept> =>
  known ??= new Map<string, Kept>([
    ["/openapi.json", kept(() => json(200, openApiText()))],
    ["/llms.txt", kept(() => text("plain", llmsText()))],
    ["/llms-full.txt", kept(() => text("plain", llmsFullText()))],
    ["/docs/api", kept(reader)],
    ...allPages().flatMap((page): ReadonlyArray<readonly [string, Kept]> => [
      [addressOf(page), kept(() => shown(page))],
      [sourceAddressOf(page), kept(() => text("markdown", textOf(page.file)))]
    ])
  ])

const searchPage = (question: string, said: string, status = 200): TextAnswer =>
  framed({ title: "Search", address: "/docs/search", question, content: `<h1>Search</h1>\n${said}` }, status)

const { characters, words: mostWords } = limits.documentationSearch
// A character is at most four bytes, and a byte three characters of an address. Whatever is longer is not even read.
const longestQuery = "q=".length + characters * 12

const refused = (question: string): TextAnswer =>
  searchPage(question, `<p>A search takes at most ${mostWords} words and ${characters} characters.</p>`, 400)

const unread = kept(() => refused(""))

const searched = async (query: string): Promise<WholeAnswer> => {
  if (query.length > longestQuery) return await unread()
  const question = new URLSearchParams(query).get("q") ?? ""
  const words = wordsOf(question)
  if (words === undefined) return refused(question)
  if (words.length === 0) return searchPage(question, "<p>Type what you look for.</p>")
  const findings = await inSlices(() => search(words))
  const list = findings.map(({ address, page, place }) =>
    `<li><a href="${address}">${escaped(page.title)}</a>${place === "" ? "" : `<br>${escaped(place)}`}</li>`
  )
  return searchPage(
    question,
    findings.length === 0 ? "<p>No page holds all of these words.</p>" : `<ul>${list.join("\n")}</ul>`
  )
}

/** The answer to a read of the documentation, at a path of it with its query. */
export const docsAnswer = async (
  path: string,
  query: string,
  /** Whether it is a person's browser that asks. */
  isPerson: boolean
): Promise<WholeAnswer> => {
  if (path === "/docs/search") return await searched(query)
  const document = documents().get(path)
  if (document !== undefined) return await document()
  return isPerson ? await missing() : transportAnswers.routeNotFound
}
