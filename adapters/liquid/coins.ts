// The coins of a script: nodes find its unspent outputs, and a blinding key opens them. What one node says is only looked into.
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect } from "effect"
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
}

/** Number of the highest block that enough nodes have. */
export const headOf = (quorum: Quorum<LiquidNode>): Effect.Effect<bigint, NodeAway> =>
  Effect.flatMap(
    quorum.reached(({ height }) => height),
    (height) =>
      height === undefined ? Effect.fail(new NodeAway({ reason: "no node has a block" })) : Effect.succeed(height)
  )

export const makeCoins = ({ depth, script, viewKey }: CoinsConfig, quorum: Quorum<LiquidNode>) => {
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

  /** Those that are deep enough. */
  return Effect.gen(function*() {
    const outpoints = yield* scan(yield* headOf(quorum))
    const tools = yield* library
    const kept = new Map<string, Coin | undefined>()
    for (const outpoint of outpoints) {
      const id = coinId(outpoint)
      kept.set(id, opened.has(id) ? opened.get(id) : yield* opening(tools, outpoint))
    }
    opened = kept
    return [...kept.values()].filter((coin) => coin !== undefined)
  })
}
