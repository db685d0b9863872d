// The coins of the treasury: the data store says which belong to a delivery, and enough nodes have to agree that one is there before it
// is spent. Only coins are used that are as deep as what ends a delivery, so that none rests on a coin that could vanish.
import { Effect, Option } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { byId, get, insert, replace, together } from "../../core/engine/store/records.ts"
import type { Write } from "../../core/engine/store/store.ts"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { type Wanted, choose } from "./choose.ts"
import { type CoinsConfig, makeCoins } from "./coins.ts"
import { type Coin, LiquidCoins, coinId } from "./movement.ts"
import type { LiquidNode, Outpoint } from "./node.ts"

/** Coins that are looked into at the same time. */
const readsAtOnce = 8

export const makeTreasury = (config: CoinsConfig, quorum: Quorum<LiquidNode>) => {
  const { depth } = config
  const coins = makeCoins(config, quorum)

  /** What no delivery has. */
  const free = Effect.fnUntraced(function*(all: ReadonlyArray<Coin>) {
    if (all.length === 0) return []
    const rows = yield* together(Object.fromEntries(all.map((coin) => [coinId(coin), byId(LiquidCoins, coinId(coin))])))
    return all.filter((coin) => (rows[coinId(coin)]?.movement ?? null) === null)
  })

  /** Whether enough nodes say that a coin is there, deep enough, and that nothing which waits for a block spends it. */
  const isProven = (coin: Outpoint) =>
    quorum.agreed((node) => Effect.map(node.depth(coin, "mempool"), (found) => found !== undefined && found >= depth))

  return {
    /** What can be spent now. */
    free: Effect.flatMap(coins, ({ agreed }) => free(agreed)),

    /** Chooses coins for a delivery. */
    choose: Effect.fnUntraced(function*(wanted: Wanted) {
      let may: ReadonlyArray<Coin> = yield* free((yield* coins).seen)
      let problem: NodeAway | undefined
      for (;;) {
        const choice = choose(may, wanted)
        if (choice._tag === "Short") {
          // What the nodes do not agree on may be there.
          if (problem !== undefined) return yield* problem
          return choice
        }
        const doubted = new Set<string>()
        yield* Effect.forEach(
          choice.coins,
          Effect.fnUntraced(function*(coin) {
            const isThere = yield* Effect.catchTag(isProven(coin), "NodeAway", (away) => {
              problem = away
              return Effect.succeed(false)
            })
            if (!isThere) doubted.add(coinId(coin))
          }),
          { concurrency: readsAtOnce, discard: true }
        )
        if (doubted.size === 0) return choice
        may = may.filter((coin) => !doubted.has(coinId(coin)))
      }
    }),

    /** The writes that take coins for a delivery; undefined where another has one of them by now. */
    taking: Effect.fnUntraced(function*(coins: ReadonlyArray<Coin>, movement: string) {
      const writes: Array<Write> = []
      for (const coin of coins) {
        const before = Option.getOrUndefined(yield* get(LiquidCoins, coinId(coin)))
        if (before === undefined) writes.push(insert(LiquidCoins, { id: coinId(coin), owner: operatorOwner, movement }))
        else if (before.value.movement === null) {
          writes.push(replace(LiquidCoins, before, { ...before.value, movement }))
        } else return undefined
      }
      return writes
    }),

    /** The writes that give the coins of a delivery back. Those that are spent no node lists any more. */
    givingBack: Effect.fnUntraced(function*(coins: ReadonlyArray<Coin>, movement: string) {
      const writes: Array<Write> = []
      for (const coin of coins) {
        const before = Option.getOrUndefined(yield* get(LiquidCoins, coinId(coin)))
        if (before?.value.movement === movement) {
          writes.push(replace(LiquidCoins, before, { ...before.value, movement: null }))
        }
      }
      return writes
    })
  }
}

export type Treasury = ReturnType<typeof makeTreasury>
