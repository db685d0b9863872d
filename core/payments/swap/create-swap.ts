// POST /api/wallet/swap: takes a swap on and leaves its legs to the worker (spec "DePix swap"; C13; 0102, 0103). A request id
// is a swap: the same request again gives its status, without looking at the PIN.
import { bytesToHex } from "@noble/hashes/utils.js"
import { Clock, Effect, Option, Redacted } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { hasFlag, requireUnblocked } from "../../customers/account/account.ts"
import { withinOperationLimit } from "../../customers/account/operation-limit.ts"
import { requireHolderMayTransact } from "../../customers/kyc/may-transact.ts"
import { requireListed } from "../../customers/account/recipients.ts"
import {
  IdempotencyConflict,
  InvalidLightningDestination,
  InvalidSwapPin,
  NoSparkWallet,
  QueueUnavailable,
  SwapNotEnabled
} from "../../base/errors/errors.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { type Attempt, type Remember, answered, once } from "../../customers/idempotency/idempotency.ts"
import { limits } from "../../base/limits/limits.ts"
import { find, insert } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { type SparkIdentity, SparkWallet } from "../../ports/spark-wallet.ts"
import { DuplicateKey, type NewJob, Store, changeSet } from "../../engine/store/store.ts"
import { subaccountInScope } from "../../customers/subaccount/subaccount.ts"
import { unlockWallet } from "../../customers/wallet/unlock-wallet.ts"
import type { Wallet } from "../../customers/wallet/wallet.ts"
import { walletOf } from "../../customers/wallet/find-wallet.ts"
import { requireSwaps } from "../ways/require-ways.ts"
import { type SwapOrder, type SwapRequest, checkSwapRequest, isSameSwap } from "./swap-request.ts"
import { type Swap, SwapAuthorizations, Swaps, clientRequestKey, seedPlace, swapIdOf } from "./swap.ts"
import { type SwapAnswer, swapAnswer } from "./swap-view.ts"

export interface CreateSwap {
  readonly caller: Caller
  readonly request: SwapRequest
  readonly attempt?: Attempt<SwapAnswer> | undefined
}

/** Accepts the swap, or tells how the one of the same request id stands. */
export const createSwap = Effect.fnUntraced(function*({ attempt, caller, request }: CreateSwap) {
  const order = yield* checkSwapRequest(caller, request)
  const first = yield* once(caller.account.id, attempt, (remember) => createOnce(caller, order, remember))
  if (first._tag === "Answered") return first
  // The same request again gives the status of now, also where its key remembers that of then.
  const earlier = Option.getOrUndefined(yield* find(Swaps, "clientRequestId", requestKey(caller, order)))?.value
  return earlier === undefined ? first : answered(swapAnswer(earlier), true)
})

const requestKey = ({ account }: Caller, { clientRequestId }: SwapOrder): string =>
  clientRequestKey(account.id, clientRequestId)

const createOnce = (caller: Caller, order: SwapOrder, remember: Remember<SwapAnswer>) => {
  const key = requestKey(caller, order)
  const create = Effect.gen(function*() {
    const earlier = Option.getOrUndefined(yield* find(Swaps, "clientRequestId", key))?.value
    return earlier === undefined
      ? yield* accept(caller, order, remember)
      : yield* replay(earlier, order, remember)
  })
  // A twin that loses the race finds the winner's swap and answers with it.
  return Effect.catchIf(create, isTaken, () => create)
}

const isTaken = (error: unknown): error is DuplicateKey => error instanceof DuplicateKey && error.kind === Swaps.kind

const replay = Effect.fnUntraced(function*(earlier: Swap, order: SwapOrder, remember: Remember<SwapAnswer>) {
  if (!isSameSwap(earlier, order)) return yield* new IdempotencyConflict({ field: "clientRequestId" })
  const answer = swapAnswer(earlier)
  const writes = remember(answer, yield* Clock.currentTimeMillis)
  if (writes.length > 0) yield* Store.use((store) => store.commit(changeSet({ writes })))
  return answered(answer, true)
})

const accept = Effect.fnUntraced(function*(caller: Caller, order: SwapOrder, remember: Remember<SwapAnswer>) {
  const holder = yield* subaccountInScope(caller, order.subAccountId)
  if (!hasFlag(caller.account, "SWAP")) return yield* new SwapNotEnabled()
  // Without a destination it goes to the wallet's own.
  if (order.address !== null) yield* requireListed(caller.account, "address", { address: order.address })
  yield* requireUnblocked(caller.account)
  yield* requireHolderMayTransact(holder, "DEPIX")
  yield* withinOperationLimit({ asset: "DEPIX", units: order.units })
  yield* requireSwaps
  const wallet = yield* walletOf(caller, { subAccountId: order.subAccountId })
  const identity = yield* identityOf(wallet)
  const destination = yield* destinationOf(order, identity)
  const id = swapIdOf(caller.account.id, order.clientRequestId)
  const sealed = yield* unlockWallet(wallet, order.proof, (seed) => sealedSeed(id, seed)).pipe(
    Effect.catchTag("InvalidPin", () => Effect.fail(new InvalidSwapPin()))
  )
  const now = yield* Clock.currentTimeMillis
  const swap = swapOf(caller, order, { id, wallet, identity, destination, now })
  const authorization = {
    id: swap.id,
    owner: swap.owner,
    sealed,
    expiresAt: now + limits.swapAuthorizationMs,
    createdAt: now,
    updatedAt: now
  }
  const answer = swapAnswer(swap)
  const changes = changeSet({
    writes: [insert(Swaps, swap), insert(SwapAuthorizations, authorization), ...remember(answer, now)],
    jobs: [expiryJob(swap, authorization.expiresAt)]
  })
  yield* Store.use((store) => store.commit(changes)).pipe(
    Effect.catchTags({ StoreUnavailable: notQueued(swap), CommitUnknown: notQueued(swap) })
  )
  return answered(answer)
})

// Whether it stands or not, the same request finds out, and the swap has this id.
const notQueued = ({ id }: Swap) => () => Effect.fail(new QueueUnavailable({ swapId: id, retryAfterSeconds: 1 }))

const identityOf = Effect.fnUntraced(function*(wallet: Wallet) {
  const identity = yield* SparkWallet.use((spark) => spark.identity(wallet.id)).pipe(
    Effect.catchTag(
      "SparkUnavailable",
      () => Effect.fail(upstreamAway("Spark"))
    )
  )
  return identity === undefined || wallet.sealedSeed === "" ? yield* new NoSparkWallet() : identity
})

const destinationOf = (
  { address, network }: SwapOrder,
  identity: SparkIdentity
): Effect.Effect<string, InvalidLightningDestination> => {
  const destination = address ?? (network === "spark" ? identity.sparkAddress : identity.lightningAddress)
  return destination === null ? Effect.fail(new InvalidLightningDestination()) : Effect.succeed(destination)
}

const sealedSeed = (swapId: string, seed: Redacted.Redacted<Uint8Array>) =>
  Secrets.use((secrets) => secrets.seal(Redacted.make(bytesToHex(Redacted.value(seed))), seedPlace(swapId)))

interface Found {
  readonly id: string
  readonly wallet: Wallet
  readonly identity: SparkIdentity
  readonly destination: string
  readonly now: number
}

const swapOf = ({ account }: Caller, order: SwapOrder, { destination, id, identity, now, wallet }: Found): Swap => ({
  id,
  owner: account.id,
  subAccountId: order.subAccountId,
  walletId: wallet.id,
  clientRequestId: order.clientRequestId,
  state: "PENDING",
  sparkAddress: identity.sparkAddress,
  units: order.units,
  network: order.network,
  destination,
  address: order.address,
  minAmountOut: order.minAmountOut,
  maxSlippageBps: order.maxSlippageBps,
  maxLightningFee: order.maxLightningFee,
  reference: order.reference,
  ...(order.declared === undefined ? {} : { declared: order.declared }),
  poolMinimum: null,
  poolMaximum: null,
  error: null,
  confirmedLegs: 0,
  originTxHash: null,
  output: null,
  doubtedAt: null,
  checks: 0,
  createdAt: now,
  updatedAt: now
})

const expiryJob = ({ id }: Swap, runAt: number): NewJob => ({
  id: `expire-swap/${id}`,
  task: "expire-swap",
  subject: id,
  runAt
})
