// Answers as JSON. What is no JSON, or has another shape, is not the provider's answer: a gateway's page, or a change of its interface.
import { Option, Schema } from "effect"
import type { Answer } from "./exchange.ts"

const text = new TextDecoder("utf-8", { fatal: true })

/** The JSON value of an answer; undefined where it is none. */
export const jsonOf = ({ body, headers }: Answer): unknown => {
  if (!/\bjson\b/.test(headers["content-type"] ?? "")) return undefined
  try {
    return JSON.parse(text.decode(body))
  } catch {
    return undefined
  }
}

/** An answer by a schema; undefined where it is not of it. */
export const jsonAs = <A>(answer: Answer, schema: Schema.Decoder<A>): A | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(schema)(jsonOf(answer)))
