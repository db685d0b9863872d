// The provider told a decision by an event. What stands behind the event is read from the provider; the table then says
// what it changes, so that decisions in any order, and told again, end the same. One about an attempt that we do not have is
// for a person to look at.
import { Effect, Option } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { KycProvider } from "../../ports/kyc-provider.ts"
import type { FactOf } from "../../ports/provider-fact.ts"
import { get } from "../../engine/store/records.ts"
import type { Write } from "../../engine/store/store.ts"
import { KycAttempts } from "./kyc-attempt.ts"
import { factOf } from "./kyc-fact.ts"
import type { KycReport } from "../../standards/identity/kyc-report.ts"
import { raiseReview } from "../../engine/review/raise-review.ts"
import { kycFacts } from "./kyc-fact-commit.ts"
import { providerUnavailable } from "./attempt-request.ts"

/** Records the decision, with `trace` in the same commit; an attempt that is unknown is not found. */
export const applyKycDecision = Effect.fnUntraced(
  function*(told: FactOf<"KycDecided">, trace: ReadonlyArray<Write> = []) {
    const attempt = Option.getOrUndefined(yield* get(KycAttempts, told.attemptId))?.value
    if (attempt === undefined) {
      const reason = { code: "unknownAttempt", status: told.status } as const
      yield* raiseReview({ owner: operatorOwner, subject: told.attemptId, reason })
      return yield* new NotFound({ resource: "Attempt" })
    }
    const report = yield* behind(told)
    return yield* kycFacts.book(attempt.id, factOf(report), { writes: trace })
  }
)

const behind = Effect.fnUntraced(
  function*({ attemptId, labels, status }: FactOf<"KycDecided">) {
    const told: KycReport = { status, labels, reason: null, taxId: null }
    const report = yield* KycProvider.use((provider) => provider.confirm(attemptId, told))
    return report._tag === "Done" ? report.value : yield* providerUnavailable()
  }
)
