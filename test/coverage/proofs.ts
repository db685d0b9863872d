// Which tests prove which rules: the titles of tests and suites are read from the sources, and `§id` in a title names a
// rule. A test that is skipped or only planned has no title here, since such calls are refused elsewhere.
import { type Source, type SyntaxNode, projectSources, tree, walk } from "../tidy/sources.ts"

export interface Proof {
  readonly rule: string
  readonly file: string
  readonly title: string
}

const callers = new Set(["it", "test", "describe", "suite"])

/** The name at the left end of `it`, `it.each(rows)`, `it.effect.prop` and the like. */
const callerOf = (node: SyntaxNode): string | undefined => {
  switch (node.type) {
    case "Identifier":
      return String(node["name"])
    case "MemberExpression":
      return callerOf(node["object"] as SyntaxNode)
    case "CallExpression":
      return callerOf(node["callee"] as SyntaxNode)
    default:
      return undefined
  }
}

/** The fixed text of a title; what a template inserts is left out. */
const titleOf = (node: SyntaxNode | undefined): string | undefined => {
  if (node?.type === "Literal" && typeof node["value"] === "string") return node["value"]
  if (node?.type !== "TemplateLiteral") return undefined
  return (node["quasis"] as ReadonlyArray<{ readonly value: { readonly cooked: string } }>)
    .map(({ value }) => value.cooked).join("…")
}

interface Titled {
  readonly title: string
  readonly start: number
  readonly end: number
}

const titledIn = (source: Source): ReadonlyArray<Titled> => {
  const found: Array<Titled> = []
  walk(tree(source), (node) => {
    if (node.type !== "CallExpression" || !callers.has(callerOf(node["callee"] as SyntaxNode) ?? "")) return
    const title = titleOf((node["arguments"] as ReadonlyArray<SyntaxNode>)[0])
    if (title !== undefined) found.push({ title, start: Number(node["start"]), end: Number(node["end"]) })
  })
  return found
}

const plain = (title: string): string => title.replace(/\s*§[a-z0-9-]+/g, "").trim()

/** A test's title behind those of the suites around it. */
const proofsIn = (source: Source): ReadonlyArray<Proof> => {
  const all = titledIn(source)
  return all.flatMap(({ end, start, title }) => {
    const whole = all.filter((each) => each.start <= start && end <= each.end)
      .map((each) => plain(each.title)).filter((each) => each !== "").join(" › ")
    return [...title.matchAll(/§([a-z0-9-]+)/g)].map(([, rule = ""]) => ({ rule, file: source.path, title: whole }))
  })
}

/** Every proof that the tests claim. */
export const proofs = (): ReadonlyArray<Proof> => projectSources("test").flatMap(proofsIn)
