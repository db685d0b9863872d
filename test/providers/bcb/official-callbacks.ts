// Callbacks as the official document describes them, generated from its own schema.
import * as fc from "fast-check"
import { type Document, readDocument } from "./contract.ts"

interface SchemaOf {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, SchemaOf>>
  readonly required?: ReadonlyArray<string>
  readonly allOf?: ReadonlyArray<SchemaOf>
  readonly items?: SchemaOf
  readonly enum?: ReadonlyArray<string>
  readonly format?: string
  readonly pattern?: string
  readonly maxLength?: number
}

interface Whole extends Document {
  readonly components: Document["components"] & {
    readonly requestBodies: Readonly<
      Record<string, { readonly content: Readonly<Record<string, { readonly schema: SchemaOf }>> }>
    >
  }
}

/** A schema with what it refers to and is put together from. */
const flat = (document: Whole, schema: SchemaOf): SchemaOf => {
  const target = schema.$ref?.split("/").at(-1)
  const named = target === undefined ? schema : document.components.schemas[target] as SchemaOf
  return (named.allOf ?? []).map((each) => flat(document, each)).reduce<SchemaOf>((all, each) => ({
    ...all,
    ...each,
    properties: { ...all.properties, ...each.properties },
    required: [...all.required ?? [], ...each.required ?? []]
  }), named)
}

const instants = fc.date({ min: new Date("2020-11-16"), max: new Date("2030-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString())

const arbitrary = (document: Whole, given: SchemaOf): fc.Arbitrary<unknown> => {
  const schema = flat(document, given)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.items !== undefined) return fc.array(arbitrary(document, schema.items), { maxLength: 3 })
  if (schema.properties !== undefined && Object.keys(schema.properties).length > 0) {
    const properties = Object.entries(schema.properties).map(([name, each]) =>
      [name, arbitrary(document, each)] as const
    )
    return fc.record(Object.fromEntries(properties), { requiredKeys: [...schema.required ?? []] })
  }
  if (schema.format === "date-time") return instants
  if (schema.pattern !== undefined) {
    return fc.stringMatching(new RegExp(`^(?:${schema.pattern.replace(/^\^|\$$/g, "")})$`))
  }
  return fc.string({ maxLength: schema.maxLength ?? 20 })
}

/** Bodies of callbacks that the document allows. */
export const officialCallbacks = (): fc.Arbitrary<unknown> => {
  const document = readDocument() as Whole
  const schema = document.components.requestBodies["WebhookPixBody"]?.content["application/json"]?.schema
  if (schema === undefined) throw new Error("the document has no callback")
  return arbitrary(document, schema)
}
