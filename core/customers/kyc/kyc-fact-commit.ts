// Brings one fact about an attempt on record, with what is decided about its subaccount as it stands.
import { Effect, Option } from "effect"
import { Accounts } from "../account/account.ts"
import { factsAbout } from "../../engine/event/book-fact.ts"
import { get, list } from "../../engine/store/records.ts"
import { Subaccounts } from "../subaccount/subaccount.ts"
import { type KycSurroundings, decideKyc } from "./decide-kyc.ts"
import { type KycAttempt, KycAttempts, isProof } from "./kyc-attempt.ts"
import type { KycFact } from "./kyc-fact.ts"

// A company is asked for each proof until it is approved: more than these no one hands in.
const maximumProofs = 100

const surroundingsOf = Effect.fnUntraced(function*(attempt: KycAttempt) {
  const account = Option.getOrThrow(yield* get(Accounts, attempt.owner)).value
  const subaccount = Option.getOrThrow(yield* get(Subaccounts, attempt.subAccountId))
  const proofs = isProof(attempt)
    ? yield* list(KycAttempts, "proofs", attempt.subAccountId, { limit: maximumProofs })
    : []
  return { account, subaccount, proofs: proofs.map(({ value }) => value) } satisfies KycSurroundings
})

/** Facts about attempts on record. */
export const kycFacts = factsAbout(
  KycAttempts,
  (before, fact: KycFact, now) =>
    Effect.map(surroundingsOf(before.value), (surroundings) => decideKyc(before, surroundings, fact, now))
)
