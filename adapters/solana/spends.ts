// Spends from wallets, over the value of a durable nonce, so that what was signed for a customer can be sent later and at most one of all
// signatures of an operation takes effect. The seed is gone after `sign`: a spend that can never take effect is Refused.
import { Clock, Effect } from "effect"
import { type RefusalReason, reason } from "../../core/base/reason/reason.ts"
import { ChainUnavailable, type DeliveryReceipt, type SignedSpend, type SpendOrder } from "../../core/ports/chain.ts"
import { type Sending, held, refused, unknown } from "../../core/ports/outcome.ts"
import type { Store } from "../../core/engine/store/store.ts"
import { type Nodes, nonceValue } from "./attempt-status.ts"
import { messageOf } from "./message.ts"
import type { Nonces } from "./nonces.ts"
import { type OwnAccounts, receiverProblem, unitsProblem } from "./parties.ts"
import { prepared } from "./preparation.ts"
import type { Prices } from "./prices.ts"
import { tokenAccountOf } from "./programs.ts"
import { countAccount } from "./rent.ts"
import { type SendingOf, away } from "./sending.ts"
import { decodePayload, encodePayload } from "./signed-payload.ts"
import type { SolanaToken } from "./settings.ts"
import { type StoredTransfer, type Transfers, freshTransfer, liveAttempt } from "./transfers.ts"
import type { Attempt } from "./transfer-record.ts"
import type { UnsentSpends } from "./unsent-spends.ts"
import { signedByWallet } from "./wallet-key.ts"

/** How often a transfer or a nonce that another process took is read again. */
const mostTurns = 20

interface Spending {
  readonly genesis: string
  readonly nodes: Nodes
  readonly transfers: Transfers
  readonly sending: SendingOf
  readonly prices: Prices
  readonly nonces: Nonces
  readonly unsent: UnsentSpends
  /** Gives back nonce accounts of spends that are final or were never sent. */
  readonly recover: Effect.Effect<void, unknown, Store>
  readonly ours: OwnAccounts
  readonly accountsPerHolderAndDay: number
}

const unavailable = (reason: string) => new ChainUnavailable({ reason })

export const makeSpends = (
  { accountsPerHolderAndDay, genesis, nodes, nonces, ours, prices, recover, sending, transfers, unsent }: Spending
) => {
  const { feePayer } = ours

  const isMissing = (account: string) =>
    nodes.agreed((node) => Effect.map(node.accounts([account], "confirmed"), ([found]) => found === undefined))

  const leased = Effect.fnUntraced(function*(operationId: string) {
    const first = yield* nonces.lease(operationId)
    if (first !== undefined) return first
    yield* Effect.ignore(recover)
    return (yield* nonces.lease(operationId)) ?? (yield* unavailable("every nonce account is in use"))
  })

  /** Stores the message of a spend with the lease of its nonce; undefined where another process was faster. */
  const begun = Effect.fnUntraced(function*(order: SpendOrder, token: SolanaToken) {
    const from = order.from.solana
    const [source, destination] = yield* Effect.promise(() =>
      Promise.all([tokenAccountOf(token, from), tokenAccountOf(token, order.to)])
    )
    const value = yield* freshTransfer({
      id: order.operationId,
      genesis,
      kind: "spend",
      asset: token.asset,
      mint: token.mint,
      units: order.units,
      from,
      to: order.to,
      source,
      destination,
      sendBefore: order.sendBefore
    })
    const createsAccount = yield* isMissing(destination)
    const price = yield* prices([source, destination])
    const { account, value: nonce, write } = yield* leased(order.operationId)
    const plan = {
      operationId: order.operationId,
      token,
      units: order.units,
      feePayer,
      from,
      to: order.to,
      source,
      destination,
      createsAccount,
      price
    }
    const attempt: Attempt = {
      message: Buffer.from(messageOf(plan, { account, value: nonce })).toString("base64"),
      lifetime: { _tag: "Nonce", account, value: nonce },
      createsAccount,
      wire: null,
      signature: null,
      overAt: null,
      ended: null,
      at: value.createdAt
    }
    return yield* transfers.write(undefined, { ...value, attempts: [attempt] }, [write])
  })

  /** Signs with the wallet's seed. Asked again it signs the same message. */
  const sign = Effect.fnUntraced(function*(order: SpendOrder, token: SolanaToken, seed: Uint8Array) {
    for (let turns = 0; turns < mostTurns; turns++) {
      const transfer = (yield* transfers.stored(order.operationId)) ?? (yield* begun(order, token))
      const message = transfer?.value.attempts[0]?.message
      if (transfer === undefined || message === undefined) continue
      const { address, signature } = yield* Effect.promise(() => signedByWallet(seed, Buffer.from(message, "base64")))
      if (address !== transfer.value.from) return yield* Effect.die(new Error("the seed is another wallet's"))
      return encodePayload({ transfer: transfer.value, signature })
    }
    return yield* unavailable("other processes took the nonce accounts")
  })

  /** One turn of a spend of which nothing was sent; undefined where another process changed it meanwhile. */
  const turn = Effect.fnUntraced(function*(
    before: StoredTransfer,
    attempt: Attempt,
    token: SolanaToken,
    signature: Uint8Array
  ) {
    const { value } = before
    const { createsAccount, lifetime } = attempt
    const refuse = (reason: RefusalReason) => transfers.refuseUnsent(before, value, reason)
    const problem = unitsProblem(value.units) ??
      receiverProblem(value.to, value.from, ours)
    if (problem !== undefined) return yield* refuse(problem)
    const isLate = (yield* Clock.currentTimeMillis) >= (value.sendBefore ?? 0)
    // It may have been sent all the same, and our records be older than that.
    if (isLate || lifetime._tag === "Nonce" && (yield* nonceValue(nodes, lifetime.account)) !== lifetime.value) {
      const found = yield* unsent.conclude(before)
      return found?._tag === "Absent" ? refused("cancelled") : found
    }
    const price = yield* prices([value.source, value.destination])
    const preparation = yield* prepared(nodes, {
      kind: "spend",
      token,
      units: value.units,
      from: value.from,
      to: value.to,
      source: value.source,
      destination: value.destination,
      feePayer,
      price
    })
    if (preparation._tag === "Held") return preparation
    if (preparation._tag === "Refused") return yield* refuse(preparation.reason)
    if (preparation.createsAccount && !createsAccount) {
      return yield* refuse(reason("badReceiver", "it closed its token account"))
    }
    const counted = preparation.createsAccount
      ? yield* countAccount(value, accountsPerHolderAndDay)
      : { value, writes: [] }
    if (counted === undefined) return held("limit", "the wallet has had all the token accounts of a day")
    return yield* sending.dispatch({ ...before, value: counted.value }, attempt, { signature }, counted.writes)
  })

  /** Sends what was signed, once, whoever asks and how often. */
  const submit = Effect.fnUntraced(function*(
    { operationId, payload }: SignedSpend,
    tokenOf: (mint: string) => SolanaToken | undefined
  ) {
    const { signature, transfer } = decodePayload(payload)
    for (let turns = 0; turns < mostTurns; turns++) {
      // A store that was restored from before the signature has to know it before anything is sent.
      const before = (yield* transfers.stored(operationId)) ??
        (yield* transfers.write(undefined, transfer))
      if (before === undefined) continue
      if (before.value.withdrawnAt !== undefined) return yield* transfers.withdrawn(before)
      const found = yield* transfers.look(before)
      if (found._tag === "Done" || found._tag === "Refused") return found
      if (found._tag === "Unknown") return yield* transfers.resume(before)
      const attempt = liveAttempt(before.value)
      if (attempt === undefined) return unknown("notKept", "message")
      const token = tokenOf(before.value.mint)
      if (token === undefined) return held("notConfigured", `no token of the settings is ${before.value.mint}`)
      const answer: Sending<DeliveryReceipt> | undefined = yield* Effect.catchTag(
        turn(before, attempt, token, signature),
        "NodeAway",
        (error) => Effect.succeed(away(error))
      )
      if (answer !== undefined) return answer
    }
    return unknown("busy")
  })

  return { sign, submit }
}
