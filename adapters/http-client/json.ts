// Answers as JSON. What is no JSON, or has another shape, is not the provider's answer: a gateway's page, or a change of its interface.
import { Option, Schema } from "effect"
import type { Answer } from "./exchange.ts"

const text = new TextDecoder("utf-8", { fatal: true })

type Revive = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

const read = ({ body, headers }: Answer, revive?: Revive): unknown => {
  if (!/\bjson\b/.test(headers["content-type"] ?? "")) return undefined
  try {
    return JSON.parse(text.decode(body), revive)
  } catch {
    return undefined
  }
}

/** The JSON value of an answer; undefined where it is none. */
export const jsonOf = (answer: Answer): unknown => read(answer)

/** An answer by a schema; undefined where it is not of it. */
export const jsonAs = <A>(answer: Answer, schema: Schema.Decoder<A>): A | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(schema)(jsonOf(answer)))

/** The same with every number as the text that it was written as: a decimal that is amount or price must not become a float. */
export const exactJsonAs = <A>(answer: Answer, schema: Schema.Decoder<A>): A | undefined =>
  Option.getOrUndefined(
    Schema.decodeUnknownOption(schema)(
      read(answer, (_, value, context) => typeof value === "number" ? context?.source : value)
    )
  )
