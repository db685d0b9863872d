// The relayer: an account of the service that carries user operations to the EntryPoint and pays for them. Its nonces are
// taken in the data plane, so processes that share a plane may share a relayer, and a crash loses none. Invariant: bytes
// are committed before they are broadcast.
import { Clock, Effect, Option, Semaphore } from "effect"
import { type PrivateKeyAccount, keccak256 } from "viem"
import { type Stored, find, get, insert, replace } from "../../core/ports/records.ts"
import { Store, changeSet } from "../../core/ports/store.ts"
import { entryPoint } from "./contracts.ts"
import {
  type Carrier,
  type EvmRelayer,
  EvmRelayers,
  type EvmTransaction,
  EvmTransactions,
  operator,
  slotAt
} from "./movement.ts"
import type { EvmNode, Fees } from "./node.ts"
import { type SignedOperation, delegation, gasOf, handleOps } from "./user-operation.ts"

/** Nonces below a waiting transaction that are sent again at a time. */
const gapsAtOnce = 64
/** Whoever signed a transaction has this long to send it himself before others do it for him. */
const ownTimeMs = 1_000
/** Gas of a transaction that does nothing. */
const plainGas = 21_000n

export interface RelayerConfig {
  readonly chainId: number
  readonly account: PrivateKeyAccount
}

interface Terms {
  readonly fees: Fees
  /** Whether the account of the operation has to delegate first. */
  readonly delegates: boolean
}

export const makeRelayer = ({ account, chainId }: RelayerConfig, node: EvmNode) => {
  const relayer = account.address
  const id = `${chainId}/${relayer.toLowerCase()}`
  // Processes meet at the row's version; within one they queue here instead of refusing each other.
  const turn = Semaphore.makeUnsafe(1)

  /** What a transaction is signed with beside its nonce; asked before the turn, which is kept short. */
  const terms = Effect.fnUntraced(function*({ authorization, sender }: SignedOperation) {
    return { fees: yield* node.fees, delegates: authorization !== null && !(yield* node.hasCode(sender)) }
  })

  const signed = Effect.fnUntraced(function*(operation: SignedOperation, nonce: number, { delegates, fees }: Terms) {
    const call = {
      chainId,
      nonce,
      to: entryPoint,
      value: 0n,
      data: handleOps(operation, relayer),
      gas: gasOf(operation),
      maxFeePerGas: fees.maxFeePerGas,
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas
    }
    const { authorization } = operation
    const raw = yield* Effect.promise(() =>
      delegates && authorization !== null
        ? account.signTransaction({ ...call, type: "eip7702", authorizationList: [authorization] })
        : account.signTransaction({ ...call, type: "eip1559" })
    )
    const carrier: Carrier = {
      relayer,
      nonce,
      hash: keccak256(raw),
      raw,
      maxFeePerGas: fees.maxFeePerGas,
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
      signedAt: yield* Clock.currentTimeMillis
    }
    return carrier
  })

  const carriedBy = (before: Stored<EvmTransaction>, carrier: Carrier) => {
    const value = { ...before.value, carriers: [...before.value.carriers, carrier] }
    const write = before.version === 0 ? insert(EvmTransactions, value) : replace(EvmTransactions, before, value)
    return { write, after: { value, version: before.version + 1 } satisfies Stored<EvmTransaction> }
  }

  // The row leads, unless the chain is ahead of it: the plane was restored from an old copy, or shares its relayer.
  const taking = Effect.fnUntraced(function*(reached: number) {
    const row = Option.getOrUndefined(yield* get(EvmRelayers, id))
    const nonce = Math.max(reached, row?.value.next ?? 0)
    const value: EvmRelayer = { id, owner: operator, next: nonce + 1 }
    return { nonce, write: row === undefined ? insert(EvmRelayers, value) : replace(EvmRelayers, row, value) }
  })

  /** Signs a transaction with the next nonce for a movement and commits both; whoever else changed the movement wins. */
  const carry = Effect.fnUntraced(function*(before: Stored<EvmTransaction>) {
    const { operation } = before.value
    const agreed = yield* terms(operation)
    const reached = yield* node.transactionCount(relayer)
    const taken = Effect.gen(function*() {
      const { nonce, write: row } = yield* taking(reached)
      const { after, write } = carriedBy(before, yield* signed(operation, nonce, agreed))
      yield* Store.use((store) => store.commit(changeSet({ writes: [row, write] })))
      return after
    })
    // Another process took that nonce: the next one is tried.
    return yield* turn.withPermit(Effect.retry(taken, { while: isTaken }))
  })

  /** Signs the newest transaction of a movement again, for a higher fee under the same nonce, and commits it. */
  const bump = Effect.fnUntraced(function*(before: Stored<EvmTransaction>, stuck: Carrier) {
    const { operation } = before.value
    const { delegates, fees } = yield* terms(operation)
    const raised: Fees = {
      maxFeePerGas: higher(fees.maxFeePerGas, stuck.maxFeePerGas),
      maxPriorityFeePerGas: higher(fees.maxPriorityFeePerGas, stuck.maxPriorityFeePerGas)
    }
    const { after, write } = carriedBy(before, yield* signed(operation, stuck.nonce, { delegates, fees: raised }))
    yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
    return after
  })

  /** A new transaction for one whose turn it is and that waits too long: its replacement where it is ours. */
  const hurry = (movement: Stored<EvmTransaction>, stuck: Carrier) =>
    stuck.relayer === relayer ? bump(movement, stuck) : carry(movement)

  // What fills a nonce that no movement of this data plane has, so that those after it can land.
  const filler = (nonce: number) =>
    Effect.flatMap(node.fees, (fees) =>
      Effect.promise(() =>
        account.signTransaction({
          type: "eip1559",
          chainId,
          nonce,
          to: relayer,
          value: 0n,
          gas: plainGas,
          maxFeePerGas: fees.maxFeePerGas,
          maxPriorityFeePerGas: fees.maxPriorityFeePerGas
        })
      ))

  const bytesAt = Effect.fnUntraced(function*(holder: string, nonce: number) {
    const movement = Option.getOrUndefined(yield* find(EvmTransactions, "slot", slotAt(chainId, holder, nonce)))
    const carrier = movement?.value.carriers.findLast((one) => one.nonce === nonce && one.relayer === holder)
    if (carrier === undefined) return holder === relayer ? yield* filler(nonce) : undefined
    return (yield* Clock.currentTimeMillis) - carrier.signedAt > ownTimeMs ? carrier.raw : undefined
  })

  /** Sends what is stored: first what has the nonces before it, then its own. What the node says against it, if anything. */
  const send = Effect.fnUntraced(function*({ carriers }: EvmTransaction) {
    const own = carriers.at(-1)
    if (own === undefined) return undefined
    const reached = yield* node.transactionCount(own.relayer)
    for (let nonce = reached; nonce < Math.min(own.nonce, reached + gapsAtOnce); nonce++) {
      const bytes = yield* bytesAt(own.relayer, nonce)
      const problem = bytes === undefined ? undefined : yield* node.broadcast(bytes)
      // What stands after it cannot land before it.
      if (problem !== undefined) return problem
    }
    return yield* node.broadcast(own.raw)
  })

  /** Whether an operation whose transaction was lost would pass in a new one. */
  const wouldPass = Effect.fnUntraced(function*(operation: SignedOperation) {
    const { authorization, sender } = operation
    const hasCode = yield* node.hasCode(sender)
    // The account made a transaction of its own before it delegated: what it signed then delegates no more.
    if (!hasCode && authorization?.nonce !== (yield* node.transactionCount(sender))) return false
    return yield* node.wouldPass(
      relayer,
      handleOps(operation, relayer),
      hasCode ? undefined : { sender, code: delegation }
    )
  })

  return { carry, hurry, send, wouldPass }
}

export type Relayer = ReturnType<typeof makeRelayer>

const isTaken = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && "kind" in error &&
  error.kind === EvmRelayers.kind &&
  (error._tag === "VersionConflict" || error._tag === "DuplicateKey")

/** A quarter more than before, or what is asked for now if that is higher: nodes want a tenth more to replace. */
const higher = (current: bigint, before: bigint): bigint => {
  const raised = before + (before >> 2n) + 1n
  return current > raised ? current : raised
}
