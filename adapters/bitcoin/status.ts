// Where a delivery stands on the chain. One of its transactions in a block that enough nodes have counts, at a number of confirmations;
// and only another transaction that spent the anchor, or a coin of what made it, deep in the chain of enough nodes, ends it for good.
import { Effect, Exit } from "effect"
import type { Status } from "../coins/status.ts"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { type Attempt, type BitcoinMovement, anchorOf, madeFor } from "./movement.ts"
import type { BitcoinNode } from "./node.ts"
import type { Places } from "./places.ts"

export const makeStatuses = (
  quorum: Quorum<BitcoinNode>,
  { confirmed, hints, placeOf, transactionOf }: Places,
  finalDepth: number
) => {
  const landed = ({ script, units }: BitcoinMovement, attempt: Attempt, depth: number) =>
    Effect.map(
      placeOf(
        attempt.txid,
        depth,
        ({ outputs }) => outputs.some((each) => each.script === script && each.units === units)
      ),
      (place): Status<Attempt> | undefined => {
        if (place === undefined) return undefined
        const { hash, height, isDeep } = place
        return { _tag: "Landed", attempt, place: { height, hash }, isDeep }
      }
    )

  const released = (anchor: string | undefined, attempt: Attempt) =>
    Effect.map(
      placeOf(attempt.txid, finalDepth, ({ inputs }) => anchor !== undefined && inputs.includes(anchor)),
      (place): Status<Attempt> | undefined => place && { _tag: "Released", attempt, isDeep: place.isDeep }
    )

  /** Another transaction than these that spends a coin of ours, in a block that is final. */
  const spenderOf = Effect.fnUntraced(function*(outpoint: string, after: string, but: ReadonlyArray<string>) {
    const places = yield* hints((node) => node.wallet?.spenderOf(outpoint, after) ?? Effect.undefined)
    for (const place of places) {
      if (but.includes(place.txid)) continue
      const found = yield* confirmed(place, finalDepth, ({ inputs }) => inputs.includes(outpoint))
      if (found?.isDeep === true) return place.txid
    }
    return undefined
  })

  const displaced = Effect.fnUntraced(function*(movement: BitcoinMovement, anchor: string) {
    // Also where the chain does not have what made the anchor any more: that is no spending.
    const isThere = yield* quorum.agreed((node) =>
      Effect.map(node.output(anchor, "chain"), (output) => output !== undefined)
    )
    if (isThere) return undefined
    const spender = yield* spenderOf(anchor, movement.after, madeFor(movement).map(({ txid }) => txid))
    if (spender !== undefined) return spender
    // What made the anchor may have lost a coin of its own to another for good: then the anchor never comes back.
    const [txid = ""] = anchor.split(":")
    for (const input of (yield* transactionOf(txid))?.inputs ?? []) {
      const by = yield* spenderOf(input, movement.after, [txid])
      if (by !== undefined) return by
    }
    return undefined
  })

  /** Reads where a delivery stands, with what `depth` confirmations mean. */
  return Effect.fnUntraced(function*(
    movement: BitcoinMovement,
    depth: number
  ): Effect.fn.Return<Status<Attempt>, NodeAway> {
    const anchor = anchorOf(movement)
    const { attempts, releases = [] } = movement
    const wasSent = ({ raw }: Attempt): boolean => raw !== null
    const found = yield* Effect.all([
      ...attempts.filter(wasSent).map((attempt) => Effect.exit(landed(movement, attempt, depth))),
      ...releases.filter(wasSent).map((attempt) => Effect.exit(released(anchor, attempt)))
    ], { concurrency: "unbounded" })
    for (const each of found) if (Exit.isSuccess(each) && each.value !== undefined) return each.value
    for (const each of found) if (Exit.isFailure(each)) return yield* Effect.failCause(each.cause)
    const by = anchor === undefined ? undefined : yield* displaced(movement, anchor)
    return by === undefined ? { _tag: "Outside" } : { _tag: "Displaced", by }
  })
}

export type StatusOf = ReturnType<typeof makeStatuses>
