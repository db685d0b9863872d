// The records of decisions by their numbers, as `C13` and as `0009`, read from the index.
import { readFileSync } from "node:fs"
import { join } from "node:path"

const index = join(import.meta.dirname, "../../core/decisions/README.md")

/** The file of each decision, by both of its numbers. */
export const decisions = (): ReadonlyMap<string, string> =>
  new Map(
    [...readFileSync(index, "utf8").matchAll(/^- \[(\d{4})\]\(([^)]+)\)(?: \((C\d+)\))?/gm)].flatMap(
      ([, number = "", file = "", interfaceNumber]) =>
        [number, ...(interfaceNumber === undefined ? [] : [interfaceNumber])].map((name) => [name, file] as const)
    )
  )
