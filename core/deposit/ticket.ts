// The deposit behind a provider's ticket, for whoever vouches for it: a key owner may name his own alone, and a foreign
// ticket answers like a missing one; the provider's word about an unknown one is money that somebody has to place.
import { Clock, Effect, Option } from "effect"
import type { Caller } from "../access/caller.ts"
import { NotFound } from "../errors/errors.ts"
import { find, insert } from "../ports/records.ts"
import { Store, changeSet } from "../ports/store.ts"
import { Reviews, review } from "../review/review.ts"
import { Deposits } from "./deposit.ts"

/** Who a provider's fact is for when nothing of ours matches it. */
const nobody = "operator"

/** The deposit of a ticket; `caller` is undefined when the provider signed. */
export const depositOfTicket = Effect.fnUntraced(function*(trackId: string, caller: Caller | undefined) {
  const deposit = Option.getOrUndefined(yield* find(Deposits, "trackId", trackId))
  if (deposit !== undefined && (caller === undefined || caller.account.id === deposit.value.owner)) return deposit
  if (caller === undefined) yield* raise({ owner: nobody, subject: trackId }, "unknown ticket", trackId)
  return yield* new NotFound({ resource: "Ticket" })
})

/** Whose deposit a fact was about. */
interface About {
  readonly owner: string
  readonly depositId: string
}

/** One PIX cannot have paid two charges: the second claim is for a person to look at. */
export const raiseClaimedTwice = ({ depositId, owner }: About, endToEndId: string) =>
  raise({ owner, subject: depositId }, "paid by a PIX of another charge", endToEndId)

/** One return cannot have given back two payments. */
export const raiseReturnedTwice = ({ depositId, owner }: About, returnId: string) =>
  raise({ owner, subject: depositId }, "returned by a return of another deposit", returnId)

const raise = Effect.fnUntraced(function*(
  about: { readonly owner: string; readonly subject: string },
  reason: string,
  evidence: string
) {
  const createdAt = yield* Clock.currentTimeMillis
  yield* Effect.logError("A provider's fact matches nothing of ours", { subject: about.subject, reason })
  const write = insert(
    Reviews,
    review({ ...about, reason: `${reason}/${evidence.toUpperCase()}`, evidence, createdAt })
  )
  yield* Store.use((store) => store.commit(changeSet({ writes: [write] }))).pipe(
    // Raised before.
    Effect.catchTag("DuplicateKey", () => Effect.void)
  )
})
