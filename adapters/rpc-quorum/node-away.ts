// What a node of a chain can fail with: it gave no answer, or it answered with an error of its own.
import { Data } from "effect"

/** No answer that can be used, from one node or from enough of them. What was sent may have arrived. */
export class NodeAway extends Data.TaggedError("NodeAway")<{ readonly reason: string }> {}

/** A node's own error, by JSON-RPC: an answer. */
export class NodeRefused extends Data.TaggedError("NodeRefused")<{
  readonly code: number
  readonly message: string
  readonly data: unknown
}> {}
