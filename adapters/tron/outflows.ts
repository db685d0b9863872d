// What left the treasury or a wallet, as the chain shows it: the transfers that its tokens tell in blocks. Nothing is read from a record of ours, for it is asked
// where those may be gone. Blocks are found by every node, and each transfer counts once enough nodes have it in a block.
import { Clock, Effect, Exit } from "effect"
import { mulDivCeil } from "../../core/base/money/units.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"
import type { Outflow, SignedSpend } from "../../core/ports/chain.ts"
import { absent, differs, done, refused, unknown } from "../../core/ports/outcome.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { accountOf } from "./address.ts"
import { contractResults } from "./answers.ts"
import type { TronNode } from "./node.ts"
import type { Landing } from "./node-answers.ts"
import { readSigned } from "./signed.ts"
import { meaningOf, statusOf, transferIn, transferTopic } from "./status.ts"

export interface OutflowsConfig {
  readonly treasury: string
  readonly agree: number
  readonly tokens: ReadonlyArray<{ readonly asset: AssetCode; readonly address: string }>
}

/** Blocks whose events a node finds at a time. */
const blocksAtOnce = 5_000n
/** The network makes no two blocks within this time. Milliseconds. */
const blockMs = 3_000n
/** How far our clock and the network's may differ. Milliseconds. */
const clocksApartMs = 60_000
const readAtOnce = 8

export const makeOutflows = ({ agree, tokens, treasury }: OutflowsConfig, nodes: Quorum<TronNode>) => {
  const assetOf = new Map(tokens.map(({ address, asset }) => [address, asset]))

  const solidBlock = (number: bigint) =>
    Effect.flatMap(
      nodes.agreed((node) => node.solidBlock(number)),
      (block) =>
        block === undefined ? new NodeAway({ reason: "a solidified block is not known" }) : Effect.succeed(block)
    )

  /** A solidified block that is not after an instant, and not long before it. */
  const blockBefore = Effect.fnUntraced(function*(instant: number) {
    let number = (yield* nodes.reached((node) => Effect.map(node.solidHead, (head) => head.number))) ?? 0n
    for (let back = 1n; number > 0n; back *= 2n) {
      const { time } = yield* solidBlock(number)
      if (time <= instant) return number
      const blocks = mulDivCeil(BigInt(time - instant), 1n, blockMs)
      const further = blocks > back ? blocks : back
      number = number > further ? number - further : 0n
    }
    return number
  })

  /** No block up to an instant has a higher number. */
  const blockUntil = Effect.fnUntraced(function*(instant: number) {
    const number = yield* blockBefore(instant)
    const { time } = yield* solidBlock(number)
    return number + mulDivCeil(BigInt(Math.max(0, instant - time)), 1n, blockMs)
  })

  /** The transactions with transfers out of an account that a node finds from a block on, up to its newest one or another. */
  const foundBy = (owner: string, from: bigint, to: bigint | undefined) =>
    Effect.fnUntraced(function*(node: TronNode) {
      const { number } = yield* node.head
      const last = to === undefined || to > number ? number : to
      const found: Array<string> = []
      for (let first = from; first <= last; first += blocksAtOnce) {
        found.push(
          ...yield* node.withEvent({
            from: first,
            to: first + blocksAtOnce - 1n,
            tokens: tokens.map(({ address }) => address),
            topics: [transferTopic, accountOf(owner).padStart(64, "0")]
          })
        )
      }
      return found
    })

  /** What a transaction took out of an account. A token tells a transfer of nothing by whoever wants it to, so that is none. */
  const outflowsIn = (
    owner: string,
    landing: Landing,
    transactionHash: string,
    isDone: boolean
  ): ReadonlyArray<Outflow> => {
    const { blockHash, feeSun, height, logs } = landing
    return logs.flatMap((log) => {
      const transfer = transferIn(log)
      const asset = transfer && assetOf.get(transfer.token)
      if (transfer === undefined || asset === undefined || transfer.from !== owner || transfer.units === 0n) {
        return []
      }
      const receipt = {
        transactionHash,
        place: { height, hash: blockHash },
        cost: { coin: "TRX", units: feeSun }
      } as const
      return [{ mark: null, to: transfer.to, asset, units: transfer.units, receipt, isDone }]
    })
  }

  const eventsOf = (landing: Landing | undefined): string => JSON.stringify(landing?.logs ?? null)

  /** Where a transaction is in a block that is not solidified, and may be replaced. */
  const newest = (txid: string) => nodes.agreed((node) => node.landing(txid, "head"), eventsOf)

  const outflowsOf = (owner: string) =>
    Effect.fnUntraced(function*(txid: string) {
      const solid = yield* nodes.agreed((node) => node.landing(txid))
      const found = solid ?? (yield* newest(txid))
      return found === undefined ? [] : outflowsIn(owner, found, txid, solid !== undefined)
    })

  /**
   * Everything that left an account in tokens since an instant, the treasury where none is named. One node alone can hide nothing: as many as have to agree were asked for
   * all blocks. What waits for a block is not in it, as no node tells that by account: it lands within the life of a delivery.
   */
  const since = Effect.fnUntraced(function*(instant: number, owner: string = treasury, until?: number) {
    const from = yield* blockBefore(instant - clocksApartMs)
    const to = until === undefined ? undefined : yield* blockUntil(until + clocksApartMs)
    const answers = yield* nodes.toAll(foundBy(owner, from, to))
    const heard = answers.flatMap((exit) => Exit.isSuccess(exit) ? [exit.value] : [])
    if (heard.length < agree) {
      return yield* new NodeAway({
        reason: `${heard.length} of ${answers.length} nodes say what left, ${agree} have to`
      })
    }
    const all = yield* Effect.forEach(new Set(heard.flat()), outflowsOf(owner), { concurrency: readAtOnce })
    return all.flat()
  })

  /**
   * What became of a spend, by its signed bytes. Before its deadline it is Absent while no block has it, as sending it again can
   * take effect once at most; after it, only once it can land in no block any more.
   */
  const lookUpSigned = Effect.fnUntraced(function*({ payload, sendBefore }: SignedSpend) {
    const signed = readSigned(payload)
    if (signed === undefined) return unknown("unreadable", "what the wallet signed")
    const status = yield* statusOf(nodes, signed)
    if (status._tag === "Gone") return absent
    if (status._tag === "Open") {
      const underWay = unknown("underWay", "in no solidified block")
      if ((yield* Clock.currentTimeMillis) >= sendBefore - clocksApartMs) return underWay
      return (yield* newest(signed.txid)) === undefined ? absent : underWay
    }
    const { blockHash, height, result } = status.landing
    switch (meaningOf(signed.call, status.landing)) {
      case "failed":
        return refused("failed", contractResults[result ?? ""]?.says)
      case "odd":
        return differs(`${signed.txid} shows no such transfer`)
      case "happened":
        return done({ transactionHash: signed.txid, place: { height, hash: blockHash } })
    }
  })

  return { since, lookUpSigned }
}
