// A type is named for what it is, so that its name is found in one place: no two files of the core define a type of one name,
// and no type has a name that fits any other as well.
import { tree } from "./sources.ts"
import type { Source, SyntaxNode } from "./sources.ts"

/** Names that say nothing of what a type is. */
const vague: ReadonlySet<string> = new Set(["Asked", "Told", "Standing"])

interface TypeDefinition {
  readonly path: string
  readonly name: string
}

const definers = new Set(["ClassDeclaration", "TSInterfaceDeclaration", "TSTypeAliasDeclaration"])

/** The types that a module defines at its top, exported or not. */
const definedIn = (source: Source): ReadonlyArray<TypeDefinition> =>
  (tree(source)["body"] as ReadonlyArray<SyntaxNode>).flatMap((statement) => {
    const declared = (statement["declaration"] ?? statement) as SyntaxNode
    const { name } = (declared["id"] ?? {}) as { readonly name?: string }
    return definers.has(declared.type) && name !== undefined ? [{ path: source.path, name }] : []
  })

/** Definitions that break a rule, each as `path defines Name, …`. */
export const badTypeNames = (sources: ReadonlyArray<Source>): ReadonlyArray<string> => {
  const shipped = sources.filter(({ path }) => /^(?:core|adapters|hosts)\//.test(path))
  const defined = shipped.flatMap(definedIn)
  const inCore = defined.filter(({ path }) => path.startsWith("core/"))
  const filesOf = Map.groupBy(inCore, ({ name }) => name)
  const twice = [...filesOf.values()].flatMap((definitions) => {
    const paths = [...new Set(definitions.map(({ path }) => path))]
    return paths.length === 1
      ? []
      : definitions.map(({ name, path }) =>
        `${path} defines ${name}, as ${paths.filter((each) => each !== path).join(", ")}`
      )
  })
  return [
    ...twice,
    ...defined.filter(({ name }) => vague.has(name)).map(({ name, path }) =>
      `${path} defines ${name}, which says nothing`
    )
  ]
}
