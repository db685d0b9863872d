// A proof that a company hands in on its page once KYB has approved it (C28, 0145). The session is the only credential.
import { Clock, Effect, type Redacted } from "effect"
import { NotFound } from "../../base/errors/errors.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { isOvertaken } from "./document-usage.ts"
import { oneMoreStep, openSession, takesProofs } from "./hosted-session.ts"
import { submittedAnswer } from "./kyc-view.ts"
import { type KybProof, newProof } from "./kyb-proof.ts"

/** Takes a proof of the session's company. */
export const submitHostedProof = Effect.fnUntraced(function*(session: Redacted.Redacted, proof: KybProof) {
  const opened = yield* openSession(session)
  if (!takesProofs(opened, yield* Clock.currentTimeMillis)) return yield* new NotFound({ resource: "Attempt" })
  yield* oneMoreStep(opened)
  const { owner, subAccountId } = opened.attempt
  const submit = Effect.gen(function*() {
    const { attempt, writes } = yield* newProof({ account: { id: owner } }, subAccountId, proof)
    yield* Store.use((store) => store.commit(changeSet({ writes })))
    return submittedAnswer(attempt)
  })
  return yield* Effect.retry(submit, { while: isOvertaken })
})
