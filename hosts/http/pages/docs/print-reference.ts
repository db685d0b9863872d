// Prints the reference of the interface from its OpenAPI document: each operation with its fields, answers and example.
import { openApiText } from "../../api/openapi.ts"
import { type JsonSchema, fieldRows, shapesOf } from "./example-body.ts"

type Schema = JsonSchema & { readonly $ref?: string }

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Operation {
  readonly tags: ReadonlyArray<string>
  readonly summary: string
  readonly description?: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly security?: ReadonlyArray<object>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>
}

interface Document {
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Place {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const referred = "#/components/schemas/"

const inlined = (document: Document, schema: Schema): Schema => {
  if (schema.$ref?.startsWith(referred) === true) {
    const target = document.components.schemas[schema.$ref.slice(referred.length)]
    if (target === undefined) throw new Error(`${schema.$ref} is not in the document`)
    return inlined(document, target)
  }
  const { anyOf, items, properties } = schema
  return {
    ...schema,
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((each) => inlined(document, each)) }),
    ...(items === undefined ? {} : { items: inlined(document, items) }),
    ...(properties === undefined ? {} : {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inside]) => [name, inlined(document, inside)])
      )
    })
  }
}

const fields = (document: Document, { content = {} }: Content): ReadonlyArray<string> =>
  Object.entries(content).flatMap(([type, { example, schema }]) => {
    const shapes = shapesOf(inlined(document, schema)).map((shape) => fieldRows(shape))
    return [
      ...(type === "application/json" ? [] : [`As \`${type}\`.`, ""]),
      ...(example === undefined ? [] : ["```json", JSON.stringify(example, undefined, 2), "```", ""]),
      ...shapes.flatMap((rows, place) =>
        rows.length === 0
          ? []
          : [...(place === 0 ? [] : ["or", ""]), "| field | type | |", "| --- | --- | --- |", ...rows, ""]
      )
    ]
  })

const parameters = (document: Document, { parameters: given = [] }: Operation): ReadonlyArray<string> => {
  const own = given.filter(({ $ref }) => $ref === undefined)
  if (own.length === 0) return []
  const rows = own.map(({ in: where, name, required, schema }) => {
    const [, type = "", about = ""] =
      fieldRows({ properties: { [name]: inlined(document, schema) }, required: [name] })[0]
        ?.split(" | ") ?? []
    return `| \`${name}\` | ${where}${required === true ? "" : ", optional"} | ${type} | ${
      about.replace(/ ?\|$/, "")
    } |`
  })
  return ["| parameter | in | type | |", "| --- | --- | --- | --- |", ...rows, ""]
}

const answers = (document: Document, { responses }: Operation): ReadonlyArray<string> => {
  const all = Object.entries(responses)
  const refusals = all.filter(([status]) => Number(status) >= 400).map(([status]) => status)
  return [
    ...all.filter(([status]) => Number(status) < 400).flatMap(([status, answer]) => [
      `**${status}** answers:`,
      "",
      ...fields(document, answer)
    ]),
    ...(refusals.length === 0
      ? []
      : [`Refusals: ${refusals.join(", ")}; see [Errors](../../core/base/errors/errors.md).`, ""])
  ]
}

const operationText = (document: Document, { method, operation, path }: Place): ReadonlyArray<string> => [
  `### ${operation.summary}`,
  "",
  `\`${method.toUpperCase()} ${path}\`${operation.security?.length === 0 ? ", without a key" : ""}`,
  "",
  ...(operation.description === undefined ? [] : [operation.description, ""]),
  ...parameters(document, operation),
  ...(operation.requestBody === undefined ? [] : ["Request:", "", ...fields(document, operation.requestBody)]),
  ...answers(document, operation)
]

const toc = (places: ReadonlyArray<Place>): ReadonlyArray<string> => [
  "| operation | |",
  "| --- | --- |",
  ...places.map(({ method, operation, path }) => `| ${operation.summary} | \`${method.toUpperCase()} ${path}\` |`),
  ""
]

/** The page. */
export const renderReference = (): string => {
  const document = JSON.parse(openApiText()) as Document
  const places = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Place => ({ method, path, operation }))
  )
  return [
    "# Reference",
    "",
    "Every operation under `/api` and of the provider. What holds for all of them is in [Conventions](conventions.md);",
    "the same as an OpenAPI 3.1 document is at `/openapi.json`, and in a reader that tries operations out at `/docs/api`. The",
    "operator's own interface is described by `/admin/openapi.json`. Printed from the document; the tests fail when it is",
    "stale.",
    "",
    ...toc(places),
    ...document.tags.flatMap(({ description, name }) => [
      `## ${name}`,
      "",
      ...(description === undefined ? [] : [description, ""]),
      ...places.filter(({ operation }) => operation.tags.includes(name)).flatMap((place) =>
        operationText(document, place)
      )
    ])
  ].join("\n")
}
