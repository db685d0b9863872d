// Nodes of a network that a test plays: each answers as its fate says, and in its turn.
import { Effect } from "effect"
import { NodeAway, NodeRefused } from "../../../../adapters/rpc-quorum/node-away.ts"

/** What nodes of one network know. */
export interface Chain {
  readonly id: string
  readonly height: bigint
  /** Receipts of transactions by their place in a list; null is none. */
  readonly receipts: ReadonlyArray<string | null>
}

/** One node's interface, as an adapter writes it. */
export interface TestNode {
  readonly id: Effect.Effect<string, NodeAway>
  readonly height: Effect.Effect<bigint | undefined, NodeAway | NodeRefused>
  readonly receipt: (of: number) => Effect.Effect<string | null, NodeAway | NodeRefused>
  readonly send: (raw: string) => Effect.Effect<string, NodeAway | NodeRefused>
}

/** `silent` never answers; `refusing` answers every question with an error of its own; `broken` fails by a defect. */
export type Fate = "honest" | "dead" | "silent" | "refusing" | "broken"

export interface Played {
  readonly node: TestNode
  /** Questions so far, by their names. */
  readonly asked: ReadonlyArray<string>
  readonly taken: ReadonlyArray<string>
  fate: Fate
  chain: Chain
}

/** Other fibers go on this many times before it answers. */
const after = (turns: number): Effect.Effect<void> =>
  turns === 0 ? Effect.void : Effect.andThen(Effect.yieldNow, after(turns - 1))

export const playNode = (
  chain: Chain,
  { fate = "honest", turns = 0 }: { fate?: Fate; turns?: number } = {}
): Played => {
  const asked: Array<string> = []
  const taken: Array<string> = []
  const answer = <A>(what: string, of: () => A): Effect.Effect<A, NodeAway | NodeRefused> =>
    Effect.suspend(() => {
      asked.push(what)
      if (played.fate === "silent") return Effect.never
      return Effect.andThen(
        after(turns),
        Effect.suspend((): Effect.Effect<A, NodeAway | NodeRefused> => {
          if (played.fate === "dead") return Effect.fail(new NodeAway({ reason: "the connection failed" }))
          if (played.fate === "refusing") {
            return Effect.fail(new NodeRefused({ code: -32_000, message: "no", data: undefined }))
          }
          return played.fate === "broken" ? Effect.die(new Error("planned")) : Effect.sync(of)
        })
      )
    })
  const played: Played = {
    node: {
      id: Effect.catchTag(
        answer("id", () => played.chain.id),
        "NodeRefused",
        () => new NodeAway({ reason: "it refuses" })
      ),
      height: answer("height", () => played.chain.height),
      receipt: (of) => answer("receipt", () => played.chain.receipts[of] ?? null),
      send: (raw) =>
        answer("send", () => {
          taken.push(raw)
          return raw
        })
    },
    asked,
    taken,
    fate,
    chain
  }
  return played
}

export const membersOf = (played: ReadonlyArray<Played>) =>
  played.map(({ node }, place) => ({ name: `node-${place}`, node }))

export const identity = { ask: (node: TestNode) => node.id, expected: "main" }
