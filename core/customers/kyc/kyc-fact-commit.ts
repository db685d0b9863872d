// Brings one fact about an attempt on record, with what is decided about its subaccount as it stands.
import { Effect, Option } from "effect"
import { Accounts } from "../account/account.ts"
import { factsAbout } from "../../engine/event/book-fact.ts"
import { get } from "../../engine/store/records.ts"
import { Subaccounts } from "../subaccount/subaccount.ts"
import { type KycSurroundings, decideKyc } from "./decide-kyc.ts"
import { type KycAttempt, KycAttempts, isProof, proofsOf } from "./kyc-attempt.ts"
import type { KycFact } from "./kyc-fact.ts"

const surroundingsOf = Effect.fnUntraced(function*(attempt: KycAttempt) {
  const account = Option.getOrThrow(yield* get(Accounts, attempt.owner)).value
  const subaccount = Option.getOrThrow(yield* get(Subaccounts, attempt.subAccountId))
  const proofs = isProof(attempt) ? yield* proofsOf(attempt.subAccountId) : []
  return { account, subaccount, proofs } satisfies KycSurroundings
})

/** Facts about attempts on record. */
export const kycFacts = factsAbout(
  KycAttempts,
  (before, fact: KycFact, now) =>
    Effect.map(surroundingsOf(before.value), (surroundings) => decideKyc(before, surroundings, fact, now))
)
