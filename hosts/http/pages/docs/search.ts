// Search over the pages: titles first, then headings, then text. Small enough to be done at each request.
import { textOf } from "./files.ts"
import { rendered } from "./render.ts"
import { type DocPage, addressOf, allPages } from "./site.ts"

/** What was found of one page. */
export interface Finding {
  readonly page: DocPage
  readonly address: string
  /** The heading or the line that matches. */
  readonly place: string
}

const most = 30

const plain = (line: string): string =>
  line.replace(/^\s*- /, "").replaceAll(/[`*#|]/g, " ").replaceAll(/\]\([^)]*\)|\[/g, " ").replaceAll(/\s+/g, " ")
    .trim()

// Whoever asks wants to be told how before why.
const position = ({ page, rank }: { readonly page: DocPage; readonly rank: number }): number =>
  page.slug.startsWith("decisions/") ? rank + 1.5 : rank

/** Pages that hold every word of a question, the best first. */
export const search = (question: string): ReadonlyArray<Finding> => {
  const words = question.toLowerCase().split(/\s+/).filter((word) => word !== "")
  if (words.length === 0) return []
  const holds = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word))
  const ranked = allPages().flatMap((page) => {
    const address = addressOf(page)
    if (holds(`${page.title} ${page.slug}`)) return [{ rank: 0, page, address, place: page.about }]
    const heading = rendered(page).headings.find(({ depth, text }) => depth > 1 && holds(text))
    if (heading !== undefined) return [{ rank: 1, page, address: `${address}#${heading.id}`, place: heading.text }]
    const line = textOf(page.file).split("\n").find(holds)
    return line === undefined ? [] : [{ rank: 2, page, address, place: plain(line).slice(0, 160) }]
  })
  return ranked.toSorted((one, other) => position(one) - position(other)).slice(0, most)
}
