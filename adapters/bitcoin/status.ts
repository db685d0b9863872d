// Where a delivery stands on the chain. One of its transactions in a block that enough nodes have counts, at a number of confirmations;
// and only somebody else's transaction that spent the anchor, deep in the chain of enough nodes, ends it for good.
import { Effect, Exit } from "effect"
import type { Status } from "../coins/status.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { type Attempt, type BitcoinMovement, anchorOf } from "./movement.ts"
import type { BitcoinNode, Inclusion } from "./node.ts"

/** A transaction in a block. */
interface Place {
  readonly txid: string
  readonly block: string
}

export const makeStatuses = (quorum: Quorum<BitcoinNode>, finalDepth: number) => {
  /** What any node knows of it: a hint, which enough of them have to confirm. */
  const hints = Effect.fnUntraced(function*(read: (node: BitcoinNode) => Effect.Effect<Place | undefined, NodeAway>) {
    const answers = yield* quorum.toAll(read)
    const heard = answers.filter(Exit.isSuccess)
    if (heard.length === 0) return yield* new NodeAway({ reason: "no node answers" })
    const places = heard.flatMap(({ value }) => value === undefined ? [] : [value])
    return [...new Map(places.map((place) => [`${place.txid}@${place.block}`, place])).values()]
  })

  /** Whether enough nodes have a transaction in a block that does what it is looked for; undefined where enough do not. */
  const confirmed = ({ block, txid }: Place, depth: number, does: (found: Inclusion) => boolean) =>
    quorum.agreed((node) =>
      Effect.map(
        node.inclusion(txid, block),
        (found) =>
          found === undefined || !does(found)
            ? undefined
            : { height: found.height, isDeep: found.confirmations >= BigInt(depth) }
      )
    )

  const landed = Effect.fnUntraced(function*({ script, units }: BitcoinMovement, attempt: Attempt, depth: number) {
    const { txid } = attempt
    const pays = ({ outputs }: Inclusion) => outputs.some((each) => each.script === script && each.units === units)
    const places = yield* hints((node) =>
      Effect.map(node.blockOf(txid), (block) => block === undefined ? undefined : { txid, block })
    )
    let problem: NodeAway | undefined
    for (const place of places) {
      const found = yield* Effect.exit(confirmed(place, depth, pays))
      if (Exit.isFailure(found)) {
        problem = new NodeAway({ reason: "the nodes do not agree on its block" })
      } else if (found.value !== undefined) {
        const { height, isDeep } = found.value
        const status: Status<Attempt> = { _tag: "Landed", attempt, place: { height, hash: place.block }, isDeep }
        return status
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
      if ((yield* confirmed(place, finalDepth, ({ inputs }) => inputs.includes(anchor)))?.isDeep === true) {
        return place.txid
      }
    }
    return undefined
  })

  /** Reads where a delivery stands, with what `depth` confirmations mean. */
  return Effect.fnUntraced(function*(
    movement: BitcoinMovement,
    depth: number
  ): Effect.fn.Return<Status<Attempt>, NodeAway> {
    for (const attempt of movement.attempts.toReversed()) {
      if (attempt.raw === null) continue
      const status = yield* landed(movement, attempt, depth)
      if (status !== undefined) return status
    }
    const anchor = anchorOf(movement)
    const by = anchor === undefined ? undefined : yield* displaced(movement, anchor)
    return by === undefined ? { _tag: "Outside" } : { _tag: "Displaced", by }
  })
}

export type StatusOf = ReturnType<typeof makeStatuses>
