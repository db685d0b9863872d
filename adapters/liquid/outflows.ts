// What left the treasury, as blocks and what waits for one show it, without any record of ours: transactions with a signature of our key.
// Our key opens what they spend and what comes back. What a receiver got in the dark is what is gone beside that and the fee.
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Exit } from "effect"
import type { AssetCode } from "../../core/base/money/assets.ts"
import type { Outflow } from "../../core/ports/chain.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { type Committed, secretsIn, shownOf } from "./amounts.ts"
import { headOf } from "./coins.ts"
import { type Library, type Output, type Transaction, library, transactionIn } from "./library.ts"
import type { AddressForms } from "./network.ts"
import type { LiquidNode } from "./node.ts"
import { openAddress } from "./receiver.ts"
import { isSignedBy } from "./sign.ts"

export interface OutflowsConfig {
  readonly forms: AddressForms
  /** Of the treasury. */
  readonly publicKey: Uint8Array
  readonly script: Uint8Array
  readonly viewKey: Uint8Array
  /** Ids of assets as they are shown, by our codes. */
  readonly assets: ReadonlyArray<readonly [AssetCode, string]>
  /** Blocks from which on nothing is expected to change. */
  readonly final: bigint
  /** How many nodes have to show what waits, so that one at least neither lags nor lies. */
  readonly enough: number
}

/** Clocks of those who make blocks differ. */
const marginMs = 7_200_000
/** Blocks that are read at the same time. */
const blocksAtOnce = 16n

interface Leaving {
  readonly transaction: Transaction
  readonly place?: { readonly height: bigint; readonly hash: string }
}

/** How much of each asset, by its id as it is shown. */
type Amounts = ReadonlyMap<string, bigint>

const total = (parts: ReadonlyArray<{ readonly asset: Uint8Array; readonly units: bigint }>): Amounts => {
  const sums = new Map<string, bigint>()
  for (const { asset, units } of parts) sums.set(shownOf(asset), (sums.get(shownOf(asset)) ?? 0n) + units)
  return sums
}

const isOpen = ({ asset, value }: Committed): boolean => asset[0] === 1 && value[0] === 1

/** Of several readings of one transaction the one that tells most. */
const clearest = (readings: ReadonlyArray<ReadonlyArray<Outflow>>): ReadonlyArray<Outflow> =>
  readings.toSorted((a, b) => toldIn(b) - toldIn(a))[0] ?? []

const toldIn = (outflows: ReadonlyArray<Outflow>): number => outflows.filter(({ asset }) => asset !== null).length

export const makeOutflows = (config: OutflowsConfig, quorum: Quorum<LiquidNode>) => {
  const { assets, enough, final, forms, publicKey, script, viewKey } = config
  const key = bytesToHex(publicKey)
  const isOwn = (output: Output): boolean => Buffer.compare(output.script, script) === 0

  /** What a transaction spends, each as its own maker has it. */
  const spentBy = Effect.fnUntraced(function*(tools: Library, transaction: Transaction) {
    return yield* Effect.forEach(
      transaction.ins,
      Effect.fnUntraced(function*({ hash, index }) {
        const txid = shownOf(hash)
        const seen = yield* quorum.agreed((node) => node.transaction(txid), (each) => each?.raw ?? "not there")
        const maker = seen && transactionIn(tools, seen.raw)
        return maker?.getId() === txid ? maker.outs[index] : undefined
      }),
      { concurrency: 4 }
    )
  })

  /** What each receiver got; null where that cannot be told. */
  const paidIn = (tools: Library, { outs }: Transaction, spent: ReadonlyArray<Output | undefined>) => {
    const opened = (outputs: ReadonlyArray<Output>) => outputs.map((output) => secretsIn(tools.secp, output, viewKey))
    const receivers = outs.filter((output) => output.script.length > 0 && !isOwn(output))
    const dark = receivers.filter((output) => !isOpen(output))
    const ours = opened(spent.flatMap((output) => output !== undefined && isOwn(output) ? [output] : []))
    const known = opened(outs.filter((output) => !dark.includes(output)))
    const isWhole = ours.length === spent.length && [...ours, ...known].every((each) => each !== undefined)
    const gone = new Map(total(ours.filter((each) => each !== undefined)))
    for (const [asset, units] of total(known.filter((each) => each !== undefined))) {
      gone.set(asset, (gone.get(asset) ?? 0n) - units)
    }
    const rest = [...gone].filter(([, units]) => units !== 0n)
    return receivers.map((output) => {
      const [open] = isOpen(output) ? opened([output]) : []
      const [told] = isWhole && dark.length === 1 && rest.length === 1 ? rest : []
      const [asset, units] = open === undefined ? told ?? ["", 0n] : [shownOf(open.asset), open.units]
      return { to: openAddress(output.script, forms) ?? "", asset, units }
    })
  }

  const outflowsIn = Effect.fnUntraced(function*({ place, transaction }: Leaving, head: bigint) {
    const tools = yield* library
    const spent = yield* spentBy(tools, transaction)
    if (place !== undefined && spent.includes(undefined)) {
      return yield* new NodeAway({ reason: "what a transaction spends cannot be read" })
    }
    if (!spent.some((output) => output !== undefined && isOwn(output))) return []
    // Of what is in a block the chain has seen to it.
    if (place === undefined && !isSignedBy(transaction, spent, publicKey)) return []
    const fees = transaction.outs.filter((output) => output.script.length === 0 && isOpen(output))
    const receipt = {
      transactionHash: transaction.getId(),
      ...place === undefined ? {} : { place },
      cost: { coin: "LBTC" as const, units: fees.reduce((sum, { value }) => sum + value.readBigUInt64BE(1), 0n) }
    }
    return paidIn(tools, transaction, spent).map(({ asset, to, units }): Outflow => ({
      mark: null,
      to,
      asset: assets.find(([, id]) => id === asset)?.[0] ?? null,
      units,
      receipt,
      // Nobody carries on what has no record, so it is done once it is final.
      isDone: place !== undefined && head - place.height + 1n >= final
    }))
  })

  /** The transactions of one block. */
  const inBlock = Effect.fnUntraced(function*(height: bigint) {
    const hash = yield* quorum.agreed((node) => node.blockHash(height))
    if (hash === undefined) return yield* new NodeAway({ reason: `block ${height} cannot be read` })
    const { madeAt, raws } = yield* quorum.agreed((node) => node.signedIn(hash, key))
    const tools = yield* library
    const read = raws.map((raw) => transactionIn(tools, raw)).filter((each) => each !== undefined)
    return { madeAt, all: read.map((transaction): Leaving => ({ transaction, place: { height, hash } })) }
  })

  /** The transactions of all blocks since an instant, from the newest on. */
  const inBlocks = Effect.fnUntraced(function*(head: bigint, since: number) {
    const found: Array<Leaving> = []
    for (let top = head; top >= 0n; top -= blocksAtOnce) {
      const heights = Array.from({ length: Number(blocksAtOnce) }, (_, below) => top - BigInt(below))
      const blocks = yield* Effect.forEach(heights.filter((height) => height >= 0n), inBlock, {
        concurrency: "unbounded"
      })
      found.push(...blocks.flatMap(({ all }) => all))
      if (blocks.some(({ madeAt }) => madeAt < since - marginMs)) break
    }
    return found
  })

  const waiting = Effect.gen(function*() {
    const answers = (yield* quorum.toAll((node) => node.signedAndWaiting(key))).filter(Exit.isSuccess)
    if (answers.length < enough) {
      return yield* new NodeAway({ reason: `${answers.length} nodes show what waits, ${enough} have to` })
    }
    const tools = yield* library
    const raws = [...new Set(answers.flatMap(({ value }) => value))]
    return raws.map((raw) => transactionIn(tools, raw)).filter((each) => each !== undefined)
  })

  /** Everything that left the treasury since an instant (Unix milliseconds), and what left it some hours before. */
  return Effect.fnUntraced(function*(since: number) {
    // What leaves the pool meanwhile is in a block that is read then.
    const open = yield* waiting
    const head = yield* headOf(quorum)
    const newest = yield* quorum.agreed((node) => node.blockHash(head))
    const landed = yield* inBlocks(head, since)
    if ((yield* quorum.agreed((node) => node.blockHash(head))) !== newest) {
      return yield* new NodeAway({ reason: "blocks were replaced while they were read" })
    }
    const txids = new Set(landed.map(({ transaction }) => transaction.getId()))
    const unplaced = open.filter((transaction) => !txids.has(transaction.getId()))
    const leaving: ReadonlyArray<Leaving> = [...landed, ...unplaced.map((transaction) => ({ transaction }))]
    const found = yield* Effect.forEach(
      Map.groupBy(leaving, ({ transaction }) => transaction.getId()).values(),
      // Its id says nothing of the proofs that an amount is opened from.
      (copies) => Effect.map(Effect.forEach(copies, (each) => outflowsIn(each, head)), clearest),
      { concurrency: 4 }
    )
    const all: ReadonlyArray<Outflow> = found.flat()
    return all
  })
}
