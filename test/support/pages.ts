// The pages that are printed from tables of the core, each by its path from the root and what it must hold.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { depositStates } from "../../core/deposit/deposit.states.ts"
import { renderErrors } from "../../core/errors/render.ts"
import { renderMarkdown } from "../../core/machine/render.ts"

const root = join(import.meta.dirname, "../..")

/** Every printed page. */
export const pages: Readonly<Record<string, () => string>> = {
  "core/deposit/deposit.states.md": () => renderMarkdown(depositStates),
  "core/errors/errors.md": renderErrors
}

/** Where a page is kept. */
export const placeOf = (path: string): string => join(root, path)

/** A page as it is kept. */
export const kept = (path: string): string => readFileSync(placeOf(path), "utf8")
