// Where the pages of the documentation are kept: Markdown files of the package, wherever it is installed.
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const rootAbove = (directory: string): string => {
  if (existsSync(join(directory, "package.json"))) return directory
  const above = dirname(directory)
  if (above === directory) throw new Error("the package that holds the documentation has no package.json")
  return rootAbove(above)
}

/** The folder of the package. */
export const root = rootAbove(import.meta.dirname)

/** The text of a file of the package, by its path from the root. */
export const textOf = (path: string): string => readFileSync(join(root, path), "utf8")
