// Rules that the code itself lists: each endpoint, public error, limit, event and row of a state table is one. What is
// added there without a test that names it fails the coverage.
import { catalogue } from "../../core/base/errors/catalogue.ts"
import { EventName } from "../../core/engine/event/event.ts"
import { limits } from "../../core/base/limits/limits.ts"
import { document } from "../../hosts/http/api/openapi.ts"
import { machines } from "./machines.ts"
import type { Rule } from "./rule.ts"

const kebab = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").replace(/[^A-Za-z0-9]+/g, "-").toLowerCase()

const endpoints = (): ReadonlyArray<Rule> =>
  Object.entries(document().paths).flatMap(([path, operations]) =>
    Object.entries(operations as Readonly<Record<string, { readonly operationId: string; readonly summary?: string }>>)
      .map(([method, { operationId, summary }]) => ({
        id: `endpoint-${kebab(operationId.split(".").at(-1) ?? operationId)}`,
        text: `${method.toUpperCase()} ${path}: ${summary ?? ""}`,
        source: "spec Endpoints"
      }))
  )

const errors = (): ReadonlyArray<Rule> =>
  Object.entries(catalogue).map(([tag, { about, errorCode }]) => ({
    id: `error-${kebab(tag)}`,
    text: `${errorCode}: ${about}`,
    source: "spec Errors; C14"
  }))

const figures = (): ReadonlyArray<Rule> =>
  Object.keys(limits).map((name) => ({
    id: `limit-${kebab(name)}`,
    text: `the limit ${name}, at its edges`,
    source: "spec Limits"
  }))

const events = (): ReadonlyArray<Rule> =>
  EventName.literals.map((name) => ({
    id: `event-${kebab(name)}`,
    text: `${name} is sent with its exact payload`,
    source: "spec Events"
  }))

const rows = (): ReadonlyArray<Rule> =>
  machines.map(({ name, rows }) => ({
    id: `rows-${kebab(name)}`,
    text: `every one of the ${rows.length} rows and every other cell of the table of ${name} is taken`,
    source: "spec States and transitions"
  }))

/** Every rule that is listed by the code. */
export const printedRules = (): ReadonlyArray<Rule> => [
  ...endpoints(),
  ...errors(),
  ...figures(),
  ...events(),
  ...rows()
]
