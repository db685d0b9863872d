// Several nodes of one network as one that is believed: questions that decide about money go to all and count once enough nodes give
// the same answer; the others go to one node after the other. What a single node says is that node's word, also that it knows nothing.
import { Deferred, Effect, Exit } from "effect"
import { NodeAway } from "./node-away.ts"

/** One node of a network, by a name for logs. */
export interface Member<Node> {
  readonly name: string
  readonly node: Node
}

export interface QuorumSettings<Node> {
  readonly members: ReadonlyArray<Member<Node>>
  /** How many have to give the same answer: more than half of them. 1 only where there is one node, as on test networks. */
  readonly agree: number
}

export interface Quorum<Node> {
  /** The answer that enough nodes give, by what `sameAs` makes of it; away where they do not agree. */
  readonly agreed: <A, E>(
    read: (node: Node) => Effect.Effect<A, E>,
    sameAs?: (answer: A) => string
  ) => Effect.Effect<A, NodeAway>
  /** The highest number that enough nodes have reached, such as a block; undefined counts as below all. */
  readonly reached: <E>(
    read: (node: Node) => Effect.Effect<bigint | undefined, E>
  ) => Effect.Effect<bigint | undefined, NodeAway>
  /** The answer of the first node that gives one, for what decides nothing. */
  readonly first: <A, E>(read: (node: Node) => Effect.Effect<A, E>) => Effect.Effect<A, NodeAway>
  /** Gives it to all: how each of them answered. Any that took it has it; one that refused decides nothing. */
  readonly toAll: <A, E>(send: (node: Node) => Effect.Effect<A, E>) => Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>>
}

const textOf = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) => typeof value === "bigint" ? `${value}n` : value) ?? "undefined"

/** Throws `TypeError` where `agree` is not more than half of the nodes, or more than there are. */
export const makeQuorum = <Node>({ agree, members }: QuorumSettings<Node>): Quorum<Node> => {
  if (agree > members.length || agree * 2 <= members.length) {
    throw new TypeError(`${agree} of ${members.length} nodes are no quorum`)
  }

  const agreed = <A, E>(read: (node: Node) => Effect.Effect<A, E>, sameAs: (answer: A) => string = textOf) =>
    Effect.scoped(Effect.gen(function*() {
      const decided = yield* Deferred.make<A, NodeAway>()
      const votes = new Map<string, number>()
      let open = members.length
      const heard = (exit: Exit.Exit<A, E>) => {
        open--
        if (Exit.isSuccess(exit)) {
          const key = sameAs(exit.value)
          const count = (votes.get(key) ?? 0) + 1
          votes.set(key, count)
          if (count === agree) return Deferred.succeed(decided, exit.value)
        }
        const most = Math.max(0, ...votes.values())
        return most + open < agree
          ? Deferred.fail(decided, new NodeAway({ reason: `fewer than ${agree} of ${members.length} nodes agree` }))
          : Effect.void
      }
      for (const { node } of members) {
        yield* Effect.forkScoped(Effect.flatMap(Effect.exit(read(node)), heard))
      }
      return yield* Deferred.await(decided)
    }))

  return {
    agreed,
    reached: Effect.fnUntraced(function*(read) {
      const answers = yield* Effect.forEach(members, ({ node }) => Effect.exit(read(node)), {
        concurrency: "unbounded"
      })
      const heard = answers.flatMap((exit) => Exit.isSuccess(exit) ? [exit.value] : [])
      if (heard.length < agree) {
        return yield* new NodeAway({ reason: `${heard.length} of ${members.length} nodes answer, ${agree} have to` })
      }
      return heard.toSorted(downwards)[agree - 1]
    }),
    first: Effect.fnUntraced(function*(read) {
      for (const { node } of members) {
        const exit = yield* Effect.exit(read(node))
        if (Exit.isSuccess(exit)) return exit.value
      }
      return yield* new NodeAway({ reason: "no node answers" })
    }),
    toAll: (send) => Effect.forEach(members, ({ node }) => Effect.exit(send(node)), { concurrency: "unbounded" })
  }
}

// Highest first; what is not there last.
const downwards = (a: bigint | undefined, b: bigint | undefined): number => {
  if (a === b) return 0
  if (a === undefined || b !== undefined && b > a) return 1
  return -1
}
