// Liveness captured on Sumsub's page: each session is an applicant of a level that asks for nothing but a selfie.
import { Clock, Effect, Schema } from "effect"
import { type Reason, technical } from "../../core/base/reason/reason.ts"
import { type LivenessProvider, LivenessUnavailable } from "../../core/ports/liveness-provider.ts"
import { limits } from "../../core/base/limits/limits.ts"
import type { HttpClient } from "../http-client/client.ts"
import { jsonAs } from "../http-client/json.ts"
import { applicantOf, asking, unclear } from "./applicants.ts"
import { pageFor } from "./hosted-page.ts"

const Sets = Schema.Struct({
  SELFIE: Schema.optionalKey(
    Schema.NullOr(Schema.Struct({
      reviewResult: Schema.optionalKey(
        Schema.NullOr(Schema.Struct({ reviewAnswer: Schema.optionalKey(Schema.String) }))
      ),
      imageIds: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Int)))
    }))
  )
})

const unavailable = ({ reason }: { readonly reason: Reason }) => new LivenessUnavailable({ reason: technical(reason) })

export const makeLivenessProvider = (client: HttpClient, levelName: string): LivenessProvider["Service"] => ({
  pageOf: (sessionId) =>
    Effect.gen(function*() {
      const expiresAt = (yield* Clock.currentTimeMillis) + limits.livenessTokenMs
      const page = yield* pageFor(client, { id: sessionId, levelName, redirectUrl: null, expiresAt })
      if (page._tag !== "Done") return yield* unavailable(page)
      return page.value.url
    }),
  isCaptured: (sessionId) =>
    Effect.gen(function*() {
      const found = yield* applicantOf(client, sessionId)
      // No one has opened the page yet.
      if (found._tag === "Absent") return false
      if (found._tag !== "Done") return yield* Effect.fail(found)
      const answer = yield* asking(client, {
        route: "GET /resources/applicants/{id}/requiredIdDocsStatus",
        method: "GET",
        path: `/resources/applicants/${encodeURIComponent(found.value.id)}/requiredIdDocsStatus`
      })
      const sets = answer.status === 200 ? jsonAs(answer, Sets) : undefined
      if (sets === undefined) return yield* Effect.fail(unclear(answer))
      const { SELFIE: selfie } = sets
      return (selfie?.imageIds ?? []).length > 0 && selfie?.reviewResult?.reviewAnswer !== "RED"
    }).pipe(Effect.mapError(unavailable))
})
