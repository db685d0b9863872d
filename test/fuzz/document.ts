// The interface's own document as the fuzzer reads it: operations with their inputs, and validators of their answers.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { document } from "../../hosts/http/api/openapi.ts"

/** A JSON schema, as much of it as requests are made from. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: JsonSchema
}

/** One operation: what to send, and what may come back. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly body: JsonSchema | undefined
  readonly isBodyRequired: boolean
  /** By status: the validator of the answer's body, or undefined where nothing is promised of it. */
  readonly answers: ReadonlyMap<number, ValidateFunction | undefined>
}

interface RawOperation {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, RawContent>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, RawContent>> }>>
}

interface RawContent {
  readonly schema?: JsonSchema
}

// Plain data of our own making.
const spec = JSON.parse(JSON.stringify(document())) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
  readonly webhooks: Readonly<Record<string, object>>
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema({ $id: "interface", ...spec })

/** The schema behind a reference. */
export const resolved = (schema: JsonSchema): JsonSchema => {
  const name = schema.$ref?.split("/").at(-1)
  return name === undefined ? schema : spec.components.schemas[name] ?? {}
}

const pointer = (text: string): string => encodeURIComponent(text.replaceAll("~", "~0").replaceAll("/", "~1"))

const validatorOf = (path: string, method: string, status: string, raw: RawContent | undefined) =>
  raw?.schema === undefined ? undefined : ajv.compile({
    $ref: `interface#/paths/${pointer(path)}/${method}/responses/${status}/content/application~1json/schema`
  })

/** Every operation of the document. */
export const operations: ReadonlyArray<Operation> = Object.entries(spec.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, raw]) => ({
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    parameters: (raw.parameters ?? []).filter((parameter) => parameter.$ref === undefined),
    body: raw.requestBody?.content["application/json"]?.schema,
    isBodyRequired: raw.requestBody?.required === true,
    answers: new Map(
      Object.entries(raw.responses).map(([status, answer]) => [
        Number(status),
        validatorOf(path, method, status, answer.content?.["application/json"])
      ])
    )
  }))
)

/** By event: the validator of the body of its deliveries. */
export const eventBodies: ReadonlyMap<string, ValidateFunction> = new Map(
  Object.keys(spec.webhooks).map((name) => [
    name,
    ajv.compile({
      $ref: `interface#/webhooks/${pointer(name)}/post/requestBody/content/application~1json/schema`
    })
  ])
)
