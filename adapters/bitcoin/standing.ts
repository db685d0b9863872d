// Where a delivery stands on the chain. One of its transactions in a block that enough nodes have counts, at a number of confirmations;
// and only somebody else's transaction that spent the anchor, deep in the chain of enough nodes, ends it for good.
import { Effect, Exit } from "effect"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { type Attempt, type BitcoinMovement, anchorOf } from "./movement.ts"
import type { BitcoinNode } from "./node.ts"

export type Standing =
  | {
    readonly _tag: "Landed"
    readonly attempt: Attempt
    readonly place: { readonly height: bigint; readonly hash: string }
    /** Whether it has as many confirmations as are needed. */
    readonly isDeep: boolean
  }
  /** Another transaction than ours has the anchor, for good. */
  | { readonly _tag: "Displaced"; readonly by: string }
  | { readonly _tag: "Outside" }

/** A transaction in a block. */
interface Place {
  readonly txid: string
  readonly block: string
}

export const makeStandings = (quorum: Quorum<BitcoinNode>, finalDepth: number) => {
  /** What any node knows of it: a hint, which enough of them have to confirm. */
  const hints = Effect.fnUntraced(function*(read: (node: BitcoinNode) => Effect.Effect<Place | undefined, NodeAway>) {
    const answers = yield* quorum.toAll(read)
    const told = answers.filter(Exit.isSuccess)
    if (told.length === 0) return yield* new NodeAway({ reason: "no node answers" })
    const places = told.flatMap(({ value }) => value === undefined ? [] : [value])
    return [...new Map(places.map((place) => [`${place.txid}@${place.block}`, place])).values()]
  })

  /** Whether enough nodes have a transaction in a block; undefined where enough do not. */
  const confirmed = ({ block, txid }: Place, depth: number, spends?: string) =>
    quorum.agreed((node) =>
      Effect.map(
        node.inclusion(txid, block),
        (found) =>
          found === undefined || spends !== undefined && !found.inputs.includes(spends)
            ? undefined
            : { height: found.height, isDeep: found.confirmations >= BigInt(depth) }
      )
    )

  const landed = Effect.fnUntraced(function*(attempt: Attempt, depth: number) {
    const { txid } = attempt
    const places = yield* hints((node) =>
      Effect.map(node.blockOf(txid), (block) => block === undefined ? undefined : { txid, block })
    )
    let problem: NodeAway | undefined
    for (const place of places) {
      const found = yield* Effect.exit(confirmed(place, depth))
      if (Exit.isFailure(found)) {
        problem = new NodeAway({ reason: "the nodes do not agree on its block" })
      } else if (found.value !== undefined) {
        const { height, isDeep } = found.value
        const standing: Standing = { _tag: "Landed", attempt, place: { height, hash: place.block }, isDeep }
        return standing
      }
    }
    return problem === undefined ? undefined : yield* problem
  })

  const displaced = Effect.fnUntraced(function*(movement: BitcoinMovement, anchor: string) {
    // Also where the chain does not have what made the anchor any more: that is no spending.
    const isThere = yield* quorum.agreed((node) =>
      Effect.map(node.output(anchor, "chain"), (output) => output !== undefined)
    )
    if (isThere) return undefined
    const places = yield* hints((node) => node.wallet?.spenderOf(anchor, movement.after) ?? Effect.undefined)
    const ours = movement.attempts.map(({ txid }) => txid)
    for (const place of places) {
      if (ours.includes(place.txid)) continue
      if ((yield* confirmed(place, finalDepth, anchor))?.isDeep === true) return place.txid
    }
    return undefined
  })

  /** Reads where a delivery stands, with what `depth` confirmations mean. */
  return Effect.fnUntraced(function*(
    movement: BitcoinMovement,
    depth: number
  ): Effect.fn.Return<Standing, NodeAway> {
    for (const attempt of movement.attempts.toReversed()) {
      if (attempt.raw === null) continue
      const standing = yield* landed(attempt, depth)
      if (standing !== undefined) return standing
    }
    const anchor = anchorOf(movement)
    const by = anchor === undefined ? undefined : yield* displaced(movement, anchor)
    return by === undefined ? { _tag: "Outside" } : { _tag: "Displaced", by }
  })
}

export type StandingOf = ReturnType<typeof makeStandings>
