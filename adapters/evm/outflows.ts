// What left the treasury or a wallet, by the chain alone: nothing is read from a record of ours, for it is asked where those may be gone. Each node looks through the blocks; a transfer counts once enough nodes have it in a block. What waits for a block needs not
// be known: an operation id has one nonce of its account, so that a second operation of it can never pass.
import { Effect } from "effect"
import {
  type Address,
  type Hash,
  type Hex,
  getAddress,
  hexToBigInt,
  isAddressEqual,
  numberToHex,
  pad,
  slice
} from "viem"
import type { NativeCoin } from "../../core/base/money/coins.ts"
import type { Outflow } from "../../core/ports/chain.ts"
import { absent, differs, done, unknown } from "../../core/ports/outcome.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import { type Token, transferEvent } from "./contracts.ts"
import type { EvmNetwork } from "./network.ts"
import type { Receipt } from "./node.ts"
import { nonceAt } from "./receipt.ts"
import { type Finality, doneHead } from "./status.ts"
import { nonceKey, sequenceBits } from "./user-operation.ts"

export interface OutflowsConfig {
  readonly treasury: Address
  readonly relayer: Address
  readonly coin: NativeCoin
  readonly tokens: ReadonlyArray<Token>
  readonly finality: Finality
}

/** How far our clock and the network's may differ. Milliseconds. */
const clocksApartMs = 60_000
/** Blocks more than have to be looked through, at most. */
const blocksMore = 1_000n
const readAtOnce = 8

const spelled = (key: bigint): string => numberToHex(key, { size: 24 })

/** How an operation id is shown: by the key of its nonce. */
export const markOf = (operationId: string): string => spelled(nonceKey(operationId))

export const makeOutflows = ({ coin, finality, relayer, tokens, treasury }: OutflowsConfig, network: EvmNetwork) => {
  const assetOf = (token: Hex) => tokens.find(({ address }) => isAddressEqual(address, token))?.asset
  const filterOf = (owner: Address) => ({
    address: tokens.map(({ address }) => address),
    topics: [transferEvent, pad(owner)]
  })

  const isUntil = (height: bigint, instant: number) =>
    Effect.flatMap(
      network.blockTime(height),
      (time) => time === undefined ? new NodeAway({ reason: "a block is not known" }) : Effect.succeed(time <= instant)
    )

  /** Two blocks, few apart: the first is not after an instant, and the second is after it where any is. */
  const blocksAround = Effect.fnUntraced(function*(head: bigint, instant: number) {
    let [low, high] = [head, head]
    for (let back = blocksMore; low > 0n && !(yield* isUntil(low, instant)); back *= 2n) {
      high = low
      low = low > back ? low - back : 0n
    }
    while (high - low > blocksMore) {
      const middle = (low + high) >> 1n
      if (yield* isUntil(middle, instant)) low = middle
      else high = middle
    }
    return { low, high }
  })

  /** What a transaction took out of an account. A token tells a transfer of nothing by whoever wants it to, so that is none. */
  const outflowsIn = (
    owner: Address,
    transactionHash: Hash,
    receipt: Receipt,
    isDone: boolean
  ): ReadonlyArray<Outflow> => {
    const { blockHash, blockNumber, cost, logs, payer } = receipt
    return logs.flatMap(({ address, data, topics: [event, from, to] }, place) => {
      const asset = assetOf(address)
      const units = data === "0x" ? 0n : hexToBigInt(data)
      if (asset === undefined || to === undefined || event !== transferEvent || units === 0n) return []
      if (from?.toLowerCase() !== pad(owner).toLowerCase()) return []
      const nonce = nonceAt(logs, place, owner)
      const isPaid = payer !== undefined && isAddressEqual(payer, relayer)
      return [{
        mark: nonce === undefined ? null : spelled(nonce >> sequenceBits),
        to: getAddress(slice(to, 12)),
        asset,
        units,
        receipt: {
          transactionHash,
          place: { height: blockNumber, hash: blockHash },
          ...(isPaid ? { cost: { coin, units: cost } } : {})
        },
        isDone
      }]
    })
  }

  /** What a transaction that is in a block took out of an account. */
  const outflowsOf = (owner: Address) =>
    Effect.fnUntraced(function*(transaction: Hash) {
      const receipt = yield* network.receipt(transaction)
      if (receipt === undefined) return []
      const newest = yield* doneHead(network, finality)
      // Read after the head, as the block of a number that is deep enough is replaced no more.
      const isCanonical = (yield* network.blockHash(receipt.blockNumber)) === receipt.blockHash
      const isDone = isCanonical && newest !== undefined && receipt.blockNumber <= newest
      return outflowsIn(owner, transaction, receipt, isDone)
    })

  /**
   * Everything that left an account in tokens since an instant (Unix milliseconds), the treasury where none is named, and up to another
   * one where that is named. One node alone can hide nothing: as many as have to agree have looked through all blocks.
   */
  const since = Effect.fnUntraced(function*(instant: number, owner: Address = treasury, until?: number) {
    const head = yield* network.head
    const { low: from } = yield* blocksAround(head, instant - clocksApartMs)
    const to = until === undefined ? head : (yield* blocksAround(head, until + clocksApartMs)).high
    const found = yield* network.transactionsWith(filterOf(owner), from, to)
    const all = yield* Effect.forEach(found, outflowsOf(owner), { concurrency: readAtOnce })
    return all.flat()
  })

  /** Where our records say that nothing of a delivery was ever sent: what became of it all the same. Absent while its nonce is unused. */
  const lookUp = Effect.fnUntraced(function*(operationId: string) {
    const key = nonceKey(operationId)
    const next = yield* network.operationNonce(treasury, key, "latest")
    if (next === key << sequenceBits) return absent
    const block = yield* network.usedIn(treasury, next - 1n, yield* network.head)
    if (block === undefined) return unknown("underWay", "the block of its nonce is not found yet")
    const found = yield* Effect.forEach(
      yield* network.transactionsWith(filterOf(treasury), block, block),
      outflowsOf(treasury)
    )
    const own = found.flat().find(({ mark }) => mark === spelled(key))
    if (own === undefined) return differs("its nonce was used, and nothing was moved")
    return own.isDone ? done(own.receipt) : unknown("underWay", "in a block that may still be taken back")
  })

  return { since, lookUp }
}

export type Outflows = ReturnType<typeof makeOutflows>
