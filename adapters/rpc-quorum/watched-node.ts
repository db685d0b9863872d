// One node of a quorum: believed only after it said which network it is of, and again after each answer that failed to come; and how it has
// been, for people. Invariant: no answer is given on that came over a connection whose other end was not identified.
import { Clock, Effect, Exit, Option, Predicate, Semaphore } from "effect"
import type { ProviderState } from "../../core/ports/provider-state.ts"
import { closed } from "../http-client/breaker.ts"
import { Health } from "../http-client/health.ts"
import { NodeAway } from "./node-away.ts"

/** How a node says which network it is of, such as a chain id or the hash of the first block. */
export interface Identity<Node> {
  readonly ask: (node: Node) => Effect.Effect<string, unknown>
  readonly expected: string
}

/** How a node is, as far as this process has heard. */
export interface NodeState extends ProviderState {
  /** How many blocks, or whatever `reached` counts, it was below the others when they were last compared; null when they were not. */
  readonly behind: number | null
  /** Answers that were others than those of enough nodes. */
  readonly differed: number
}

export interface WatchedNode<Node> {
  readonly name: string
  /** Asks it, once it is known to be of the network. */
  readonly ask: <A, E>(read: (node: Node) => Effect.Effect<A, E>) => Effect.Effect<A, E | NodeAway>
  /** Which network it is of, asked now: undefined where it is the expected one, or a problem. */
  readonly identified: Effect.Effect<string | undefined, NodeAway>
  readonly isFailing: () => boolean
  readonly noteBehind: (behind: bigint | null) => void
  readonly noteDiffered: () => void
  readonly state: Effect.Effect<NodeState>
}

/** A node says again who it is after this time, also when nothing failed: a gateway may have put another one in its place. */
const believedMs = 600_000

// An answer that refuses is one; anything else that fails may have been the end of a connection.
const isAnswer = (failure: unknown): boolean => Predicate.isTagged(failure, "NodeRefused")

const reasonOf = (failure: unknown): string => failure instanceof NodeAway ? failure.reason : "no answer"

export const watchNode = <Node>(
  name: string,
  node: Node,
  identity: Identity<Node> | undefined
): WatchedNode<Node> => {
  const health = new Health()
  const turn = Semaphore.makeUnsafe(1)
  let isWrong = false
  let identifiedAt: number | undefined
  // Failures so far, which tell whether one came while something else was under way; and those since the last answer.
  let failures = 0
  let failedChecks = 0
  let inRow = 0
  let behind: bigint | null = null
  let differed = 0

  const problem = `${name} is of another network`

  const note = (exit: Exit.Exit<unknown, unknown>, now: number): void => {
    const failure = Option.getOrUndefined(Exit.findErrorOption(exit))
    if (Exit.isSuccess(exit) || isAnswer(failure)) {
      inRow = 0
      health.note(now, null)
      return
    }
    if (Exit.hasInterrupts(exit)) return
    failures++
    inRow++
    identifiedAt = undefined
    health.note(now, reasonOf(failure))
  }

  const noted = <A, E>(question: Effect.Effect<A, E>) =>
    Effect.onExit(question, (exit) => Effect.map(Clock.currentTimeMillis, (now) => note(exit, now)))

  const check = Effect.fnUntraced(function*({ ask, expected }: Identity<Node>) {
    const before = failures
    const said = yield* Effect.mapError(noted(ask(node)), (failure) => {
      failedChecks++
      return new NodeAway({ reason: `${name} does not say which network it is of: ${reasonOf(failure)}` })
    })
    if (said !== expected) {
      isWrong = true
      yield* Effect.logError("A node is of another network, and is not asked again", { node: name })
      return
    }
    if (failures !== before) return yield* new NodeAway({ reason: `${name} failed while it was identified` })
    identifiedAt = yield* Clock.currentTimeMillis
  })

  const isKnown = (now: number): boolean =>
    identifiedAt !== undefined && now >= identifiedAt && now - identifiedAt < believedMs

  // Many questions at once find out once: who waited for a check that failed does not check again.
  const believed = identity === undefined
    ? Effect.void
    : Effect.gen(function*() {
      if (!isWrong && isKnown(yield* Clock.currentTimeMillis)) return
      const seen = failedChecks
      yield* turn.withPermits(1)(Effect.gen(function*() {
        if (isWrong || isKnown(yield* Clock.currentTimeMillis)) return
        if (failedChecks !== seen) return yield* new NodeAway({ reason: `${name} does not say which network it is of` })
        yield* check(identity)
      }))
      if (isWrong) return yield* new NodeAway({ reason: problem })
    })

  return {
    name,
    ask: Effect.fnUntraced(function*(read) {
      const before = failures
      yield* believed
      const answer = yield* noted(read(node))
      // Something else failed meanwhile: this answer may be of whoever is at the other end since.
      if (failures !== before) yield* believed
      return answer
    }),
    identified: Effect.gen(function*() {
      if (identity === undefined) return undefined
      if (!isWrong) yield* turn.withPermits(1)(check(identity))
      return isWrong ? problem : undefined
    }),
    isFailing: () => isWrong || inRow > 0,
    noteBehind: (blocks) => behind = blocks,
    noteDiffered: () => differed++,
    state: Effect.map(Clock.currentTimeMillis, (now) => {
      const state = health.state({ ...closed, failures: inRow }, null, now)
      const said = behind === null ? null : Number(behind)
      return { ...state, ...isWrong ? { state: "away" as const, problem } : {}, behind: said, differed }
    })
  }
}
