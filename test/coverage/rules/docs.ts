// What the documentation promises.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "docs-site", text: "every page of the menu is served under /docs, and as Markdown", source: "0153" },
  {
    id: "docs-security",
    text: "the security page has every requirement of ASVS level 2, and names tests that are there",
    source: "0210"
  },
  { id: "docs-policy", text: "a page has no script, asks no other host and cannot be framed", source: "0153" },
  { id: "docs-links", text: "every link of every page leads somewhere", source: "0153" },
  { id: "docs-search", text: "search finds titles, then headings, then text", source: "0153" },
  {
    id: "docs-once",
    text: "each page and text is made once, and every answer shares its bytes",
    source: "0153"
  },
  { id: "docs-slices", text: "a search is prepared and done between other work, one at a time", source: "0153" },
  { id: "docs-flood", text: "strangers who read and search without a pause are hardly felt by others", source: "0153" },
  {
    id: "docs-left-out",
    text: "PONTEPAY_DOCS leaves the documentation out of production, or out altogether",
    source: "0153"
  },
  { id: "docs-states", text: "each lifecycle is drawn with every row of its table", source: "0153" },
  { id: "docs-events", text: "each event has an example that its schema takes", source: "0153" },
  { id: "docs-configuration", text: "every variable that a host reads is on the page of them", source: "0153" },
  { id: "docs-machines", text: "llms.txt lists the pages, llms-full.txt holds them", source: "0153" },
  {
    id: "docs-webhook-code",
    text: "the code that verifies webhooks takes what is genuine and nothing else",
    source: "0153"
  },
  { id: "docs-backup", text: "the command that backs an SQLite database up works while it is in use", source: "0154" },
  { id: "docs-guide-code", text: "the TypeScript of the guides compiles against the package", source: "0154" },
  { id: "readme-pictures", text: "the pictures of the README are there, and small", source: "0154" },
  {
    id: "readme-pictures-taken",
    text: "the script of the README's pictures takes those that are shown",
    source: "0154"
  },
  { id: "docs-readable", text: "pages fit a phone, work by keyboard, and axe finds nothing serious", source: "0153" },
  { id: "examples-frameworks", text: "Express, Fastify and Hono carry the whole interface", source: "0154" },
  {
    id: "examples-webhook-receiver",
    text: "the example receiver shows every event, the test of its registration too, and only what it verified",
    source: "0154"
  },
  { id: "examples-browser-payout", text: "a holder pays from his browser; a wrong PIN is found there", source: "0154" }
]
