// Loaded before anything else (`node --import`): changes places of files as they are read, by the bug that PLANT names. A
// bug of which a place is not there exactly once is a mistake in the list.
import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { planted } from "./planted.ts"

const sources = planted(
  process.env["PLANT"] ?? "",
  (file) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")
)
const targets = new Map([...sources].map(([file, source]) => [new URL(`../../${file}`, import.meta.url).href, source]))

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    const source = targets.get(url)
    return source === undefined ? loaded : { ...loaded, source }
  }
})
