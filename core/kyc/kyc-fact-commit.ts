// Brings one fact about an attempt on record, with what is decided about its subaccount as it stands.
import { Effect, Option } from "effect"
import { Accounts } from "../account/account.ts"
import { type Alongside, bookFact, nothing } from "../event/book-fact.ts"
import { get, list } from "../ports/records.ts"
import { Subaccounts } from "../subaccount/subaccount.ts"
import { type KycSurroundings, decideKyc } from "./decide-kyc.ts"
import { type KycAttempt, KycAttempts, isProof } from "./kyc-attempt.ts"
import type { KycFact } from "./kyc-fact.ts"

// A company is asked for each proof until it is approved: more than these nobody hands in.
const maximumProofs = 100

const surroundingsOf = Effect.fnUntraced(function*(attempt: KycAttempt) {
  const account = Option.getOrThrow(yield* get(Accounts, attempt.owner)).value
  const subaccount = Option.getOrThrow(yield* get(Subaccounts, attempt.subAccountId))
  const proofs = isProof(attempt)
    ? yield* list(KycAttempts, "proofs", attempt.subAccountId, { limit: maximumProofs })
    : []
  return { account, subaccount, proofs: proofs.map(({ value }) => value) } satisfies KycSurroundings
})

/** Records a fact; the job that is finished with it ends also when the fact was known. `undefined` records nothing. */
export const commitKycFact = (attemptId: string, fact: KycFact | undefined, alongside?: Alongside) =>
  bookFact(attemptId, (now) =>
    Effect.gen(function*() {
      const before = Option.getOrThrow(yield* get(KycAttempts, attemptId))
      return fact === undefined ? nothing : decideKyc(before, yield* surroundingsOf(before.value), fact, now)
    }), alongside)
