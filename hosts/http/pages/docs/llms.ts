// The documentation for machines that read: a list of the pages as https://llmstxt.org has it, and all of them in one text.
import { textOf } from "./files.ts"
import { sections, sourceAddressOf } from "./site.ts"

const summary = `# Pontepay

> Moves money between PIX, Lightning and stablecoins: an embeddable TypeScript library with a pure core, and a host with a
> sandbox that needs nothing but Node.js and npm. HTTP interface under /api with bearer keys, signed webhooks, and an
> OpenAPI 3.1 document at /openapi.json.

Amounts named \`value\` are integers in BRL cents. Every POST under /api takes an Idempotency-Key. An outcome that is not
known is looked up, never repeated and never taken for a failure. Each address below gives Markdown; without \`.md\` it
gives the same as a page. All of them in one text: [llms-full.txt](/llms-full.txt).
`

/** The list of pages. */
export const llmsText = (): string =>
  [
    summary,
    ...sections.map(({ heading, pages }) =>
      [
        `## ${heading}`,
        "",
        ...pages.map((page) => `- [${page.title}](${sourceAddressOf(page)}): ${page.about}`),
        ""
      ].join("\n")
    )
  ].join("\n")

/** Every page of the menu, one after the other. */
export const llmsFullText = (): string =>
  [
    summary,
    ...sections.flatMap(({ pages }) =>
      pages.map((page) => `<!-- ${sourceAddressOf(page)} -->\n\n${textOf(page.file).trim()}\n`)
    )
  ].join("\n")
