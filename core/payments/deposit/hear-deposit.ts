// Brings facts about a deposit into the books: finds the deposit of a provider's ticket, and books what use cases learn of
// it, what its movements mean for it, and what the return of a surplus means for its receipt.
import { Effect, Option } from "effect"
import { reason } from "../../base/reason/reason.ts"
import type { UnclaimedPix } from "../../base/reason/review-reason.ts"
import { raiseReview } from "../../engine/review/raise-review.ts"
import { solveReviews, solvedOf } from "../../engine/review/solve-review.ts"
import { operatorOwner } from "../../base/ids/ids.ts"
import type { Caller } from "../../customers/access/caller.ts"
import { Accounts } from "../../customers/account/account.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { factsAbout, reviewOf } from "../../engine/event/book-fact.ts"
import { earlyReturns } from "../../engine/event/fact-trace.ts"
import { entry } from "../../engine/ledger/journal.ts"
import * as templates from "../../engine/ledger/templates.ts"
import { type Movement, Movements } from "../movement/movement.ts"
import type { Hear, MovementNews, Wait } from "../movement/news.ts"
import { find, get, list } from "../../engine/store/records.ts"
import { type Store, type StoreUnavailable, changeSet, joined } from "../../engine/store/store.ts"
import { type DepositFact, decideDeposit } from "./decide-deposit.ts"
import { cancel, isOpen, movementsOf } from "./deposit-effects.ts"
import { Deposits, PixReceipts, PixReturns } from "./deposit.ts"
import { type RailPolicy, railReturns } from "./admit-deposit.ts"
import { evidenceOf } from "../movement/order.ts"

// The deposit behind a provider's ticket, for whoever vouches for it: a key owner may name his own alone, and a foreign
// ticket answers like a missing one; the provider's word about an unknown one is money that somebody has to place.

/** The deposit of a ticket; `caller` is undefined when the provider signed. `pix` is what was paid on it. */
export const depositOfTicket = Effect.fnUntraced(function*(
  trackId: string,
  caller: Caller | undefined,
  pix?: UnclaimedPix
) {
  const deposit = Option.getOrUndefined(yield* find(Deposits, "trackId", trackId))
  if (deposit !== undefined && caller === undefined) {
    // It is the operator's, and the deposit an account's: two commits (0170).
    yield* solveReviews(trackId, "unknownTicket")
    return deposit
  }
  if (deposit !== undefined && caller?.account.id === deposit.value.owner) return deposit
  if (caller === undefined) {
    const reason = { code: "unknownTicket", ...pix === undefined ? {} : { pix } } as const
    yield* raiseReview({ owner: operatorOwner, subject: trackId, reason })
  }
  return yield* new NotFound({ resource: "Ticket" })
})

/** Whose deposit a fact was about. */
interface DepositName {
  readonly owner: string
  readonly depositId: string
}

/** One PIX cannot have paid two charges: the second claim is for a person to look at. */
export const raiseClaimedTwice = ({ depositId, owner }: DepositName, endToEndId: string) =>
  raiseReview({ owner, subject: depositId, reason: { code: "paidByOtherPix", endToEndId } })

/** One return cannot have given back two payments. */
export const raiseReturnedTwice = ({ depositId, owner }: DepositName, returnId: string) =>
  raiseReview({ owner, subject: depositId, reason: { code: "returnedElsewhere", returnId } })

/** Facts about deposits, decided with the account that they are of. */
export const depositFacts = factsAbout(Deposits, (before, fact: DepositFact, now) =>
  Effect.map(
    get(Accounts, before.value.owner),
    (account) => decideDeposit(before, Option.getOrThrow(account).value, fact, now)
  ))

/** The outcome of a delivery, or of the return of its payment. */
export const hearDeposit: Hear<RailPolicy> = (news, now) =>
  depositFacts.changes(
    news.movement.subject,
    () => news.movement.purpose === "return" ? ofReturn(news) : ofDelivery(news),
    now
  )

const ofDelivery = Effect.fnUntraced(function*(news: MovementNews): Effect.fn.Return<
  DepositFact | undefined,
  StoreUnavailable,
  Store | RailPolicy
> {
  switch (news.on) {
    case "moved": {
      const { receipt } = news
      const fee = receipt.kind === "lightningPayment" ? receipt.fee : null
      return {
        on: "delivered",
        ...wasRefused(news.movement) ? { movements: yield* movementsOf(news.movement.subject) } : {},
        transactionHash: evidenceOf(receipt) ?? "",
        ...fee === null ? {} : { routingFee: fee }
      }
    }
    case "refused": {
      const movements = yield* movementsOf(news.movement.subject)
      return { on: "deliveryRefused", reason: news.reason, railReturns: yield* railReturns, movements }
    }
    case "doubted":
      return { on: "deliveryUnknown" }
    // The invoice that its destination gave is kept with the movement.
    case "prepared":
      return undefined
    case "reversed":
      throw new Error("a delivery does not come back")
  }
})

const wasRefused = ({ history = [] }: Movement): boolean => history.some(({ to }) => to === "REFUSED")

// A return that the rail reported under its own id before is counted already.
const ofReturn = Effect.fnUntraced(function*(news: MovementNews) {
  const { movement } = news
  const { deliver } = yield* movementsOf(movement.subject)
  if (news.on === "refused") {
    return { on: "returnRefused", movementId: movement.id, reason: news.reason } satisfies DepositFact
  }
  if (news.on !== "moved" || movement.order.kind !== "pixReturn") return undefined
  const returnId = evidenceOf(news.receipt) ?? ""
  const isCounted = Option.isSome(yield* get(PixReturns, returnId.toUpperCase()))
  // The return itself is done, so that nothing of it is left to cancel.
  const fact: DepositFact = { on: "returnConfirmed", returnId, value: movement.order.value, movements: { deliver } }
  return isCounted ? undefined : fact
})

/**
 * A return of the payment that was kept while the payment was being booked: neither commit saw the other, and it has to be
 * applied before anything is delivered (C52).
 */
export const returnBeforeDelivery: Wait = Effect.fnUntraced(function*({ subject }) {
  const { endToEndId } = Option.getOrThrow(yield* get(Deposits, subject)).value
  const waiting = endToEndId === null ? [] : yield* earlyReturns(endToEndId)
  return waiting.length === 0 ? undefined : reason("returnFirst")
})

/** What the return of a surplus means for its receipt: it is booked once the rail has settled it (C41). */
export const hearPixReceipt: Hear = Effect.fnUntraced(function*(news, now) {
  if (news.on !== "moved" && news.on !== "refused") return undefined
  const { depositId, id, owner, surplus } = Option.getOrThrow(yield* get(PixReceipts, news.movement.subject)).value
  if (news.on === "refused") {
    const about = { id: depositId, owner }
    const why = { code: "surplusNotReturned", receiptId: id, reason: news.reason } as const
    return changeSet({ writes: [reviewOf(about, why, now)] })
  }
  const others = (yield* list(Movements, "bySubject", id, { limit: 50 })).filter(({ value }) =>
    value.id !== news.movement.id
  )
  // Returned by another attempt: the row that was taken has put it before the operator.
  if (others.some(({ value }) => value.state === "DONE")) return undefined
  const booked = entry({
    id: `${depositId}/surplusReturned/${id}`,
    template: "surplusReturned",
    source: depositId,
    owner,
    at: now,
    postings: templates.surplusReturned(owner, surplus)
  })
  const solved = yield* solvedOf(depositId, "surplusNotReturned", now, ({ receiptId }) => receiptId === id)
  return joined(
    { entries: [booked], writes: solved },
    ...others.filter(isOpen).map((movement) => cancel(movement, now))
  )
})
