// Several nodes of one network as one that is believed: questions that decide about money go to all and count once enough nodes give
// the same answer; the others go to one node after the other. What a single node says is that node's word, also that it knows nothing.
import { Effect, Exit } from "effect"
import { decidedBy } from "./decided-by.ts"
import { NetworkWrong } from "./network-wrong.ts"
import { NodeAway } from "./node-away.ts"
import { type Identity, type NodeState, watchNode } from "./watched-node.ts"

/** One node of a network, by a name for logs. */
export interface Member<Node> {
  readonly name: string
  readonly node: Node
}

export interface QuorumSettings<Node> {
  readonly members: ReadonlyArray<Member<Node>>
  /** How many have to give the same answer: more than half of them. 1 only where there is one node, as on test networks. */
  readonly agree: number
  /** Without it nodes are believed whatever network they are of. */
  readonly identity?: Identity<Node>
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
  /**
   * Of each number the highest that enough nodes say at least, such as of balances: nodes that are a block apart say different ones, and
   * what one of them says alone, too high or too low, changes none.
   */
  readonly atLeast: <K extends string, E>(
    read: (node: Node) => Effect.Effect<Readonly<Record<K, bigint>>, E>
  ) => Effect.Effect<Readonly<Record<K, bigint>>, NodeAway>
  /** The answer of the first node that gives one, for what decides nothing; those that failed last are asked last. */
  readonly first: <A, E>(read: (node: Node) => Effect.Effect<A, E>) => Effect.Effect<A, NodeAway>
  /**
   * Gives it to all: how each of them answered, in the order of the members. Any that took it has it; one that refused decides nothing.
   * A node that is not known to be of the network is not given it, and away.
   */
  readonly toAll: <A, E>(
    send: (node: Node) => Effect.Effect<A, E>
  ) => Effect.Effect<ReadonlyArray<Exit.Exit<A, E | NodeAway>>>
  /** Asks every node which network it is of: wrong where one says another, away where fewer answer than have to agree. */
  readonly verify: Effect.Effect<void, NetworkWrong | NodeAway>
  /** How each node is, in the order of the members. */
  readonly states: ReadonlyArray<{ readonly name: string; readonly state: Effect.Effect<NodeState> }>
}

const textOf = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) => typeof value === "bigint" ? `${value}n` : value) ?? "undefined"

/** Throws `TypeError` where `agree` is not more than half of the nodes, or more than there are. */
export const makeQuorum = <Node>({ agree, identity, members }: QuorumSettings<Node>): Quorum<Node> => {
  if (agree > members.length || agree * 2 <= members.length) {
    throw new TypeError(`${agree} of ${members.length} nodes are no quorum`)
  }
  const nodes = members.map(({ name, node }) => watchNode(name, node, identity))

  const agreed = <A, E>(read: (node: Node) => Effect.Effect<A, E>, sameAs: (answer: A) => string = textOf) =>
    Effect.suspend(() => {
      const votes = new Map<string, Array<number>>()
      let decision: string | undefined
      let open = nodes.length
      const heard = (exit: Exit.Exit<A, E | NodeAway>, place: number): Exit.Exit<A, NodeAway> | undefined => {
        open--
        if (Exit.isSuccess(exit)) {
          const key = sameAs(exit.value)
          const voters = [...votes.get(key) ?? [], place]
          votes.set(key, voters)
          if (decision !== undefined && decision !== key) nodes[place]?.noteDiffered()
          if (decision === undefined && voters.length === agree) {
            decision = key
            const others = [...votes].flatMap(([other, places]) => other === key ? [] : places)
            for (const other of others) nodes[other]?.noteDiffered()
            return Exit.succeed(exit.value)
          }
        }
        const most = Math.max(0, ...[...votes.values()].map(({ length }) => length))
        return decision === undefined && most + open < agree
          ? away(`fewer than ${agree} of ${nodes.length} nodes agree`)
          : undefined
      }
      return decidedBy(nodes.map(({ ask }) => ask(read)), heard)
    })

  const reached = <E>(read: (node: Node) => Effect.Effect<bigint | undefined, E>) =>
    Effect.suspend(() => {
      const found = new Map<number, bigint | undefined>()
      let open = nodes.length
      const heard = (exit: Exit.Exit<bigint | undefined, E | NodeAway>, place: number) => {
        open--
        if (Exit.isSuccess(exit)) found.set(place, exit.value)
        const inOrder = [...found.values()].toSorted(downwards)
        const height = inOrder[agree - 1]
        if (height !== undefined) {
          // Also of a node that answers when the rest is decided.
          for (const [each, own] of found) {
            nodes[each]?.noteBehind(own === undefined || own < height ? height - (own ?? 0n) : 0n)
          }
        }
        if (found.size + open < agree) {
          return away(`${found.size} of ${nodes.length} nodes answer, ${agree} have to`)
        }
        // Nodes that are still open may be above all others: decided without them is only what that would not change.
        const isFixed = found.size >= agree && open < agree && (open === 0 || inOrder[agree - 1 - open] === height)
        return isFixed ? Exit.succeed(height) : undefined
      }
      return decidedBy(nodes.map(({ ask }) => ask(read)), heard)
    })

  const atLeast = <K extends string, E>(read: (node: Node) => Effect.Effect<Readonly<Record<K, bigint>>, E>) =>
    Effect.suspend(() => {
      const found: Array<Readonly<Record<K, bigint>>> = []
      let open = nodes.length
      const heard = (exit: Exit.Exit<Readonly<Record<K, bigint>>, E | NodeAway>) => {
        open--
        if (Exit.isSuccess(exit)) found.push(exit.value)
        if (found.length + open < agree) {
          return away(`${found.length} of ${nodes.length} nodes answer, ${agree} have to`)
        }
        const [one] = found
        if (one === undefined || found.length < agree) return undefined
        const said: Record<K, bigint> = { ...one }
        for (const name in one) {
          const inOrder = found.map((each) => each[name]).toSorted(downwards)
          const number = inOrder[agree - 1]
          // Nodes that are still open may say more: decided without them is only what that would not change.
          if (number === undefined || open > 0 && inOrder[agree - 1 - open] !== number) return undefined
          said[name] = number
        }
        return Exit.succeed(said)
      }
      return decidedBy(nodes.map(({ ask }) => ask(read)), heard)
    })

  return {
    agreed,
    reached,
    atLeast,
    first: Effect.fnUntraced(function*(read) {
      for (const { ask } of nodes.toSorted((a, b) => Number(a.isFailing()) - Number(b.isFailing()))) {
        const exit = yield* Effect.exit(ask(read))
        if (Exit.isSuccess(exit)) return exit.value
      }
      return yield* new NodeAway({ reason: "no node answers" })
    }),
    toAll: (send) => Effect.forEach(nodes, ({ ask }) => Effect.exit(ask(send)), { concurrency: "unbounded" }),
    verify: Effect.gen(function*() {
      const answers = yield* Effect.forEach(nodes, ({ identified }) => Effect.exit(identified), {
        concurrency: "unbounded"
      })
      const said = answers.flatMap((exit) => Exit.isSuccess(exit) ? [exit.value] : [])
      const problems = said.filter((problem) => problem !== undefined)
      if (problems.length > 0) return yield* new NetworkWrong({ problem: problems.join("; ") })
      if (said.length < agree) {
        return yield* new NodeAway({ reason: `${said.length} of ${nodes.length} nodes answer, ${agree} have to` })
      }
    }),
    states: nodes.map(({ name, state }) => ({ name, state }))
  }
}

const away = (reason: string): Exit.Exit<never, NodeAway> => Exit.fail(new NodeAway({ reason }))

// Highest first; what is not there last.
const downwards = (a: bigint | undefined, b: bigint | undefined): number => {
  if (a === b) return 0
  if (a === undefined || b !== undefined && b > a) return 1
  return -1
}
