// Reads what a node answers: into the fields that are used, with amounts as the text that they were written as.
import { Effect, Option, Result, Schema } from "effect"
import { parseScaled } from "../../core/base/money/decimal.ts"
import type { JsonRpc } from "../rpc-quorum/json-rpc.ts"
import { NodeAway, type NodeRefused } from "../rpc-quorum/node-away.ts"

/** Satoshis of a decimal in bitcoin; undefined where it is none. */
export const satoshis = (text: string): bigint | undefined => Result.getOrUndefined(parseScaled(text, 8))

/** A whole number of a node that gives numbers as text; undefined where it is none. */
export const whole = (text: string): bigint | undefined => /^-?\d+$/.test(text) ? BigInt(text) : undefined

/** What a text was not. */
export const unreadable = (rpc: JsonRpc, method: string): NodeAway =>
  new NodeAway({ reason: `${rpc.name}: ${method} cannot be read` })

/** Asks, and takes an answer of another shape for none. */
export const read = <A>(
  rpc: JsonRpc,
  schema: Schema.Codec<A, unknown>,
  method: string,
  params: unknown = []
): Effect.Effect<A, NodeAway | NodeRefused> =>
  Effect.flatMap(rpc.ask(method, params), (result) =>
    Option.match(Schema.decodeUnknownOption(schema)(result), {
      onNone: () => Effect.fail(unreadable(rpc, method)),
      onSome: Effect.succeed
    }))

/** An error of the node's own is no answer to what was asked. */
export const answered = <A>(
  rpc: JsonRpc,
  answer: Effect.Effect<A, NodeAway | NodeRefused>
): Effect.Effect<A, NodeAway> =>
  Effect.catchTag(
    answer,
    "NodeRefused",
    ({ code }) => Effect.fail(new NodeAway({ reason: `${rpc.name}: error ${code}` }))
  )

/** The same, where one code says that there is nothing of it. */
export const unless = <A>(
  code: number,
  answer: Effect.Effect<A, NodeAway | NodeRefused>
): Effect.Effect<A | undefined, NodeAway | NodeRefused> =>
  Effect.catchIf(answer, (error) => error._tag === "NodeRefused" && error.code === code, () => Effect.undefined)
