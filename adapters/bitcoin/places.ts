// Where a transaction is in the chain: any node may say where to look, and enough of them have to have it there.
import { Effect, Exit } from "effect"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { BitcoinNode, Inclusion } from "./node.ts"
import { readTransaction } from "./transaction.ts"

/** A transaction in a block. */
export interface Place {
  readonly txid: string
  readonly block: string
}

export const makePlaces = (quorum: Quorum<BitcoinNode>) => {
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

  /** The block of a transaction that does what it is looked for; undefined where it is in none. */
  const placeOf = Effect.fnUntraced(function*(txid: string, depth: number, does: (found: Inclusion) => boolean) {
    const places = yield* hints((node) =>
      Effect.map(node.blockOf(txid), (block) => block === undefined ? undefined : { txid, block })
    )
    let problem: NodeAway | undefined
    for (const place of places) {
      const found = yield* Effect.exit(confirmed(place, depth, does))
      if (Exit.isFailure(found)) problem = new NodeAway({ reason: "the nodes do not agree on its block" })
      else if (found.value !== undefined) return { ...found.value, hash: place.block }
    }
    return problem === undefined ? undefined : yield* problem
  })

  /** A transaction that a wallet of ours has seen: it is what its id says, whoever hands it out. Undefined where none has. */
  const transactionOf = Effect.fnUntraced(function*(txid: string) {
    const answers = yield* quorum.toAll(({ wallet }) => wallet?.rawOf(txid) ?? Effect.undefined)
    for (const each of answers) {
      const read = Exit.isSuccess(each) && each.value !== undefined ? readTransaction(each.value) : undefined
      if (read?.txid === txid) return read
    }
    if (answers.every(Exit.isSuccess)) return undefined
    return yield* new NodeAway({ reason: "a transaction cannot be read" })
  })

  return { confirmed, hints, placeOf, transactionOf }
}

export type Places = ReturnType<typeof makePlaces>
