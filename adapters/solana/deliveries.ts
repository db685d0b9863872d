// Deliveries from the treasury, over a recent blockhash. An attempt that was in no block when its blockhash expired in finalized blocks can
// never take effect, and then there may be another one: the key is ours.
import { Clock, Effect } from "effect"
import type { DeliveryOrder, DeliveryReceipt } from "../../core/ports/chain.ts"
import { type Sending, held, refused, unknown } from "../../core/ports/outcome.ts"
import type { EdSigner } from "../custody/signer.ts"
import type { Nodes } from "./attempt-status.ts"
import { recentBlockhash } from "./blockhash.ts"
import { messageOf } from "./message.ts"
import { type OwnAccounts, receiverProblem, unitsProblem } from "./parties.ts"
import { prepared } from "./preparation.ts"
import type { Prices } from "./prices.ts"
import { tokenAccountOf } from "./programs.ts"
import { countAccount } from "./rent.ts"
import { type SendingOf, away } from "./sending.ts"
import type { SolanaToken } from "./settings.ts"
import { type StoredTransfer, type Transfers, freshTransfer, liveAttempt } from "./transfers.ts"
import type { Attempt, SolanaTransfer } from "./transfer-record.ts"

/** How long a message that was stored and not signed is signed by whoever comes next; later it is made again, over a new blockhash. */
const messageMs = 20_000
/** How often a transfer that another process changed is read again. */
const mostTurns = 20

interface Delivering {
  readonly genesis: string
  readonly nodes: Nodes
  readonly transfers: Transfers
  readonly sending: SendingOf
  readonly prices: Prices
  readonly treasury: { readonly address: string; readonly signer: EdSigner }
  readonly ours: OwnAccounts
  readonly accountsPerHolderAndDay: number
}

export const makeDeliveries = (
  { accountsPerHolderAndDay, genesis, nodes, ours, prices, sending, transfers, treasury }: Delivering
) => {
  const { feePayer } = ours

  const freshOf = Effect.fnUntraced(function*(order: DeliveryOrder, token: SolanaToken) {
    const [source, destination] = yield* Effect.promise(() =>
      Promise.all([tokenAccountOf(token, treasury.address), tokenAccountOf(token, order.address)])
    )
    return yield* freshTransfer({
      id: order.operationId,
      genesis,
      kind: "delivery",
      asset: token.asset,
      mint: token.mint,
      units: order.units,
      from: treasury.address,
      to: order.address,
      source,
      destination,
      sendBefore: null
    })
  })

  const messageFor = Effect.fnUntraced(function*(
    { attempts, destination, from, id, source, to, units }: SolanaTransfer,
    token: SolanaToken,
    createsAccount: boolean,
    price: bigint
  ) {
    const lifetime = yield* recentBlockhash(nodes, attempts.length)
    const plan = { operationId: id, token, units, feePayer, from, to, source, destination, createsAccount, price }
    const attempt: Attempt = {
      message: Buffer.from(messageOf(plan, lifetime)).toString("base64"),
      lifetime: { _tag: "Blockhash", lastValidBlockHeight: lifetime.lastValidBlockHeight },
      createsAccount,
      wire: null,
      signature: null,
      overAt: null,
      ended: null,
      at: yield* Clock.currentTimeMillis
    }
    return attempt
  })

  /** Stores a new message in place of one that no one signed. */
  const begun = Effect.fnUntraced(function*(
    before: StoredTransfer | undefined,
    value: SolanaTransfer,
    attempt: Attempt
  ) {
    const counted = attempt.createsAccount
      ? yield* countAccount(value, accountsPerHolderAndDay)
      : { value, writes: [] }
    if (counted === undefined) return held("limit", "the receiver has had all the token accounts of a day")
    const ended = liveAttempt(value) === undefined ? value.attempts : value.attempts.slice(0, -1)
    return yield* transfers.write(before, { ...counted.value, attempts: [...ended, attempt] }, counted.writes)
  })

  /** One turn of a delivery of which nothing is under way; undefined where another process changed it meanwhile. */
  const turn = Effect.fnUntraced(
    function*(before: StoredTransfer | undefined, order: DeliveryOrder, token: SolanaToken) {
      const value = before?.value ?? (yield* freshOf(order, token))
      const giver = { signer: treasury.signer }
      const stored = liveAttempt(value)
      if (before !== undefined && stored !== undefined && (yield* Clock.currentTimeMillis) - stored.at < messageMs) {
        return yield* sending.dispatch(before, stored, giver)
      }
      const price = yield* prices([value.source, value.destination])
      const preparation = yield* prepared(nodes, {
        kind: "delivery",
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
      if (preparation._tag === "Refused") return yield* transfers.refuseUnsent(before, value, preparation.reason)
      const attempt = yield* messageFor(value, token, preparation.createsAccount, price)
      const after = yield* begun(before, value, attempt)
      if (after === undefined || "_tag" in after) return after
      return yield* sending.dispatch(after, attempt, giver)
    }
  )

  /** Delivers once, whoever asks and how often. */
  const deliver = Effect.fnUntraced(function*(order: DeliveryOrder, token: SolanaToken) {
    const problem = unitsProblem(order.units) ??
      receiverProblem(order.address, treasury.address, ours)
    if (problem !== undefined) return refused(problem)
    for (let turns = 0; turns < mostTurns; turns++) {
      const before = yield* transfers.stored(order.operationId)
      if (before?.value.withdrawnAt !== undefined) return yield* transfers.withdrawn(before)
      if (before !== undefined && !isOf(before.value, order, token)) {
        return unknown("idTaken")
      }
      const found = before === undefined ? undefined : yield* transfers.look(before)
      if (found?._tag === "Done" || found?._tag === "Refused") return found
      if (before !== undefined && found?._tag === "Unknown") return yield* transfers.resume(before)
      // What was just found may have been stored.
      const now = found === undefined ? undefined : yield* transfers.stored(order.operationId)
      if (now?.value.withdrawnAt !== undefined) continue
      const answer: Sending<DeliveryReceipt> | undefined = yield* Effect.catchTag(
        turn(now, order, token),
        "NodeAway",
        (error) => Effect.succeed(away(error))
      )
      if (answer !== undefined) return answer
    }
    return unknown("busy")
  })

  return { deliver }
}

const isOf = ({ mint, to, units }: SolanaTransfer, order: DeliveryOrder, token: SolanaToken): boolean =>
  mint === token.mint && to === order.address && units === order.units
