// Search over the pages: titles first, then headings, then text. What is searched is prepared with the first search and kept in
// lower case; both are done in steps, for a stranger may search as often as his rate allows.
import { limits } from "../../../../core/base/limits/limits.ts"
import { textOf } from "./files.ts"
import { type Heading, rendered } from "./render.ts"
import { type DocPage, addressOf, allPages } from "./site.ts"
import type { Steps } from "./slices.ts"

/** What was found of one page. */
export interface Finding {
  readonly page: DocPage
  readonly address: string
  /** The heading or the line that matches. */
  readonly place: string
}

interface SearchedHeading extends Heading {
  readonly lowerCase: string
}

interface SearchedPage {
  readonly page: DocPage
  readonly title: string
  readonly headings: ReadonlyArray<SearchedHeading>
  readonly text: string
  readonly lowerCase: string
}

const most = 30

const plain = (line: string): string =>
  line.replace(/^\s*- /, "").replaceAll(/[`*#|]/g, " ").replaceAll(/\]\([^)]*\)|\[/g, " ").replaceAll(/\s+/g, " ")
    .trim()

const prepared = (page: DocPage): SearchedPage => {
  const text = textOf(page.file)
  return {
    page,
    title: `${page.title} ${page.slug}`.toLowerCase(),
    headings: rendered(page).headings.filter(({ depth }) => depth > 1)
      .map((heading) => ({ ...heading, lowerCase: heading.text.toLowerCase() })),
    text,
    lowerCase: text.toLowerCase()
  }
}

let known: ReadonlyArray<SearchedPage> | undefined

function* searched(): Steps<ReadonlyArray<SearchedPage>> {
  if (known !== undefined) return known
  const pages: Array<SearchedPage> = []
  for (const page of allPages()) {
    pages.push(prepared(page))
    yield
  }
  known = pages
  return pages
}

/** The first line that holds all of some words. Lines without the first of the words are not looked at. */
const lineWith = ({ lowerCase, text }: SearchedPage, words: ReadonlyArray<string>): string | undefined => {
  const [first = ""] = words
  if (!words.every((word) => lowerCase.includes(word))) return undefined
  for (let at = lowerCase.indexOf(first); at !== -1;) {
    const start = lowerCase.lastIndexOf("\n", at) + 1
    const end = lowerCase.indexOf("\n", at)
    const line = lowerCase.slice(start, end === -1 ? undefined : end)
    // A character may be longer in lower case, but there are as many lines.
    if (words.every((word) => line.includes(word))) {
      return text.split("\n")[lowerCase.slice(0, start).split("\n").length - 1]
    }
    at = end === -1 ? -1 : lowerCase.indexOf(first, end)
  }
  return undefined
}

const foundIn = (
  searchedPage: SearchedPage,
  words: ReadonlyArray<string>
): (Finding & { readonly rank: number }) | undefined => {
  const { headings, page, title } = searchedPage
  const holds = (lowerCase: string): boolean => words.every((word) => lowerCase.includes(word))
  const address = addressOf(page)
  if (holds(title)) return { rank: 0, page, address, place: page.about }
  const heading = headings.find(({ lowerCase }) => holds(lowerCase))
  if (heading !== undefined) return { rank: 1, page, address: `${address}#${heading.id}`, place: heading.text }
  const line = lineWith(searchedPage, words)
  return line === undefined ? undefined : { rank: 2, page, address, place: plain(line).slice(0, 160) }
}

// Whoever asks wants to be told how before why.
const position = ({ page, rank }: { readonly page: DocPage; readonly rank: number }): number =>
  page.slug.startsWith("decisions/") ? rank + 1.5 : rank

/** The words of a question; undefined where it has more of them, or more characters, than one search takes. */
export const wordsOf = (question: string): ReadonlyArray<string> | undefined => {
  const { characters, words: mostWords } = limits.documentationSearch
  const words = question.toLowerCase().split(/\s+/).filter((word) => word !== "")
  return words.length > mostWords || Array.from(question).length > characters ? undefined : words
}

/** Pages that hold all of some words, the best first; none where there are no words. */
export function* search(words: ReadonlyArray<string>): Steps<ReadonlyArray<Finding>> {
  if (words.length === 0) return []
  // The longest word is in the fewest lines.
  const rarestFirst = words.toSorted((one, other) => other.length - one.length)
  const found: Array<Finding & { readonly rank: number }> = []
  for (const page of yield* searched()) {
    const finding = foundIn(page, rarestFirst)
    if (finding !== undefined) found.push(finding)
    yield
  }
  return found.toSorted((one, other) => position(one) - position(other)).slice(0, most)
}
