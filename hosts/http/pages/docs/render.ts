// Markdown of our own pages as HTML. Links follow the files: one to another page leads to its address, one to a file that
// is no page is shown as its path. No HTML of a page is passed on, so nothing but what is here can be in the result.
import { posix } from "node:path"
import { Marked, type Tokens } from "marked"
import { drawStates } from "./diagram.ts"
import { textOf } from "./files.ts"
import { escaped } from "../html/html.ts"
import { type DocPage, addressOf, allPages } from "./site.ts"

/** A heading of a page. */
export interface Heading {
  readonly id: string
  readonly text: string
  readonly depth: number
}

/** A page as it is shown. */
export interface Rendered {
  readonly html: string
  readonly headings: ReadonlyArray<Heading>
}

/** The name that a heading is linked by. */
const idOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s+/g, "-")

const linked = new Map<string, string>()

const addresses = (): ReadonlyMap<string, string> => {
  if (linked.size === 0) { for (const page of allPages()) linked.set(page.file, addressOf(page)) }
  return linked
}

/** Where a link of a page leads on this site; undefined where it leads to a file that is no page. */
const targetOf = (page: DocPage, href: string): string | undefined => {
  if (href.startsWith("#") || href.startsWith("/") || /^https?:/.test(href)) return href
  const [path = "", anchor] = href.split("#")
  const address = addresses().get(posix.join(posix.dirname(page.file), path))
  return address === undefined ? undefined : anchor === undefined ? address : `${address}#${anchor}`
}

const scrollable = (label: string, inside: string): string =>
  `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(label)}">${inside}</div>\n`

const code = ({ lang = "", text }: Tokens.Code): string =>
  lang === "mermaid" && text.startsWith("stateDiagram")
    ? scrollable("State diagram", drawStates(text))
    : `<pre tabindex="0"><code${lang === "" ? "" : ` class="language-${escaped(lang)}"`}>${
      escaped(text)
    }</code></pre>\n`

/** Renders a page. */
export const rendered = (page: DocPage): Rendered => {
  const headings: Array<Heading> = []
  const counted = new Map<string, number>()
  const unique = (id: string): string => {
    const before = counted.get(id) ?? 0
    counted.set(id, before + 1)
    return before === 0 ? id : `${id}-${before}`
  }
  const marked = new Marked({
    renderer: {
      code,
      html: () => "",
      // A list to go through on paper or in mind: a field that no one can tick would want a name and do nothing.
      checkbox: ({ checked }) => checked ? "☑ " : "☐ ",
      heading({ depth, text, tokens }) {
        const plain = text.replaceAll("`", "")
        const id = unique(idOf(plain))
        headings.push({ id, text: plain, depth })
        const inside = this.parser.parseInline(tokens)
        return depth === 1
          ? `<h1>${inside}</h1>\n`
          : `<h${depth} id="${id}">${inside} <a class="anchor" href="#${id}" aria-label="Link to ${
            escaped(plain)
          }">#</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const target = targetOf(page, href)
        const inside = this.parser.parseInline(tokens)
        if (target === undefined) return `<span class="file" title="${escaped(href)}">${inside}</span>`
        return `<a href="${escaped(target)}">${inside}</a>`
      },
      image: ({ text }) => escaped(text),
      table({ header, rows }) {
        const cells = (name: "th" | "td", row: ReadonlyArray<Tokens.TableCell>): string =>
          row.map(({ tokens }) =>
            `<${name}${name === "th" ? " scope=\"col\"" : ""}>${this.parser.parseInline(tokens)}</${name}>`
          ).join("")
        const body = rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("\n")
        const label = header.map(({ text }) => text).filter((text) => text !== "").join(", ")
        return scrollable(
          `Table: ${label}`,
          `<table><thead><tr>${cells("th", header)}</tr></thead><tbody>\n${body}</tbody></table>`
        )
      }
    }
  })
  const html = marked.parse(textOf(page.file), { async: false })
  return { html, headings }
}
