// Logs of a node over many blocks: read in pages, and in smaller ones where the node refuses so many at a time.
import { Effect } from "effect"
import type { Address, Hash, Hex } from "viem"
import type { NodeAway, NodeRefused } from "../rpc-quorum/node-away.ts"

export interface Log {
  readonly address: Hex
  readonly topics: ReadonlyArray<Hex>
  readonly data: Hex
}

export interface FoundLog extends Log {
  readonly blockNumber: bigint
  readonly transactionHash: Hash
}

export interface LogFilter {
  readonly address: Address | ReadonlyArray<Address>
  /** Null fits every topic. */
  readonly topics: ReadonlyArray<Hex | null>
}

type Ask = (
  filter: LogFilter,
  from: bigint,
  to: bigint
) => Effect.Effect<ReadonlyArray<FoundLog>, NodeAway | NodeRefused>

/** Blocks in one question; a node that refuses so many gets half. */
const pageBlocks = 1_000n

export const makeLogPages = (ask: Ask, away: (reason: string) => NodeAway) => {
  // Page by page, from either end, until `take` has what is wanted.
  const read = Effect.fnUntraced(function*<A>(
    filter: LogFilter,
    range: { readonly from: bigint; readonly to: bigint; readonly newestFirst: boolean },
    take: (logs: ReadonlyArray<FoundLog>) => A | undefined
  ) {
    let { from, to } = range
    let size = pageBlocks
    while (from <= to) {
      const whole = to - from < size
      const first = whole || !range.newestFirst ? from : to - size + 1n
      const last = whole || range.newestFirst ? to : from + size - 1n
      const found = yield* ask(filter, first, last).pipe(
        Effect.catchTag(
          "NodeRefused",
          ({ code }) => size > 1n ? Effect.undefined : Effect.fail(away(`error ${code} of eth_getLogs`))
        )
      )
      if (found === undefined) {
        size >>= 1n
        continue
      }
      const taken = take(found)
      if (taken !== undefined) return taken
      if (range.newestFirst) to = first - 1n
      else from = last + 1n
    }
    return undefined
  })

  return {
    /** The transaction of the oldest log. */
    first: (filter: LogFilter, from: bigint, to: bigint) =>
      read(filter, { from, to, newestFirst: false }, ([found]) => found?.transactionHash),
    /** The block of the newest log that fits. */
    newest: (filter: LogFilter, to: bigint, fits: (log: Log) => boolean) =>
      read(filter, { from: 0n, to, newestFirst: true }, (logs) => logs.findLast(fits)?.blockNumber),
    /** The transactions of all logs. */
    all: Effect.fnUntraced(function*(filter: LogFilter, from: bigint, to: bigint) {
      const transactions: Array<Hash> = []
      yield* read(filter, { from, to, newestFirst: false }, (logs) => {
        transactions.push(...logs.map(({ transactionHash }) => transactionHash))
        return undefined
      })
      const found: ReadonlyArray<Hash> = transactions
      return found
    })
  }
}

export type LogPages = ReturnType<typeof makeLogPages>
