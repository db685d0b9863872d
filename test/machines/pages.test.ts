// Pages that are printed from tables are fresh: what is kept is what the table prints now.
import { expect, it } from "vitest"
import { kept, pages } from "../support/pages.ts"

it.each(Object.entries(pages))("%s is fresh", (path, print) => {
  expect(kept(path)).toBe(print())
})
