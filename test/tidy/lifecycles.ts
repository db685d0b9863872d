// States live in tables (review A2): a record's state is one of its table's, and what changes it is a row that was taken.
import { lineOf, tree, walk } from "./sources.ts"
import type { Source, SyntaxNode } from "./sources.ts"

const nameOf = (property: SyntaxNode): string => String((property["key"] as { readonly name?: string }).name)

const isState = (property: SyntaxNode): boolean =>
  property.type === "Property" && (nameOf(property) === "state" || nameOf(property) === "status")

const textOf = (value: unknown): string | undefined => {
  const { type, value: text } = value as { readonly type: string; readonly value?: unknown }
  return type === "Literal" && typeof text === "string" ? text : undefined
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"))

/** The states that records of a folder begin with, by its tables. */
const beginnings = (sources: ReadonlyArray<Source>): ReadonlySet<string> =>
  new Set(
    sources.filter(({ path }) => path.endsWith(".states.ts")).flatMap(({ path, text }) =>
      [...text.matchAll(/^ {2}initial: "(\w+)"/gm)].map(([, state]) => `${folderOf(path)} ${state}`)
    )
  )

// Of a record, and not of what a function made.
const isCopied = ({ argument, type }: SyntaxNode): boolean =>
  type === "SpreadElement" && (argument as SyntaxNode).type === "Identifier"

// `Schema.Literals(["A", "B"])`: states that no table has.
const isOwnList = (source: Source, value: SyntaxNode): boolean =>
  value.type === "CallExpression" && /^Schema\.Literals\(\s*\[\s*"/.test(source.text.slice(value.start, value.end))

/** Places of the core that keep a state of their own or set one by hand, each as `path:line what`. */
export const statesByHand = (sources: ReadonlyArray<Source>): ReadonlyArray<string> => {
  const initial = beginnings(sources)
  return sources.filter(({ path }) => path.startsWith("core/")).flatMap((source) => {
    const found: Array<string> = []
    const hasRecords = source.text.includes("recordKind({")
    walk(tree(source), (node) => {
      if (node.type !== "ObjectExpression") return
      const properties = node["properties"] as ReadonlyArray<SyntaxNode>
      const isCopy = properties.some(isCopied)
      for (const property of properties.filter(isState)) {
        const at = `${source.path}:${lineOf(source, property.start)}`
        if (hasRecords && isOwnList(source, property["value"] as SyntaxNode)) {
          found.push(`${at} lists states of its own`)
        }
        const state = textOf(property["value"])
        const isSet = state !== undefined && !initial.has(`${folderOf(source.path)} ${state}`)
        if (isCopy && isSet) found.push(`${at} sets a state by hand`)
      }
    })
    return found
  })
}
