// Brings one fact about a payout into the books, with the record and its account as they stand.
import { Effect, Option } from "effect"
import { Accounts } from "../account/account.ts"
import { type Alongside, bookFact, nothing } from "../event/book-fact.ts"
import { get } from "../ports/records.ts"
import { receiptUrl } from "../access/receipt-link.ts"
import { type PayoutFact, decidePayout } from "./decide-payout.ts"
import { type Payout, Payouts } from "./payout.ts"

/** Books the fact that `factFor` makes of the payout as it stands; `undefined` means there is nothing to book. */
export const commitPayoutFact = <E, R>(
  payoutId: string,
  factFor: (payout: Payout) => Effect.Effect<PayoutFact | undefined, E, R>,
  alongside?: Alongside
) =>
  bookFact(payoutId, (now) =>
    Effect.gen(function*() {
      const before = Option.getOrThrow(yield* get(Payouts, payoutId))
      const account = Option.getOrThrow(yield* get(Accounts, before.value.owner)).value
      const fact = yield* factFor(before.value)
      return fact === undefined
        ? nothing
        : decidePayout(before, account, fact, now, yield* receiptUrl(payoutId, now))
    }), alongside)
