// What left the treasury, as the nodes' wallets and the chain show it, without any record of ours. A wallet that lags misses some, and one
// that lies leaves some out or makes some up: what any of them shows counts once it spends a coin of ours in a block that enough nodes
// have, or with a signature of our key.
import { Clock, Effect, Exit } from "effect"
import { mulDivCeil } from "../../core/base/money/units.ts"
import type { Outflow } from "../../core/ports/chain.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { headOf } from "./heads.ts"
import { type NetworkName, addressOf } from "./network.ts"
import type { BitcoinNode } from "./node.ts"
import type { Places } from "./places.ts"
import { type ReadTransaction, isSignedBy, readTransaction } from "./transaction.ts"

export interface OutflowsConfig {
  readonly network: NetworkName
  /** Of the treasury: its key, and its script in hex. */
  readonly publicKey: Uint8Array
  readonly script: string
  /** Confirmations from which on nothing is expected to change. */
  readonly final: number
  /** How many wallets have to show what they saw, so that one at least neither lags nor lies. */
  readonly wallets: number
}

/** One block in ten minutes is usual; they may come twice as fast for a while, and clocks differ. */
const usualMs = 600_000n
const margin = 144n
const readsAtOnce = 8

interface Leaving extends ReadTransaction {
  /** Satoshis of each outpoint of ours that it spends. */
  readonly ours: ReadonlyMap<string, bigint>
  readonly place: { readonly height: bigint; readonly hash: string; readonly isDeep: boolean } | undefined
}

const isConflicting = (one: Leaving, other: Leaving): boolean => one.inputs.some((each) => other.inputs.includes(each))

// What enough blocks are on first, then what is in a block.
const rank = ({ place }: Leaving): number => place === undefined ? 2 : place.isDeep ? 0 : 1

export const makeOutflows = (
  { final, network, publicKey, script, wallets }: OutflowsConfig,
  quorum: Quorum<BitcoinNode>,
  { placeOf, transactionOf }: Places
) => {
  const history = ({ blockHeight, wallet }: BitcoinNode, after: string, head: bigint, since: number) =>
    Effect.gen(function*() {
      if (wallet === undefined) return yield* new NodeAway({ reason: "it has no wallet" })
      const found = yield* wallet.history(after)
      if (found.watchedSince > since) return yield* new NodeAway({ reason: "its wallet has not watched for so long" })
      const height = yield* blockHeight(found.newest)
      if (height === undefined || height < head) return yield* new NodeAway({ reason: "its wallet lags" })
      return found.outgoing
    })

  const oursOf = Effect.fnUntraced(function*(inputs: ReadonlyArray<string>) {
    const ours = new Map<string, bigint>()
    for (const outpoint of inputs) {
      const [txid = "", index = ""] = outpoint.split(":")
      const output = (yield* transactionOf(txid))?.outputs[Number(index)]
      if (output?.script === script) ours.set(outpoint, output.units)
    }
    return ours
  })

  /** A transaction that spends our coins, with where it is; undefined where it is none. */
  const leaving = Effect.fnUntraced(function*(read: ReadTransaction, raws: ReadonlyArray<string>) {
    const ours = yield* oursOf(read.inputs)
    if (ours.size === 0) return undefined
    const place = yield* placeOf(read.txid, final, () => true)
    const isReal = place !== undefined || raws.some((raw) => isSignedBy(raw, publicKey, ours))
    return isReal ? { ...read, ours, place } satisfies Leaving : undefined
  })

  const outflowsOf = ({ inputs, ours, outputs, place, txid }: Leaving): ReadonlyArray<Outflow> => {
    const sum = [...ours.values()].reduce((total, units) => total + units, 0n)
    const fee = outputs.reduce((left, { units }) => left - units, sum)
    const receipt = {
      transactionHash: txid,
      ...place === undefined ? {} : { place: { height: place.height, hash: place.hash } },
      ...inputs.every((each) => ours.has(each)) ? { cost: { coin: "BTC" as const, units: fee } } : {}
    }
    return outputs.filter((output) => output.script !== script).map((output): Outflow => ({
      mark: null,
      to: addressOf(network, output.script) ?? "",
      asset: "BTC",
      units: output.units,
      receipt,
      // Nobody carries on what has no record, so it is done once it is final.
      isDone: place?.isDeep === true
    }))
  }

  /** Everything that left the treasury since an instant (Unix milliseconds), and what left it some hours before. */
  return Effect.fnUntraced(function*(since: number) {
    const head = yield* headOf(quorum)
    const ms = Math.max(0, (yield* Clock.currentTimeMillis) - since)
    const below = 2n * mulDivCeil(BigInt(ms), 1n, usualMs) + margin
    const after = yield* quorum.agreed((node) => node.blockHash(head > below ? head - below : 0n))
    const answers = (yield* quorum.toAll((node) => history(node, after, head, since))).filter(Exit.isSuccess)
    if (answers.length < wallets) {
      return yield* new NodeAway({ reason: `${answers.length} wallets show what they saw, ${wallets} have to` })
    }
    const raws = [...new Set(answers.flatMap(({ value }) => value.map(({ raw }) => raw)))]
    const seen = Map.groupBy(raws, (raw) => readTransaction(raw)?.txid ?? "")
    const found = yield* Effect.forEach(
      seen.values(),
      (copies) => {
        const read = copies[0] === undefined ? undefined : readTransaction(copies[0])
        return read === undefined ? Effect.undefined : leaving(read, copies)
      },
      { concurrency: readsAtOnce }
    )
    const kept: Array<Leaving> = []
    const outflows: Array<Outflow> = []
    for (const each of found.filter((one) => one !== undefined).toSorted((a, b) => rank(a) - rank(b))) {
      const others = kept.filter((other) => isConflicting(each, other))
      // What a final one has taken the coins of never takes effect.
      if (others.some(({ place }) => place?.isDeep === true)) continue
      const known = others.flatMap(outflowsOf)
      kept.push(each)
      // One of several that pay the same from the same coin takes effect at most.
      outflows.push(
        ...outflowsOf(each).filter(({ to, units }) => !known.some((one) => one.to === to && one.units === units))
      )
    }
    const all: ReadonlyArray<Outflow> = outflows
    return all
  })
}
