// The OpenAPI document: valid 3.1.0 as far as its structure goes, the same operations as the router, and a snapshot beside its
// source that shows every change of the interface.
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { api } from "../../hosts/http/api/definition/api.ts"
import { document } from "../../hosts/http/api/openapi.ts"
import { type TestHost, bannerKey, openHost } from "../support/host.ts"
import { send } from "../support/http.ts"

type Json = Readonly<Record<string, unknown>>
const spec = JSON.parse(JSON.stringify(document())) as Json

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((found, name) => (found as Json | undefined)?.[name], value)

interface Operation {
  readonly path: string
  readonly method: string
  readonly value: Json
}

const operations: ReadonlyArray<Operation> = Object.entries(spec["paths"] as Json).flatMap(([path, methods]) =>
  Object.entries(methods as Json).map(([method, value]) => ({ path, method, value: value as Json }))
)

/** Every object of the document, with where it stands. */
const objects = (value: unknown, place = "#"): ReadonlyArray<readonly [place: string, object: Json]> =>
  value === null || typeof value !== "object"
    ? []
    : [
      [place, value as Json] as const,
      ...Object.entries(value).flatMap(([name, each]) => objects(each, `${place}/${name}`))
    ]

const resolved = (ref: string): unknown =>
  at(spec, ...ref.slice(2).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")))

/** The endpoint whose token is its only credential. */
const isPublic = (operation: Json): boolean => operation["operationId"] === "liveness.validateLiveness"

/** The endpoint whose messages prove their sender in the provider's own way. */
const isOfProviders = (operation: Json): boolean => operation["operationId"] === "namedProviders.namedProviderWebhook"

/** A path with something in place of each parameter. */
const filled = (path: string): string =>
  path.replace("/provider/{name}/", "/provider/sandbox/").replace(/\{\w+\}/g, "x")

/** What an example may meet that names somebody's ids: it has the right shape, and there is no such thing here. */
const placeholders = new Set([
  "NOT_FOUND",
  "INVALID_PIN",
  "NOT_AVAILABLE_IN_SANDBOX",
  "KYC_ALREADY_APPROVED",
  "DEPRECATED"
])

describe("the OpenAPI document", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ worker: false })
  })
  afterAll(() => host.close())

  it("is served as it is made §openapi", async () => {
    const answer = await send(host.base, { path: "/openapi.json" })
    expect([answer.status, answer.headers["content-type"], JSON.parse(answer.text)]).toEqual([
      200,
      "application/json",
      spec
    ])
  })

  it("names its versions, its license and a server §openapi", () => {
    expect(spec["openapi"]).toBe("3.1.0")
    expect(spec["info"]).toMatchObject({ title: "Pontepay", version: "1.0.0", license: { name: "MIT" } })
    expect(spec["servers"]).toEqual([{ url: "/", description: expect.any(String) as unknown }])
  })

  it("resolves every reference, and has no component that no one refers to", () => {
    const refs = objects(spec).flatMap(([, object]) => typeof object["$ref"] === "string" ? [object["$ref"]] : [])
    expect(refs.length).toBeGreaterThan(30)
    for (const ref of refs) expect([ref, resolved(ref)]).toEqual([ref, expect.anything()])
    const components = Object.entries(spec["components"] as Json).filter(([kind]) => kind !== "securitySchemes")
      .flatMap(([kind, each]) => Object.keys(each as Json).map((name) => `#/components/${kind}/${name}`))
    expect(components.filter((name) => !refs.includes(name))).toEqual([])
  })

  it("describes what the router serves and nothing else §sandbox-mirrored §openapi", async () => {
    const defined = Object.values(api.groups).flatMap((group) =>
      Object.values(group.endpoints as Readonly<Record<string, { readonly method: string; readonly path: string }>>)
    ).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`)
    const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect(described.toSorted()).toEqual(defined.toSorted())
    for (const { method, path, value } of operations) {
      const answer = await send(host.base, {
        method: method.toUpperCase(),
        path: filled(path),
        body: method === "post" ? {} : undefined
      })
      expect([method, path, answer.status]).toEqual([method, path, isPublic(value) ? 400 : 401])
      const others = await send(host.base, { method: "OPTIONS", path: filled(path) })
      const allowed = others.headers["allow"]?.split(", ").filter((each) => each !== "HEAD").map((each) =>
        each.toLowerCase()
      )
      // A plain path may also be read as one with a parameter.
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(at(spec, "paths", path) as Json)))
    }
  })

  it("gives each operation an id, a summary, a tag that is described, its path's parameters and a proof", () => {
    const tags = (spec["tags"] as ReadonlyArray<Json>).map(({ description, name }) => [name, typeof description])
    const ids = operations.map(({ value }) => value["operationId"])
    expect(new Set(ids).size).toBe(operations.length)
    for (const { path, value } of operations) {
      expect([path, value["summary"]]).toEqual([path, expect.stringMatching(/\S/)])
      expect(tags).toContainEqual([(value["tags"] as ReadonlyArray<string>)[0], "string"])
      const parameters = (value["parameters"] as ReadonlyArray<Json>).map((each) =>
        typeof each["$ref"] === "string" ? resolved(each["$ref"]) as Json : each
      )
      const inPath = parameters.filter((each) => each["in"] === "path").map((each) => [each["name"], each["required"]])
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true]))
      expect(parameters.map((each) => each["name"])).toContain("X-Request-Id")
      if (!isPublic(value) && !isOfProviders(value)) expect(value["security"]).toContainEqual({ apiKey: [] })
    }
    expect(at(spec, "components", "securitySchemes", "apiKey")).toMatchObject({ type: "http", scheme: "bearer" })
    expect(at(spec, "components", "securitySchemes", "providerSignature")).toMatchObject({
      type: "apiKey",
      in: "header"
    })
  })

  it("shows requests that the sandbox takes as they are, but for ids that are somebody's §sandbox-mirrored", async () => {
    const posts = operations.filter(({ method, path, value }) =>
      method === "post" && path.startsWith("/api/") && !isPublic(value)
    )
    for (const { path, value } of posts) {
      const body = at(value, "requestBody", "content", "application/json", "example")
      const answer = await send(host.base, { path, key: bannerKey(host), body: body ?? {} })
      const { errorCode } = JSON.parse(answer.text) as { readonly errorCode?: string }
      expect([path, answer.status < 300 || placeholders.has(errorCode ?? ""), errorCode]).toEqual([
        path,
        true,
        errorCode
      ])
      expect(Object.keys(value["responses"] as Json)).toContain(String(answer.status))
    }
  })

  it("offers Idempotency-Key exactly where it works §idempotency-offered", () => {
    for (const { method, path, value } of operations) {
      const offered = JSON.stringify(value["parameters"]).includes("IdempotencyKey")
      expect([path, method, offered]).toEqual([path, method, method === "post" && path.startsWith("/api/")])
    }
  })

  it("gives each failure the envelope, a description of its own and an example that fits it §json §envelope", () => {
    for (const { path, value } of operations) {
      const answers = Object.entries(value["responses"] as Readonly<Record<string, Json>>)
      expect(answers.map(([status]) => status)).toEqual(
        expect.arrayContaining(["401", "421", "429", "500", "503"])
      )
      for (const [status, answer] of answers) {
        expect([path, status, answer["description"]]).toEqual([
          path,
          status,
          expect.not.stringMatching(/^(?:ErrorEnvelope|Error)?$/)
        ])
        expect(at(answer, "headers", "X-Request-Id")).toBeDefined()
        const json = at(answer, "content", "application/json") as Json
        if (status.startsWith("2")) continue
        expect(json["schema"]).toEqual({ $ref: "#/components/schemas/ErrorEnvelope" })
        expect(json["example"]).toMatchObject({
          success: false,
          error: expect.any(String) as unknown,
          errorCode: expect.any(String) as unknown
        })
        expect(at(answer, "headers", "Retry-After") !== undefined).toBe(status === "429" || status === "503")
      }
    }
  })

  it("says what each object may hold, and that it holds no more", () => {
    // A map of texts, and the data of any event, hold what they hold.
    const isMap = ({ additionalProperties, properties }: Json) =>
      properties === undefined && additionalProperties !== false
    const schemas = objects(spec).filter(([place, object]) =>
      object["type"] === "object" && /schema/.test(place) && !isMap(object)
    )
    expect(schemas.length).toBeGreaterThan(10)
    for (const [place, schema] of schemas) {
      expect([place, schema["additionalProperties"]]).toEqual([place, false])
      expect(Object.keys(schema["properties"] as Json)).toEqual(
        expect.arrayContaining([...schema["required"] as ReadonlyArray<string> ?? []])
      )
    }
  })

  it("tells amounts as what they are on the wire: integers and decimal text §amounts", () => {
    const record = at(spec, "components", "schemas", "DepositRecord", "properties")
    expect(at(record, "receivedAmount", "anyOf")).toEqual([{ type: "integer", minimum: 0 }, { type: "null" }])
    expect(at(record, "value", "type")).toBe("integer")
    expect(at(record, "valueInBrl", "type")).toBe("string")
    expect(at(spec, "components", "schemas", "DepositAssetRequest", "properties", "value")).toMatchObject({
      type: "integer",
      minimum: 1
    })
  })

  // `npx vitest run test/http/openapi.test.ts -u` writes it anew.
  it("is the one beside its source", async () => {
    const path = join(import.meta.dirname, "../golden/openapi.snapshot.json")
    await expect(`${JSON.stringify(spec, null, 2)}\n`).toMatchFileSnapshot(path)
  })
})
