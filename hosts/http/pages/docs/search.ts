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

/** A piece of a page as it is compared. */
interface Searched<A> {
  readonly of: A
  readonly lowerCase: string
}

interface SearchedPage {
  readonly page: DocPage
  readonly title: string
  readonly headings: ReadonlyArray<Searched<Heading>>
  readonly lines: ReadonlyArray<Searched<string>>
  /** All of its text: what has not every word in it has no line with them. */
  readonly text: string
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
      .map((heading) => ({ of: heading, lowerCase: heading.text.toLowerCase() })),
    lines: text.split("\n").map((line) => ({ of: line, lowerCase: line.toLowerCase() })),
    text: text.toLowerCase()
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

const foundIn = (
  { headings, lines, page, text, title }: SearchedPage,
  words: ReadonlyArray<string>
): (Finding & { readonly rank: number }) | undefined => {
  const holds = (lowerCase: string): boolean => words.every((word) => lowerCase.includes(word))
  const address = addressOf(page)
  if (holds(title)) return { rank: 0, page, address, place: page.about }
  const heading = headings.find(({ lowerCase }) => holds(lowerCase))?.of
  if (heading !== undefined) return { rank: 1, page, address: `${address}#${heading.id}`, place: heading.text }
  const line = holds(text) ? lines.find(({ lowerCase }) => holds(lowerCase))?.of : undefined
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
