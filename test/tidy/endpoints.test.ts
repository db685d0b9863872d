// The definition under hosts/http/api/definition alone names endpoints: what calls, serves or prints one
// reads it from there, or from a file that is printed of it.
import { expect, it } from "vitest"
import { definition } from "../../hosts/http/api/definition/definition.ts"
import { type Source, lineOf, markedLines, plantedSources, projectSources, walk } from "./sources.ts"

/** Files that name endpoints, and why. */
const mayName: ReadonlyArray<readonly [files: RegExp, why: string]> = [
  [/^hosts\/http\/api\/definition\//, "the definition"],
  [/^hosts\/(?:client|cli)\/(?:operator-)?routes\.ts$/, "printed from the definition"],
  [/^hosts\/client\/api-types\.ts$/, "printed from the definition"],
  [/^hosts\/dashboard\/src\/api\/endpoints\.ts$/, "printed from the definition"],
  [/^hosts\/client\/upload\.ts$/, "how an upload is shown, without the token in its path"],
  [/^hosts\/http\/api\/management\/serve\.ts$/, "the description of management, served beside it"],
  [/^hosts\/release\/ends-well\.ts$/, "a request as raw bytes, to the packed service"]
]

/** The beginnings that endpoints have; one alone tells what is the interface's, and names none. */
const beginnings = [
  ...new Set(
    Object.values(definition).flat().map(({ path }) => /^\/(?:(?:dashboard|hosted)\/)?[a-z]+\//.exec(path)?.[0])
  )
].filter((beginning) => beginning !== undefined)

const names = (text: string): boolean => {
  const path = text.replace(/^(?:GET|POST|PUT|PATCH|DELETE) /, "")
  return beginnings.some((beginning) => path.startsWith(beginning) && path.length > beginning.length)
}

/** Where a source names an endpoint, as text or at the beginning of a template. */
const endpointsIn = (source: Source): ReadonlyArray<string> => {
  const found: Array<string> = []
  walk(source.program as never, (node) => {
    const text = node.type === "Literal"
      ? node["value"]
      : node.type === "TemplateLiteral"
      ? templateOf(node)
      : undefined
    if (typeof text === "string" && names(text)) found.push(`${source.path}:${lineOf(source, node.start)} ${text}`)
  })
  return found
}

const templateOf = (node: { readonly [child: string]: unknown }): string => {
  const [first] = node["quasis"] as ReadonlyArray<{ readonly value: { readonly raw: string } }>
  const isWhole = (node["expressions"] as ReadonlyArray<unknown>).length === 0
  // What is put in makes a path of it.
  return `${first?.value.raw ?? ""}${isWhole ? "" : "…"}`
}

const own = ["core", "adapters", "hosts"].flatMap((folder) => projectSources(folder))

it("finds no endpoint that is named by hand", () => {
  expect(beginnings).toEqual(expect.arrayContaining(["/api/", "/admin/", "/provider/", "/dashboard/api/"]))
  const judged = own.filter(({ path }) => !mayName.some(([files]) => files.test(path)))
  expect(judged.length).toBeGreaterThan(500)
  expect(judged.flatMap(endpointsIn)).toEqual([])
})

it("finds endpoints in every file that may name them", () => {
  const idle = mayName.filter(([files]) =>
    !own.some((source) => files.test(source.path) && endpointsIn(source).length > 0)
  )
  expect(idle.map(([, why]) => why).filter((why) => why !== "printed from the definition")).toEqual([])
})

it.each(plantedSources("endpoints"))("finds what is planted in $path", (source) => {
  expect(endpointsIn(source).map((found) => Number(/:(\d+) /.exec(found)?.[1]))).toEqual(markedLines(source))
})
