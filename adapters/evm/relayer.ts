// The relayer: an account of the service that carries user operations to the EntryPoint and pays for them. Its nonces are
// taken in the data store, so processes that share one may share a relayer, and a crash loses none. Invariant: bytes are
// committed before they are broadcast, and what waits is raised only when the market asks for more.
import { Clock, Data, Effect, Option, Semaphore } from "effect"
import { type Hex, keccak256 } from "viem"
import type { HoldCode } from "../../core/base/reason/reason.ts"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import type { Network } from "../../core/standards/address/network.ts"
import type { NativeCoin } from "../../core/base/money/coins.ts"
import { type Stored, find, get, insert, replace } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import type { SigningPurpose } from "../custody/signer.ts"
import type { EvmAccount } from "./account.ts"
import { entryPoint } from "./contracts.ts"
import { type Bid, type FeeLimits, displacingBid, isOutbid, marketBid, replacingBid } from "./fees.ts"
import {
  type Carrier,
  type EvmRelayer,
  EvmRelayers,
  type EvmTransaction,
  EvmTransactions,
  carries,
  isOpen,
  sendable,
  slotAt
} from "./movement.ts"
import type { EvmNetwork } from "./network.ts"
import type { Unbroadcast } from "./node.ts"
import { type SignedOperation, delegated, gasOf, handleOps } from "./user-operation.ts"

/** Nonces below a waiting transaction that are sent again at a time. */
const gapsAtOnce = 64
/** Whoever signed a transaction has this long to send it himself before others do it for him. */
const ownTimeMs = 1_000
/** Gas of a transaction that does nothing, with what a rollup adds for its data. */
const plainGas = 100_000n

/** Nothing was signed or stored: it is tried again. */
export class NotSent extends Data.TaggedError("NotSent")<{
  readonly reason: HoldCode
  readonly detail: string
}> {}

export interface RelayerConfig {
  readonly chainId: number
  readonly network: Network
  readonly coin: NativeCoin
  readonly account: EvmAccount
  readonly fees: FeeLimits
  /** Whether data of a transaction is counted in gas, as on Arbitrum, so that the gas of each has to be estimated. */
  readonly gas: "fixed" | "estimated"
}

/** What a transaction is signed with beside its nonce; asked before the turn, which is kept short. */
interface Terms {
  readonly bid: Bid
  readonly gas: bigint
  readonly head: bigint
  /** Whether the account of the operation has to delegate first. */
  readonly delegates: boolean
}

const costOf = ({ maxFeePerGas }: Bid, gas: bigint): bigint => maxFeePerGas * gas

export const makeRelayer = (config: RelayerConfig, network: EvmNetwork) => {
  const { account, chainId, fees } = config
  const relayer = account.address
  const id = `${chainId}/${relayer.toLowerCase()}`
  // Processes meet at the row's version; within one they queue here instead of refusing each other.
  const turn = Semaphore.makeUnsafe(1)

  const purposeOf = (operationId: string): SigningPurpose => ({
    operationId,
    network: config.network,
    what: config.coin,
    units: 0n,
    to: entryPoint
  })

  const signing = <A, R>(signed: Effect.Effect<A, { readonly reason: string }, R>) =>
    Effect.mapError(signed, ({ reason }) => new NotSent({ reason: "custody", detail: `the relayer: ${reason}` }))

  const gasFor = Effect.fnUntraced(function*(operation: SignedOperation, delegates: boolean) {
    if (config.gas === "fixed") return gasOf(operation)
    const standin = delegates ? delegated(operation.sender) : undefined
    const estimate = yield* network.gas(relayer, entryPoint, handleOps(operation, relayer), standin)
    // What the estimate leaves out of a delegation, and a third for what changes until it lands.
    return estimate + (estimate >> 1n) + (delegates ? 50_000n : 0n)
  })

  const terms = Effect.fnUntraced(function*(operation: SignedOperation, bid: Bid) {
    const { authorization, sender } = operation
    const delegates = authorization !== null && (yield* network.codeHash(sender)) === undefined
    const agreed: Terms = { bid, gas: yield* gasFor(operation, delegates), head: yield* network.head, delegates }
    return agreed
  })

  const marketTerms = Effect.fnUntraced(function*(operation: SignedOperation) {
    const market = yield* network.market
    const bid = marketBid(market, fees)
    if (bid === undefined) {
      const detail = `the network takes ${market.baseFee + market.tip} wei per gas, the ceiling is ${fees.ceiling}`
      return yield* new NotSent({ reason: "fuel", detail })
    }
    return yield* terms(operation, bid)
  })

  const signed = Effect.fnUntraced(function*(
    movement: EvmTransaction,
    operation: SignedOperation,
    nonce: number,
    { bid, delegates, gas, head }: Terms
  ) {
    const call = { chainId, nonce, to: entryPoint, value: 0n, data: handleOps(operation, relayer), gas, ...bid }
    const { authorization } = operation
    const raw = yield* signing(account.signTransaction(
      delegates && authorization !== null
        ? { ...call, type: "eip7702", authorizationList: [authorization] }
        : { ...call, type: "eip1559" },
      purposeOf(movement.id)
    ))
    const carrier: Carrier = {
      relayer,
      nonce,
      hash: keccak256(raw),
      raw,
      ...bid,
      signedAt: yield* Clock.currentTimeMillis,
      gas,
      head,
      ...(operation === movement.release ? { releases: true } : {})
    }
    return carrier
  })

  const carriedBy = (before: Stored<EvmTransaction>, carrier: Carrier) => {
    const value = { ...before.value, carriers: [...before.value.carriers, carrier] }
    const write = before.version === 0 ? insert(EvmTransactions, value) : replace(EvmTransactions, before, value)
    return { write, after: { value, version: before.version + 1 } satisfies Stored<EvmTransaction> }
  }

  // The row leads, unless the chain is ahead of it: the store was restored from an old copy, or shares its relayer.
  const taking = Effect.fnUntraced(function*(reached: number) {
    const row = Option.getOrUndefined(yield* get(EvmRelayers, id))
    const nonce = Math.max(reached, row?.value.next ?? 0)
    const value: EvmRelayer = { id, owner: operatorOwner, next: nonce + 1 }
    return { nonce, write: row === undefined ? insert(EvmRelayers, value) : replace(EvmRelayers, row, value) }
  })

  /**
   * Signs a transaction with the next nonce for a movement and commits both; whoever else changed the movement wins. What the
   * relayer cannot pay for beside what is under way is not signed.
   */
  const carry = Effect.fnUntraced(function*(before: Stored<EvmTransaction>, operation: SignedOperation) {
    const agreed = yield* marketTerms(operation)
    const [reached, balance] = yield* Effect.all([network.transactionCount(relayer), network.balance(relayer)])
    const taken = Effect.gen(function*() {
      const { nonce, write: row } = yield* taking(reached)
      const needed = BigInt(nonce - reached + 1) * costOf(agreed.bid, agreed.gas)
      if (balance < needed) {
        const detail = `the relayer ${relayer} needs ${needed} wei of ${config.coin} and has ${balance}`
        return yield* new NotSent({ reason: "fuel", detail })
      }
      const { after, write } = carriedBy(before, yield* signed(before.value, operation, nonce, agreed))
      yield* Store.use((store) => store.commit(changeSet({ writes: [row, write] })))
      return after
    })
    // Another process took that nonce: the next one is tried.
    return yield* turn.withPermit(Effect.retry(taken, { while: isTaken }))
  })

  const under = Effect.fnUntraced(function*(
    before: Stored<EvmTransaction>,
    operation: SignedOperation,
    nonce: number,
    agreed: Terms
  ) {
    const { after, write } = carriedBy(before, yield* signed(before.value, operation, nonce, agreed))
    yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
    return after
  })

  /**
   * Puts the other operation of a movement into the place of the one that was signed under a nonce and must not pass: whatever the market
   * takes, for an eighth more than that offers.
   */
  const replaceWith = Effect.fnUntraced(function*(
    before: Stored<EvmTransaction>,
    operation: SignedOperation,
    unwanted: Carrier
  ) {
    const bid = displacingBid(yield* network.market, fees, unwanted)
    return yield* under(before, operation, unwanted.nonce, yield* terms(operation, bid))
  })

  /** A higher bid for one whose turn it is, where the market asks for more than it offers; undefined where not. */
  const raise = Effect.fnUntraced(function*(
    before: Stored<EvmTransaction>,
    operation: SignedOperation,
    stuck: Carrier
  ) {
    const market = yield* network.market
    const bid = isOutbid(market, fees, stuck) ? replacingBid(market, fees, stuck) : undefined
    return bid === undefined ? undefined : yield* under(before, operation, stuck.nonce, yield* terms(operation, bid))
  })

  /** A lower bid, where the relayer cannot pay for any that was signed under the nonce and the market takes less by now. */
  const lower = Effect.fnUntraced(function*(
    before: Stored<EvmTransaction>,
    operation: SignedOperation,
    last: Carrier
  ) {
    const [bid, balance] = [marketBid(yield* network.market, fees), yield* network.balance(relayer)]
    const bids = before.value.carriers.filter(({ nonce }) => nonce === last.nonce)
    if (bid === undefined || bids.some(({ maxFeePerGas }) => maxFeePerGas <= bid.maxFeePerGas)) return undefined
    const agreed = yield* terms(operation, bid)
    return balance < costOf(bid, agreed.gas) ? undefined : yield* under(before, operation, last.nonce, agreed)
  })

  // A transfer of nothing to ourselves: it uses up a nonce that no open movement holds, so that those after it can land.
  const filler = Effect.fnUntraced(function*(nonce: number) {
    const bid = marketBid(yield* network.market, fees)
    if (bid === undefined) return undefined
    yield* Effect.logWarning("Filling a nonce of the relayer that no open movement holds", { relayer, nonce })
    return yield* signing(account.signTransaction(
      { type: "eip1559", chainId, nonce, to: relayer, value: 0n, gas: plainGas, ...bid },
      purposeOf(`filler/${id}/${nonce}`)
    ))
  })

  // The cheapest that the market takes first: what the relayer can pay for of all that was signed goes out.
  const bytesOf = Effect.fnUntraced(function*({ carriers }: EvmTransaction, last: Carrier) {
    const bids = carriers.filter(({ nonce, relayer: of, releases }) =>
      nonce === last.nonce && of === last.relayer && releases === last.releases
    )
    if (bids.length < 2) return bids.map(({ raw }) => raw)
    const { baseFee } = yield* network.market
    const usable = bids.filter(({ maxFeePerGas }) => maxFeePerGas >= baseFee)
    const cheapestFirst = (usable.length === 0 ? bids : usable).toSorted((a, b) =>
      a.maxFeePerGas < b.maxFeePerGas ? -1 : 1
    )
    return cheapestFirst.map(({ raw }) => raw)
  })

  const broadcast = Effect.fnUntraced(function*(all: ReadonlyArray<Carrier["raw"]>) {
    let problem: Unbroadcast | undefined
    for (const raw of all) {
      problem = yield* network.broadcast(raw)
      if (problem === undefined) return undefined
    }
    return problem
  })

  const targetOf = (movement: EvmTransaction) => Effect.map(Clock.currentTimeMillis, (now) => sendable(movement, now))

  const movementAt = (holder: Hex, nonce: number) =>
    Effect.map(find(EvmTransactions, "slot", slotAt(chainId, holder, nonce)), Option.getOrUndefined)

  /** Fills the nonces of this relayer below one that are in no block and that no open movement holds: no one sends what a closed one has. */
  const fillBelow = Effect.fnUntraced(function*(holder: Hex, end: number) {
    if (holder !== relayer) return
    const reached = yield* network.transactionCount(holder)
    for (let nonce = reached; nonce < Math.min(end, reached + gapsAtOnce); nonce++) {
      const movement = yield* movementAt(holder, nonce)
      // An open one of which nothing may be sent any more holds back those after it no longer.
      if (movement !== undefined && isOpen(movement.value) && (yield* targetOf(movement.value)) !== undefined) continue
      const filled = yield* filler(nonce)
      if (filled !== undefined) yield* network.broadcast(filled)
    }
  })

  const bytesAt = Effect.fnUntraced(function*(holder: Hex, nonce: number) {
    const movement = yield* movementAt(holder, nonce)
    const carrier = movement?.value.carriers.findLast((one) => one.nonce === nonce && one.relayer === holder)
    if (movement === undefined || carrier === undefined) return []
    const target = yield* targetOf(movement.value)
    if (target === undefined || !carries(movement.value, target, carrier)) return []
    const isOthers = (yield* Clock.currentTimeMillis) - carrier.signedAt > ownTimeMs
    return isOthers ? yield* bytesOf(movement.value, carrier) : []
  })

  /** Sends what is stored of a movement. Why no node has it, if none does. */
  const sendOwn = Effect.fnUntraced(function*(movement: EvmTransaction) {
    const own = movement.carriers.at(-1)
    return own === undefined ? undefined : yield* broadcast(yield* bytesOf(movement, own))
  })

  /** The same, after what has the nonces before it. */
  const send = Effect.fnUntraced(function*(movement: EvmTransaction) {
    const own = movement.carriers.at(-1)
    if (own === undefined) return undefined
    yield* fillBelow(own.relayer, own.nonce)
    const reached = yield* network.transactionCount(own.relayer)
    for (let nonce = reached; nonce < Math.min(own.nonce, reached + gapsAtOnce); nonce++) {
      yield* broadcast(yield* bytesAt(own.relayer, nonce))
    }
    return yield* sendOwn(movement)
  })

  /** Whether an operation would pass if it were sent now. */
  const wouldPass = Effect.fnUntraced(function*(operation: SignedOperation) {
    const { authorization, sender } = operation
    const hasCode = (yield* network.codeHash(sender)) !== undefined
    // The account made a transaction of its own before it delegated: what it signed then delegates no more.
    if (!hasCode && authorization?.nonce !== (yield* network.transactionCount(sender))) return false
    const call = { from: relayer, to: entryPoint, data: handleOps(operation, relayer) }
    return (yield* network.call(call, "latest", hasCode ? undefined : delegated(sender))).passed
  })

  return { address: relayer, carry, fillBelow, lower, raise, replaceWith, send, sendOwn, wouldPass }
}

export type Relayer = ReturnType<typeof makeRelayer>

const isTaken = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && "kind" in error &&
  error.kind === EvmRelayers.kind &&
  (error._tag === "VersionConflict" || error._tag === "DuplicateKey")
