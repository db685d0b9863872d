// Reads and parses the sources that the tidy tests judge. Parsing is strict: a file the parser refuses fails the run,
// so that no rule can be green because it saw nothing. Planted sources end in `.ts.txt`, out of every other tool's sight.
import { readFileSync, readdirSync } from "node:fs"
import { join, relative } from "node:path"
import { parseSync, visitorKeys } from "oxc-parser"
import type { Comment, Program } from "oxc-parser"

export const root = join(import.meta.dirname, "../..")
export const fixtures = join(import.meta.dirname, "fixtures")

/** What is installed, built or stored; nothing in it is ours. */
const passedBy = new Set(
  [".git", "coverage", "data", "dist", "hosts/dashboard/dist", "node_modules"].map((name) => join(root, name))
)

export type Source = {
  /** Path from the root it was read under, with `/`. */
  readonly path: string
  readonly text: string
  readonly program: Program
  readonly comments: ReadonlyArray<Comment>
}

/** A syntax node as the walk sees it: a kind, a place and whatever children the kind has. */
export type SyntaxNode = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [child: string]: unknown
}

/** Every file under a folder, sorted, without what is passed by. */
export const filesUnder = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (passedBy.has(path)) return []
      return entry.isDirectory() ? filesUnder(path) : [path]
    })
    .toSorted()

/** Parses one file. Throws when the parser finds a syntax error. */
const parseSource = (path: string, text: string): Source => {
  const parsed = parseSync(path, text)
  const [error] = parsed.errors
  if (error !== undefined) throw new Error(`${path}: ${error.message}`)
  return { path, text, program: parsed.program, comments: parsed.comments }
}

/** The project's own TypeScript files, or those below a folder, read and parsed. */
export const projectSources = (folder = ""): ReadonlyArray<Source> =>
  filesUnder(join(root, folder))
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => parseSource(relative(root, file), readFileSync(file, "utf8")))

/** The planted sources of one fixture folder; their paths lose `.txt`, as if they stood in the project. */
export const plantedSources = (name: string): ReadonlyArray<Source> => {
  const folder = join(fixtures, name)
  return filesUnder(folder).map((file) =>
    parseSource(relative(folder, file).replace(/\.txt$/, ""), readFileSync(file, "utf8"))
  )
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

/** Visits a node and all below it; `key` is the property of `parent` that holds the node. */
export const walk = (
  node: SyntaxNode,
  visit: (node: SyntaxNode, parent: SyntaxNode | undefined, key: string) => void,
  parent?: SyntaxNode,
  key = ""
): void => {
  visit(node, parent, key)
  for (const name of visitorKeys[node.type] ?? []) {
    const child = node[name]
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) walk(one, visit, node, name)
  }
}

/** The root of a parsed source as a node the walk takes. */
export const tree = (source: Source): SyntaxNode => source.program as unknown as SyntaxNode

/** One-based line of an offset. */
export const lineOf = (source: Source, offset: number): number => source.text.slice(0, offset).split("\n").length

/** The lines of a planted source that a rule must find, those that end in `// refused`. */
export const markedLines = (source: Source): ReadonlyArray<number> =>
  source.text.split("\n").flatMap((line, index) => line.endsWith("// refused") ? [index + 1] : [])
