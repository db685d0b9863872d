// Prints hosts/client/api-types.ts: the requests, answers and events of the interface as plain interfaces, each field with its
// description. Editors show the comments of such fields; they show none of types that are computed from a schema (0126).
import { depositAssets, routeOf } from "../../../../core/payments/deposit/deposit.ts"
import { payoutNetworks, payoutRoutes } from "../../../../core/payments/payout/payout.ts"
import {
  TransferNetwork,
  transferDefaults,
  transferPairsIn
} from "../../../../core/payments/transfer/transfer-request.ts"
import { eventPayloads } from "../../api/definition/events.ts"
import { type Describable, descriptionOf } from "../../api/definition/field-descriptions.ts"
import { eventSchemaOf } from "../../api/definition/webhooks.ts"
import { openApiText } from "../../api/openapi.ts"

interface Schema extends Describable {
  readonly enum?: ReadonlyArray<unknown>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: ReadonlyArray<Schema>
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface Operation {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<{
    readonly name?: string
    readonly in?: string
    readonly required?: boolean
    readonly schema: Schema
  }>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

const { components, paths } = JSON.parse(openApiText()) as {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** The asset and network of a request, in the order in which the compiler narrows them. */
interface PairCase {
  readonly name: string
  readonly asset: ReadonlyArray<string>
  readonly network: ReadonlyArray<string>
  /** Which of them may be left out. */
  readonly optional: ReadonlyArray<"asset" | "network">
}

/** Requests whose asset and network depend on one another, by the tables that the use cases read. */
const pairs: Readonly<Record<string, ReadonlyArray<PairCase>>> = {
  DepositAssetRequest: depositAssets.map((asset) => ({
    name: asset,
    asset: [asset],
    network: routeOf(asset).networks,
    optional: asset === "LIGHTNING" ? ["network"] : []
  })),
  WalletPayoutRequest: payoutNetworks.map((network) => ({
    name: capital(network),
    asset: payoutRoutes[network].assets.map(({ asset }) => asset),
    network: [network],
    optional: ["asset"]
  })),
  WalletTransferRequest: TransferNetwork.literals.map((network) => {
    const asset = transferPairsIn("production").filter((pair) => pair.network === network).map((pair) => pair.asset)
    return {
      name: capital(network),
      asset,
      network: [network],
      optional: [
        ...(network === transferDefaults.network ? ["network"] as const : []),
        ...(asset.includes(transferDefaults.asset) ? ["asset"] as const : [])
      ]
    }
  })
}

/** Types that the schema of the wire does not give; the client names the events itself. */
const special: Readonly<Record<string, string>> = {
  "DepositRecord.receivedAmount": "bigint | null",
  "EventPage.events": "ReadonlyArray<unknown>",
  "ReadStatementQuery.limit": "number"
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const literals = (values: ReadonlyArray<unknown>): string => values.map((each) => JSON.stringify(each)).join(" | ")

const primitives: Readonly<Record<string, string>> = { integer: "number", null: "null" }

const referred = (schema: Schema): string | undefined => schema.$ref?.replace("#/components/schemas/", "")

const typeOf = (schema: Schema, indent: string): string => {
  const { additionalProperties, anyOf, items, properties, type } = schema
  const name = referred(schema)
  if (name !== undefined) return name
  if (schema.enum !== undefined) return literals(schema.enum)
  if (anyOf !== undefined) return [...new Set(anyOf.map((each) => typeOf(each, indent)))].join(" | ")
  if (items !== undefined) return `ReadonlyArray<${typeOf(items, indent)}>`
  if (properties !== undefined) return `{\n${fields("", schema, `${indent}  `)}${indent}}`
  if (typeof additionalProperties === "object") {
    return `Readonly<Record<string, ${typeOf(additionalProperties, indent)}>>`
  }
  if (type === "object") return "Readonly<Record<string, unknown>>"
  return type === undefined ? "unknown" : primitives[type] ?? type
}

const comment = (place: string, schema: Schema, indent: string): string => {
  const description = descriptionOf(schema)
  if (description === undefined) throw new Error(`${place} has no description`)
  return `${indent}/** ${description.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n`
}

const fields = (name: string, { properties = {}, required = [] }: Schema, indent = "  "): string =>
  Object.entries(properties).map(([field, schema]) =>
    comment(`${name}.${field}`, schema, indent) +
    `${indent}readonly ${field}${required.includes(field) ? "" : "?"}: ${
      special[`${name}.${field}`] ?? typeOf(schema, indent)
    }\n`
  ).join("")

const without = (schema: Schema, names: ReadonlyArray<string>): Schema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name)))
})

const paired = (name: string, schema: Schema, cases: ReadonlyArray<PairCase>): string => {
  const ofCase = ({ asset, network, optional }: PairCase): Schema => ({
    properties: {
      asset: { ...described(schema.properties?.["asset"]), enum: asset },
      network: { ...described(schema.properties?.["network"]), enum: network }
    },
    required: (["asset", "network"] as const).filter((field) => !optional.includes(field))
  })
  const nameOf = (each: PairCase): string => `${name}${each.name}`
  return [
    `export interface ${name}Fields {\n${fields(name, without(schema, ["asset", "network"]))}}\n`,
    ...cases.map((each) =>
      `export interface ${nameOf(each)} extends ${name}Fields {\n${fields(nameOf(each), ofCase(each))}}\n`
    ),
    `export type ${name} = ${cases.map(nameOf).join(" | ")}\n`
  ].join("\n")
}

const described = (schema: Schema | undefined): Schema => {
  const description = schema && descriptionOf(schema)
  return description === undefined ? {} : { description }
}

/** A named type: an interface, or several where an object has several shapes. */
const declaration = (name: string, schema: Schema): string => {
  const cases = pairs[name]
  if (cases !== undefined) return paired(name, schema, cases)
  if (schema.anyOf === undefined) return `export interface ${name} {\n${fields(name, schema)}}\n`
  const shapes = schema.anyOf.map((shape, place) => [`${name}${place + 1}`, shape] as const)
  return [
    ...shapes.map(([each, shape]) => declaration(each, shape)),
    `export type ${name} = ${shapes.map(([each]) => each).join(" | ")}\n`
  ].join("\n")
}

const resolved = (schema: Schema): Schema => components.schemas[referred(schema) ?? ""] ?? schema

/** An answer as the client gives it: without `success`, and with the fields of `data` among the others. */
const withoutEnvelope = (answer: Schema): Schema => {
  const { data, ...rest } = without(answer, ["success"]).properties ?? {}
  if (data === undefined) return without(answer, ["success"])
  const inner = resolved(data)
  return inner.anyOf === undefined
    ? joined(inner, rest, answer)
    : { anyOf: inner.anyOf.map((each) => joined(each, rest, answer)) }
}

const joined = (data: Schema, rest: Readonly<Record<string, Schema>>, { required = [] }: Schema): Schema => ({
  properties: { ...data.properties, ...rest },
  required: [...data.required ?? [], ...required]
})

/** Declarations by their names; one schema may serve several operations. */
type Declared = Record<string, string>

const json = (content: Content | undefined): Schema | undefined => content?.content?.["application/json"]?.schema

const declare = (declared: Declared, name: string, schema: Schema): string => {
  declared[name] = declaration(name, schema)
  return name
}

const bodyName = (declared: Declared, name: string, body: Schema): string =>
  declare(declared, referred(body) ?? `${capital(name)}Request`, resolved(body))

// An answer that is nothing but a record has the record's name.
const answerName = (declared: Declared, name: string, answer: Schema): string => {
  const { data, success: _, ...rest } = resolved(answer).properties ?? {}
  const record = data !== undefined && Object.keys(rest).length === 0 ? referred(data) : undefined
  return declare(declared, record ?? referred(answer) ?? `${capital(name)}Answer`, withoutEnvelope(resolved(answer)))
}

interface Named {
  readonly name: string
  readonly body: string | undefined
  readonly answer: string
  readonly query: string | undefined
}

const successes = ({ responses }: Operation): ReadonlyArray<Schema> =>
  Object.entries(responses).filter(([status]) => status < "300").flatMap(([, response]) => json(response) ?? [])

const queryName = (declared: Declared, name: string, { parameters = [] }: Operation): string | undefined => {
  const own = parameters.filter((each) => each.in === "query")
  if (own.length === 0) return undefined
  return declare(declared, `${capital(name)}Query`, {
    properties: Object.fromEntries(own.map(({ name: field = "", schema }) => [field, schema])),
    required: own.filter(({ required }) => required).map(({ name: field = "" }) => field)
  })
}

const named = (declared: Declared, operation: Operation): ReadonlyArray<Named> => {
  const name = operation.operationId.replace(/^.*\./, "")
  const [body, answers] = [json(operation.requestBody), successes(operation)]
  // Two ways of beginning an attempt share a path; each is a method of the client.
  if (name === "createKyc") {
    return ["startKyc", "submitKyc"].map((way, place) => ({
      name: way,
      body: bodyName(declared, way, body?.anyOf?.[place] ?? {}),
      answer: answerName(declared, way, answers[place] ?? {}),
      query: undefined
    }))
  }
  return [{
    name,
    body: body && bodyName(declared, name, body),
    answer: [...new Set(answers.map((each) => answerName(declared, name, each)))].join(" | "),
    query: queryName(declared, name, operation)
  }]
}

const table = (name: string, about: string, rows: ReadonlyArray<readonly [string, string | undefined]>): string =>
  `/** ${about} */\nexport interface ${name} {\n${
    rows.flatMap(([key, type]) =>
      type === undefined ? [] : [`  readonly ${/^\w+$/.test(key) ? key : JSON.stringify(key)}: ${type}\n`]
    ).join("")
  }}\n`

const eventTypeName = (event: string): string => `${event.toLowerCase().split(/[_.]/).map(capital).join("")}Data`

/** The file. */
export const renderClientTypes = (): string => {
  const declared: Declared = {}
  const operations = Object.values(paths).flatMap((each) => Object.values(each))
    .filter(({ operationId }) => !operationId.endsWith(".withdrawPix"))
    .flatMap((operation) => named(declared, operation))
  const events = (Object.keys(eventPayloads) as ReadonlyArray<keyof typeof eventPayloads>).map((event) =>
    [event, declare(declared, eventTypeName(event), eventSchemaOf(event))] as const
  )
  return [
    "// The requests, answers and events of the interface. Printed from its definition by `npm run print`: change that instead.",
    "",
    ...Object.values(declared),
    table("Bodies", "The JSON body of each operation.", operations.map(({ body, name }) => [name, body])),
    table("Queries", "The query of each operation.", operations.map(({ name, query }) => [name, query])),
    table("Answers", "What each operation answers.", operations.map(({ answer, name }) => [name, answer])),
    table("EventPayloads", "The `data` of each event.", events)
  ].join("\n")
}
