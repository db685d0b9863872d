// The coins of a script: nodes find its unspent outputs, and a blinding key opens them. What one node says is only looked into.
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Exit } from "effect"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { secretsIn, shownOf } from "./amounts.ts"
import { type Library, library } from "./library.ts"
import { type Coin, coinId } from "./movement.ts"
import type { LiquidNode, Outpoint } from "./node.ts"

export interface CoinsConfig {
  readonly script: Uint8Array
  /** The private blinding key of the script. */
  readonly viewKey: Uint8Array
  /** Blocks that a coin has to be deep. */
  readonly depth: bigint
  /** How many nodes have to find a coin that is to be believed. */
  readonly agree: number
}

/** Coins of a script that are deep enough. */
export interface Coins {
  /** By the word of one node at least: whether they are there is to be asked. */
  readonly seen: ReadonlyArray<Coin>
  /** Those that enough nodes find. */
  readonly agreed: ReadonlyArray<Coin>
}

/** Number of the highest block that enough nodes have. */
export const headOf = (quorum: Quorum<LiquidNode>): Effect.Effect<bigint, NodeAway> =>
  Effect.flatMap(
    quorum.reached(({ height }) => height),
    (height) =>
      height === undefined ? Effect.fail(new NodeAway({ reason: "no node has a block" })) : Effect.succeed(height)
  )

/** What nodes found at a height: how many of them each. */
interface Scan {
  readonly height: bigint
  readonly found: ReadonlyMap<string, { readonly outpoint: Outpoint; readonly times: number }>
}

/** Transactions that are read at the same time. */
const readsAtOnce = 8

export const makeCoins = ({ agree, depth, script, viewKey }: CoinsConfig, quorum: Quorum<LiquidNode>) => {
  const scriptHex = bytesToHex(script)
  // What an outpoint holds never changes; null where our key does not open it.
  let opened = new Map<string, Coin | null>()
  let scanned: Scan | undefined

  // Its id says nothing of the proofs that an amount is opened from, so enough nodes have to have the same bytes.
  const opening = Effect.fnUntraced(function*({ Transaction, secp }: Library, { txid, vout }: Outpoint) {
    const seen = yield* quorum.agreed((node) => node.transaction(txid), (found) => found?.raw ?? "not there")
    if (seen === undefined) return undefined
    const transaction = Transaction.fromHex(seen.raw)
    const output = transaction.outs[vout]
    if (transaction.getId() !== txid || output === undefined || bytesToHex(output.script) !== scriptHex) return null
    const secrets = secretsIn(secp, output, viewKey)
    if (secrets === undefined) return null
    const coin: Coin = {
      txid,
      vout,
      asset: shownOf(secrets.asset),
      units: secrets.units,
      assetBlinder: bytesToHex(secrets.assetBlinder),
      valueBlinder: bytesToHex(secrets.valueBlinder)
    }
    return coin
  })

  // One scan a block: it reads all unspent outputs of the chain. A node that lags misses coins, and one that lies invents them: what any of
  // them finds is looked into.
  const scan = Effect.fnUntraced(function*(height: bigint) {
    if (scanned?.height === height) return scanned
    const answers = (yield* quorum.toAll((node) => node.unspent(scriptHex))).filter(Exit.isSuccess)
    if (answers.length === 0) return yield* new NodeAway({ reason: "no node finds coins" })
    const found = new Map<string, { readonly outpoint: Outpoint; readonly times: number }>()
    for (const { value } of answers) {
      const deep = value.filter((each) => height - each.height + 1n >= depth)
      for (const [id, outpoint] of new Map(deep.map((each) => [coinId(each), each]))) {
        found.set(id, { outpoint, times: (found.get(id)?.times ?? 0) + 1 })
      }
    }
    scanned = { height, found }
    return scanned
  })

  return Effect.gen(function*() {
    const { found } = yield* scan(yield* headOf(quorum))
    const tools = yield* library
    const coins = yield* Effect.forEach(
      found,
      Effect.fnUntraced(function*([id, { outpoint }]) {
        const known = opened.get(id)
        return [id, known === undefined ? yield* opening(tools, outpoint) : known] as const
      }),
      { concurrency: readsAtOnce }
    )
    const kept = new Map<string, Coin | null>()
    for (const [id, coin] of coins) if (coin !== undefined) kept.set(id, coin)
    opened = kept
    const seen = [...kept.values()].filter((coin) => coin !== null)
    const result: Coins = { seen, agreed: seen.filter((coin) => (found.get(coinId(coin))?.times ?? 0) >= agree) }
    return result
  })
}
