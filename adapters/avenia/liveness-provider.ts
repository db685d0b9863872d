// Liveness on Avenia's page: a session is a document of the subaccount's account there, and captured once it is ready.
import { Effect, Option } from "effect"
import { technical } from "../../core/base/reason/reason.ts"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { type LivenessProvider, LivenessUnavailable } from "../../core/ports/liveness-provider.ts"
import { type Unknown, unknown } from "../../core/ports/outcome.ts"
import { get, insert } from "../../core/engine/store/records.ts"
import { type CommitError, Store, changeSet } from "../../core/engine/store/store.ts"
import type { HttpClient } from "../http-client/client.ts"
import { accountOf } from "./accounts.ts"
import { isReadyThere, registerDocument } from "./documents.ts"
import { AveniaSessions } from "./people.ts"

export const makeLivenessProvider = (
  client: HttpClient,
  within: <A, E>(effect: Effect.Effect<A, E, Store>) => Effect.Effect<A, E>
): LivenessProvider["Service"] => {
  const unavailable = (why: Unknown | CommitError) =>
    new LivenessUnavailable({
      reason: why._tag === "Unknown" ? technical(why.reason) : "the session cannot be kept now"
    })
  return {
    pageOf: (sessionId, subAccountId) =>
      within(Effect.gen(function*() {
        const account = yield* accountOf(client, { subAccountId, accountType: "INDIVIDUAL" })
        const made = yield* registerDocument(client, account, { documentType: "SELFIE-FROM-LIVENESS" })
        if (!/^https:\/\/\S+$/.test(made.livenessUrl ?? "")) return yield* Effect.fail(unknown("incomplete", "page"))
        const session = { id: sessionId, owner: operatorOwner, account, documentId: made.id } as const
        yield* Store.use((store) => store.commit(changeSet({ writes: [insert(AveniaSessions, session)] })))
        return made.livenessUrl ?? ""
      })).pipe(Effect.mapError(unavailable)),
    isCaptured: (sessionId) =>
      within(Effect.gen(function*() {
        const session = Option.getOrUndefined(yield* get(AveniaSessions, sessionId))?.value
        return session !== undefined && (yield* isReadyThere(client, session.account, session.documentId))
      })).pipe(Effect.mapError(unavailable))
  }
}
