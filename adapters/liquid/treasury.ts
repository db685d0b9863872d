// The coins of the treasury: nodes find the unspent outputs of its script, its blinding key opens them, the data store says which belong
// to a delivery, and enough nodes have to agree that one is there before it is spent. Only coins are used that are as deep as what
// ends a delivery, so that none rests on a coin that could vanish.
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Option } from "effect"
import { byId, get, insert, replace, together } from "../../core/ports/records.ts"
import type { Write } from "../../core/ports/store.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { secretsIn, shownOf } from "./amounts.ts"
import { type Wanted, choose } from "./choose.ts"
import { type Library, library } from "./library.ts"
import { type Coin, LiquidCoins, coinId, operator } from "./movement.ts"
import type { LiquidNode, Outpoint } from "./node.ts"

export interface TreasuryConfig {
  readonly script: Uint8Array
  /** The private blinding key of the script. */
  readonly viewKey: Uint8Array
  /** Blocks that a coin has to be deep. */
  readonly depth: bigint
}

/** Number of the highest block that enough nodes have. */
export const headOf = (quorum: Quorum<LiquidNode>): Effect.Effect<bigint, NodeAway> =>
  Effect.flatMap(
    quorum.reached(({ height }) => height),
    (height) =>
      height === undefined ? Effect.fail(new NodeAway({ reason: "no node has a block" })) : Effect.succeed(height)
  )

export const makeTreasury = ({ depth, script, viewKey }: TreasuryConfig, quorum: Quorum<LiquidNode>) => {
  const scriptHex = bytesToHex(script)
  // What an outpoint holds never changes; undefined where our key does not open it.
  let opened = new Map<string, Coin | undefined>()
  let scanned: { readonly height: bigint; readonly outpoints: ReadonlyArray<Outpoint> } | undefined

  const opening = Effect.fnUntraced(function*({ Transaction, secp }: Library, { txid, vout }: Outpoint) {
    const seen = yield* quorum.first((node) => node.transaction(txid))
    const transaction = seen && Transaction.fromHex(seen.raw)
    const output = transaction?.outs[vout]
    // A transaction is what its id says, whoever hands it out.
    if (transaction?.getId() !== txid || output === undefined || bytesToHex(output.script) !== scriptHex) {
      return undefined
    }
    const secrets = secretsIn(secp, output, viewKey)
    const coin: Coin | undefined = secrets && {
      txid,
      vout,
      asset: shownOf(secrets.asset),
      units: secrets.units,
      assetBlinder: bytesToHex(secrets.assetBlinder),
      valueBlinder: bytesToHex(secrets.valueBlinder)
    }
    return coin
  })

  // One scan a block: it reads all unspent outputs of the chain.
  const scan = Effect.fnUntraced(function*(height: bigint) {
    if (scanned?.height === height) return scanned.outpoints
    const found = yield* quorum.first((node) => node.unspent(scriptHex))
    const deep = found.filter((each) => height - each.height + 1n >= depth)
    scanned = { height, outpoints: deep }
    return deep
  })

  /** What no delivery has. */
  const free = Effect.gen(function*() {
    const outpoints = yield* scan(yield* headOf(quorum))
    const tools = yield* library
    const kept = new Map<string, Coin | undefined>()
    for (const outpoint of outpoints) {
      const id = coinId(outpoint)
      kept.set(id, opened.has(id) ? opened.get(id) : yield* opening(tools, outpoint))
    }
    opened = kept
    const coins = [...kept.values()].filter((coin) => coin !== undefined)
    if (coins.length === 0) return []
    const rows = yield* together(
      Object.fromEntries(coins.map((coin) => [coinId(coin), byId(LiquidCoins, coinId(coin))]))
    )
    return coins.filter((coin) => (rows[coinId(coin)]?.movement ?? null) === null)
  })

  /** Whether enough nodes say that a coin is there, deep enough, and that nothing which waits for a block spends it. */
  const isProven = (coin: Outpoint) =>
    quorum.agreed((node) => Effect.map(node.depth(coin, "mempool"), (found) => found !== undefined && found >= depth))

  return {
    /** What can be spent now. */
    free,

    /** Chooses coins for a delivery. */
    choose: Effect.fnUntraced(function*(wanted: Wanted) {
      let may: ReadonlyArray<Coin> = yield* free
      let problem: NodeAway | undefined
      for (;;) {
        const choice = choose(may, wanted)
        if (choice._tag === "Short") {
          // What the nodes do not agree on may be there.
          if (problem !== undefined) return yield* problem
          return choice
        }
        const doubted = new Set<string>()
        for (const coin of choice.coins) {
          const isThere = yield* Effect.catchTag(isProven(coin), "NodeAway", (away) => {
            problem = away
            return Effect.succeed(false)
          })
          if (!isThere) doubted.add(coinId(coin))
        }
        if (doubted.size === 0) return choice
        may = may.filter((coin) => !doubted.has(coinId(coin)))
      }
    }),

    /** The writes that take coins for a delivery; undefined where another has one of them by now. */
    taking: Effect.fnUntraced(function*(coins: ReadonlyArray<Coin>, movement: string) {
      const writes: Array<Write> = []
      for (const coin of coins) {
        const before = Option.getOrUndefined(yield* get(LiquidCoins, coinId(coin)))
        if (before === undefined) writes.push(insert(LiquidCoins, { id: coinId(coin), owner: operator, movement }))
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
