// The coins of the treasury: wallets of the nodes find them, the data store says which belong to a delivery, and enough nodes have to
// agree that one is there, whose it is and what it holds, before it is spent. Coins that wait for a block are never spent.
import { Effect, Exit, Option } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { byId, get, insert, replace, together } from "../../core/engine/store/records.ts"
import type { Write } from "../../core/engine/store/store.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { BitcoinCoins, BitcoinMovements } from "./movement.ts"
import type { BitcoinNode } from "./node.ts"
import { type Coin, type Selection, type SelectionOrder, select } from "./selection.ts"
import type { CoinSettings } from "./settings.ts"

export interface TreasuryConfig {
  /** Of the treasury, in hex. */
  readonly script: string
  readonly coins: CoinSettings
}

/** Fewer coins than an order needs. */
export interface Short {
  readonly _tag: "Short"
  /** Satoshis that could be spent. */
  readonly there: bigint
}

interface FreeCoin extends Coin {
  /** Whether it is change of a delivery of ours that is Done: no other transaction of that delivery takes the place of what made it. */
  readonly isChange: boolean
}

/** Coins that are looked into at the same time. */
const readsAtOnce = 8

const sumOf = (coins: ReadonlyArray<Coin>): bigint => coins.reduce((total, { units }) => total + units, 0n)

export const makeTreasury = ({ coins: { others, ours }, script }: TreasuryConfig, quorum: Quorum<BitcoinNode>) => {
  // A wallet that lags misses coins, and one that lies invents them: what any of them says is only looked into.
  const seen = Effect.gen(function*() {
    const answers = yield* quorum.toAll(({ wallet }) =>
      wallet === undefined ? new NodeAway({ reason: "it has no wallet" }) : wallet.coins
    )
    const heard = answers.filter(Exit.isSuccess)
    if (heard.length === 0) return yield* new NodeAway({ reason: "no node with a wallet answers" })
    return [...new Map(heard.flatMap(({ value }) => value.map((coin) => [coin.outpoint, coin] as const))).values()]
  })

  /** What no delivery has. */
  const free = Effect.gen(function*() {
    const coins = yield* seen
    const taken = yield* together(
      Object.fromEntries(coins.map(({ outpoint }) => [outpoint, byId(BitcoinCoins, outpoint)]))
    )
    const makers = Object.values(taken).flatMap((row) => row?.isChange === true ? row.of ?? [] : [])
    const deliveries = yield* together(Object.fromEntries(makers.map((id) => [id, byId(BitcoinMovements, id)])))
    return coins.flatMap((coin): ReadonlyArray<FreeCoin> => {
      const row = taken[coin.outpoint]
      if ((row?.movement ?? null) !== null) return []
      const isDone = row?.of !== undefined && deliveries[row.of]?.verdict?._tag === "Done"
      return [{ ...coin, isChange: isDone && row.isChange }]
    })
  })

  const proven = ({ isChange, outpoint, units }: FreeCoin) =>
    quorum.agreed((node) =>
      Effect.map(node.output(outpoint, "chain and waiting"), (output) => {
        const isSame = output !== undefined && output.script === script && output.units === units
        return isSame && output.confirmations >= BigInt(isChange ? ours : others)
      })
    )

  return {
    /** Satoshis that can be spent now. */
    spendable: Effect.gen(function*() {
      return sumOf(yield* Effect.filter(yield* free, proven, { concurrency: readsAtOnce }))
    }),

    /** Chooses coins for an order. */
    choose: Effect.fnUntraced(function*(order: Omit<SelectionOrder, "may">) {
      let may = yield* free
      let problem: NodeAway | undefined
      for (;;) {
        const selection: Selection | undefined = select({ ...order, may })
        if (selection === undefined) {
          // What the nodes do not agree on may be there.
          if (problem !== undefined) return yield* problem
          return { _tag: "Short", there: sumOf(may) } satisfies Short
        }
        const fresh = may.filter((coin) => selection.coins.includes(coin))
        const doubted = new Set<string>()
        yield* Effect.forEach(
          fresh,
          Effect.fnUntraced(function*(coin) {
            const isProven = yield* Effect.catchTag(proven(coin), "NodeAway", (away) => {
              problem = away
              return Effect.succeed(false)
            })
            if (!isProven) doubted.add(coin.outpoint)
          }),
          { concurrency: readsAtOnce, discard: true }
        )
        if (doubted.size === 0) return { _tag: "Chosen", ...selection, fresh } as const
        may = may.filter(({ outpoint }) => !doubted.has(outpoint))
      }
    }),

    /** The writes that take coins for a delivery; undefined where another has one of them by now. */
    taking: Effect.fnUntraced(function*(coins: ReadonlyArray<Coin>, movement: string) {
      const writes: Array<Write> = []
      for (const { outpoint } of coins) {
        const before = Option.getOrUndefined(yield* get(BitcoinCoins, outpoint))
        if (before === undefined) {
          writes.push(insert(BitcoinCoins, { id: outpoint, owner: operatorOwner, movement, isChange: false }))
        } else if (before.value.movement === null) {
          writes.push(replace(BitcoinCoins, before, { ...before.value, movement }))
        } else return undefined
      }
      return writes
    }),

    /** The writes that know the change of a delivery's transaction by its outpoint. */
    expecting: Effect.fnUntraced(function*(outpoint: string, of: string) {
      if (Option.isSome(yield* get(BitcoinCoins, outpoint))) return []
      return [insert(BitcoinCoins, { id: outpoint, owner: operatorOwner, movement: null, isChange: true, of })]
    }),

    /** The writes that take change for somebody else's from now on: another transaction of its delivery may be the one that stays. */
    doubting: Effect.fnUntraced(function*(outpoint: string) {
      const before = Option.getOrUndefined(yield* get(BitcoinCoins, outpoint))
      return before?.value.isChange === true
        ? [replace(BitcoinCoins, before, { ...before.value, isChange: false })]
        : []
    }),

    /** The writes that give coins of a delivery back. */
    givingBack: Effect.fnUntraced(function*(coins: ReadonlyArray<Coin>, movement: string) {
      const writes: Array<Write> = []
      for (const { outpoint } of coins) {
        const before = Option.getOrUndefined(yield* get(BitcoinCoins, outpoint))
        if (before?.value.movement === movement) {
          writes.push(replace(BitcoinCoins, before, { ...before.value, movement: null }))
        }
      }
      return writes
    })
  }
}

export type Treasury = ReturnType<typeof makeTreasury>
