// The coins of the treasury: the unspent outputs of its script, opened with its blinding key, without those that a movement has. Only
// coins that are as deep as what ends a movement are used, so that no delivery rests on one that could vanish.
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect } from "effect"
import { byId, together } from "../../core/ports/records.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { secretsIn, shownOf } from "./amounts.ts"
import { type Library, library } from "./library.ts"
import { type Coin, LiquidCoins, coinId } from "./movement.ts"
import type { LiquidNode, Outpoint } from "./node.ts"

export interface TreasurySettings {
  readonly script: Uint8Array
  /** The private blinding key of the script. */
  readonly viewKey: Uint8Array
  /** Blocks. */
  readonly depth: bigint
}

/** Number of the highest block that enough nodes have. */
export const headOf = (nodes: Quorum<LiquidNode>): Effect.Effect<bigint, NodeAway> =>
  Effect.flatMap(
    nodes.reached(({ height }) => height),
    (height) =>
      height === undefined ? Effect.fail(new NodeAway({ reason: "no node has a block" })) : Effect.succeed(height)
  )

export const makeTreasury = ({ depth, script, viewKey }: TreasurySettings, nodes: Quorum<LiquidNode>) => {
  const scriptHex = bytesToHex(script)
  // What an outpoint holds never changes; undefined where our key does not open it.
  let opened = new Map<string, Coin | undefined>()
  let scanned: { readonly height: bigint; readonly outpoints: ReadonlyArray<Outpoint> } | undefined

  const opening = Effect.fnUntraced(function*({ Transaction, secp }: Library, { txid, vout }: Outpoint) {
    const seen = yield* nodes.first((node) => node.transaction(txid))
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
    const found = yield* nodes.first((node) => node.unspent(scriptHex))
    const deep = found.filter((each) => height - each.height + 1n >= depth)
    scanned = { height, outpoints: deep }
    return deep
  })

  /** The coins that no movement has. */
  const free = Effect.gen(function*() {
    const outpoints = yield* scan(yield* headOf(nodes))
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
  const isThere = (coin: Outpoint) =>
    nodes.agreed((node) => Effect.map(node.depth(coin, "mempool"), (found) => found !== undefined && found >= depth))

  return { free, isThere }
}

export type Treasury = ReturnType<typeof makeTreasury>
