// Prints the endpoints of the definition as plain data: hosts/client/routes.ts, what clients call, and
// hosts/cli/operator-routes.ts, what the command line calls as the operator. Neither brings a schema along (0126).
import { SchemaAST } from "effect"
import { type DeclaredEndpoint, definition } from "../../api/definition/definition.ts"
import { scopeOf } from "../../api/definition/needs.ts"

/** The fields in which a type has a bigint. */
const bigintsIn = (ast: SchemaAST.AST, field = ""): ReadonlyArray<string> => {
  const below: ReadonlyArray<readonly [SchemaAST.AST, string]> = SchemaAST.isObjects(ast)
    ? ast.propertySignatures.map(({ name, type }) => [type, String(name)])
    : SchemaAST.isArrays(ast)
    ? [...ast.elements, ...ast.rest].map((each) => [each, field])
    : SchemaAST.isUnion(ast)
    ? ast.types.map((each) => [each, field])
    : []
  return SchemaAST.isBigInt(ast) ? [field] : below.flatMap(([each, name]) => bigintsIn(each, name))
}

const exactOf = (
  { success }: DeclaredEndpoint
): ReadonlyArray<string> => [...new Set([...success].flatMap(({ ast }) => bigintsIn(SchemaAST.toType(ast))))]

type Parts = Readonly<Record<string, unknown>>

/** What is out of the ordinary about an endpoint. */
const partsOf = (endpoint: DeclaredEndpoint): Parts => {
  const { method, middlewares, payload } = endpoint
  const isPublic = middlewares.size === 0
  const hasBody = payload.size > 0
  return {
    ...(hasBody === (method !== "GET") ? {} : { body: hasBody }),
    ...(isPublic ? { isPublic } : {}),
    ...(method !== "GET" && scopeOf(endpoint) === "read" ? { isRead: true } : {})
  }
}

const withExact = (endpoint: DeclaredEndpoint): Parts => {
  const exact = exactOf(endpoint)
  return { ...partsOf(endpoint), ...(exact.length === 0 ? {} : { exact }) }
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map((each) => JSON.stringify(each)).join(", ")}]` : JSON.stringify(value)

const makers: Readonly<Record<string, string>> = { GET: "get", POST: "post", PATCH: "patch", DELETE: "remove" }

const rowOf = (endpoint: DeclaredEndpoint, parts: Parts): string => {
  const texts = Object.entries(parts).map(([name, value]) => `${name}: ${textOf(value)}`)
  const told = texts.length === 0 ? "" : `, { ${texts.join(", ")} }`
  return `  ${endpoint.identifier}: ${makers[endpoint.method]}("${endpoint.path}"${told})`
}

const printed = (about: string, from: string, name: string, rows: ReadonlyArray<string>): string =>
  [
    `// ${about}`,
    "// Printed from the definition of the interface by `npm run print`: change that instead.",
    `import { ${
      Object.values(makers).filter((maker) => rows.some((row) => row.includes(`: ${maker}(`))).join(", ")
    } } from "${from}"`,
    "",
    `export const ${name} = {`,
    rows.join(",\n"),
    "} as const",
    ""
  ].join("\n")

/** hosts/client/routes.ts. */
export const renderRoutes = (): string =>
  printed(
    "Every endpoint of the public interface, by its name.",
    "./route.ts",
    "routes",
    definition.public.map((endpoint) => rowOf(endpoint, withExact(endpoint)))
  )

/** hosts/cli/operator-routes.ts. The command line reads no number of an answer as bigint. */
export const renderOperatorRoutes = (): string =>
  printed(
    "Every endpoint of management, by its name.",
    "../client/route.ts",
    "operatorRoutes",
    definition.management.map((endpoint) => rowOf(endpoint, partsOf(endpoint)))
  )
