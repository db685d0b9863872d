// Prints the page of events with a body for each, from the schemas that describe the interface.
import { type JsonSchema, exampleOf, fieldRows, shapesOf } from "./example-body.ts"
import { emittedWhen, eventPayloads } from "../../api/definition/events.ts"
import { eventSchemaOf } from "../../api/definition/webhooks.ts"

type Name = keyof typeof eventPayloads

/** The example bodies of an event: one a shape. */
export const bodiesOf = (name: Name): ReadonlyArray<{ readonly event: Name; readonly data: unknown }> =>
  shapesOf(eventSchemaOf(name)).map((shape) => ({ event: name, data: exampleOf(shape, name) }))

const fields = (shape: JsonSchema): ReadonlyArray<string> => [
  "| field | type | |",
  "| --- | --- | --- |",
  ...fieldRows(shape),
  ""
]

const section = (name: Name): ReadonlyArray<string> => {
  const bodies = bodiesOf(name)
  return [
    `## ${name}`,
    "",
    `${emittedWhen[name]}.`,
    "",
    ...shapesOf(eventSchemaOf(name)).flatMap((shape, place) => [
      "```json",
      JSON.stringify(bodies[place], undefined, 2),
      "```",
      "",
      ...fields(shape)
    ])
  ]
}

/** The page. `introduction` is the printed table of events, which tells when each comes and how often. */
export const renderEventBodies = (introduction: string): string =>
  [
    "# Events",
    "",
    "Each event is a POST with the JSON body `{\"event\": …, \"data\": …}` to every endpoint that takes it, and is listed by",
    "`GET /api/events`. How to verify one: [Webhooks](webhooks.md). The bodies are examples with all fields that are always",
    "there; `or null` is meant as it stands. Printed from the schemas; the tests fail when it is stale.",
    "",
    introduction.slice(introduction.indexOf("Each delivery carries")).trim(),
    "",
    ...(Object.keys(eventPayloads) as ReadonlyArray<Name>).flatMap(section)
  ].join("\n")
