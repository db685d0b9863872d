// Brings one fact about a deposit into the books, with the record and its account as they stand.
import { Effect, Option } from "effect"
import { Accounts } from "../account/account.ts"
import { type Alongside, bookFact, nothing } from "../event/book-fact.ts"
import { get } from "../ports/records.ts"
import { type DepositFact, decideDeposit } from "./decide-deposit.ts"
import { type Deposit, Deposits } from "./deposit.ts"

/** Books the fact that `factFor` makes of the deposit as it stands; `undefined` means there is nothing to book. */
export const commitFact = <E, R>(
  depositId: string,
  factFor: (deposit: Deposit) => Effect.Effect<DepositFact | undefined, E, R>,
  alongside?: Alongside
) =>
  bookFact(depositId, (now) =>
    Effect.gen(function*() {
      const before = Option.getOrThrow(yield* get(Deposits, depositId))
      const account = Option.getOrThrow(yield* get(Accounts, before.value.owner)).value
      const fact = yield* factFor(before.value)
      return fact === undefined ? nothing : decideDeposit(before, account, fact, now)
    }), alongside)
