// A PIX on a charge has settled. The first one funds the deposit (late ones at the price of now, C8); any other is a
// surplus that goes back (C41). The same end-to-end id is the same PIX, however often and however concurrently it comes.
import { Clock, Effect, Option } from "effect"
import type { Caller } from "../access/caller.ts"
import { NotFound, UpstreamUnavailable } from "../errors/errors.ts"
import { FxRates } from "../ports/fx-rates.ts"
import type { ProviderFact } from "../ports/provider-inbox.ts"
import { find, get, insert } from "../ports/records.ts"
import { DuplicateKey, Store, changeSet } from "../ports/store.ts"
import { Reviews, review } from "../review/review.ts"
import type { DepositFact } from "./decide-deposit.ts"
import { type Deposit, Deposits, PixReceipts } from "./deposit.ts"
import { type FactOutcome, commitFact } from "./fact-commit.ts"

export interface SettleDeposit {
  readonly fact: Extract<ProviderFact, { readonly _tag: "ChargePaid" }>
  /** Who vouches for it: a key owner settling his own sandbox charge, or nobody when the provider signed. */
  readonly caller?: Caller | undefined
}

/** Books the PIX. A ticket that is unknown, or not the caller's, is not found. */
export const settleDeposit = Effect.fnUntraced(function*({ caller, fact }: SettleDeposit) {
  const deposit = Option.getOrUndefined(yield* find(Deposits, "trackId", fact.trackId))?.value
  if (deposit === undefined || (caller !== undefined && caller.account.id !== deposit.owner)) {
    return yield* new NotFound({ resource: "Ticket" })
  }
  const outcome = yield* commitFact(deposit.id, (current) => newPix(current, fact))
  if (outcome !== "Known") return outcome
  // Asked after the commit was refused or not needed, so that two claims at once are seen as well.
  const receipt = Option.getOrThrow(yield* receiptOf(fact)).value
  return receipt.depositId === deposit.id ? outcome : yield* claimedTwice(deposit, fact.endToEndId)
})

const receiptOf = ({ endToEndId }: SettleDeposit["fact"]) => get(PixReceipts, endToEndId.toUpperCase())

const newPix = (deposit: Deposit, fact: SettleDeposit["fact"]) =>
  Effect.flatMap(receiptOf(fact), (known) => Option.isSome(known) ? Effect.undefined : pixSettled(deposit, fact))

const pixSettled = (
  deposit: Deposit,
  { endToEndId, payer }: SettleDeposit["fact"]
): Effect.Effect<DepositFact, UpstreamUnavailable, FxRates> => {
  if (deposit.state !== "EXPIRED") return Effect.succeed({ on: "pixSettled", endToEndId, payer })
  return FxRates.use((rates) => rates.rate(deposit.delivers)).pipe(
    Effect.map((rateNow) => ({ on: "pixSettled" as const, endToEndId, payer, rateNow })),
    Effect.catchTag(
      "RateUnavailable",
      () => Effect.fail(new UpstreamUnavailable({ upstream: "The price source", retryAfterSeconds: 5 }))
    )
  )
}

// One PIX cannot have paid two charges: the second claim is for a person to look at.
const claimedTwice = Effect.fnUntraced(function*(deposit: Deposit, endToEndId: string) {
  const now = yield* Clock.currentTimeMillis
  yield* Effect.logError("One PIX was reported for two charges", { deposit: deposit.id })
  const write = insert(
    Reviews,
    review({
      owner: deposit.owner,
      subject: deposit.id,
      reason: `paid by a PIX of another charge/${endToEndId.toUpperCase()}`,
      evidence: endToEndId,
      createdAt: now
    })
  )
  yield* Store.use((store) => store.commit(changeSet({ writes: [write] }))).pipe(
    Effect.catchIf((error): error is DuplicateKey => error instanceof DuplicateKey, () => Effect.void)
  )
  return "Alarmed" as const satisfies FactOutcome
})
