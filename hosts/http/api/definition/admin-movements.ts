// The operator's commands over movements: transfers of value that wait, were refused or whose outcome is unknown.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { text } from "../../../../core/base/text/text.ts"
import { OperatorRequired, cause, id } from "./admin-schemas.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { SecondOperator } from "./needs.ts"

const Movement = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Struct({
    movementId: Schema.String,
    accountId: Schema.String,
    subject: Schema.String.annotate({ description: "The record that it is for" }),
    purpose: Schema.String,
    status: Schema.String,
    evidence: Schema.NullOr(Schema.String),
    cause
  })
})

export const releaseMovement = HttpApiEndpoint.post("releaseMovement", "/admin/movements/:movementId/release", {
  params: { movementId: id },
  success: Movement,
  error: failsWith("notFound", "conflict")
}).middleware(OperatorRequired).annotate(SecondOperator, true).annotateMerge(OpenApi.annotations({
  summary: "Release a held movement",
  description:
    "Sends a movement that was held because float, fuel, a limit, a signer or an approval was missing, or a token or rail was paused, now instead of at its next try. `status` is HELD again if it still is."
}))

export const retryMovement = HttpApiEndpoint.post("retryMovement", "/admin/movements/:movementId/retry", {
  params: { movementId: id },
  success: Movement,
  error: failsWith("notFound", "conflict")
}).middleware(OperatorRequired).annotate(SecondOperator, true).annotateMerge(OpenApi.annotations({
  summary: "Try a refused movement again",
  description:
    "Orders another attempt, with an id of its own, at what was refused: the return of a PIX that paid too much or too little, or that paid a charge twice. The refused one is looked up first; if it has happened after all, that is booked instead. Any other movement is ordered again on its record: the rest of a deposit, or a refund."
}))

export const cancelMovement = HttpApiEndpoint.post("cancelMovement", "/admin/movements/:movementId/cancel", {
  params: { movementId: id },
  payload: Schema.Struct({
    reason: text({ minimum: 3, maximum: 255 }).annotate({ description: "Why it is not sent" })
  }),
  success: Movement,
  error: failsWith(...bodyFailures, "notFound")
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Cancel a movement that was not sent",
  description:
    "Its record goes on as if the bank or chain had refused it: a deposit fails and its payment is returned, a payout gives its asset back. 409 once anything was sent."
}))

export const resolveMovement = HttpApiEndpoint.post("resolveMovement", "/admin/movements/:movementId/resolve", {
  params: { movementId: id },
  payload: Schema.Struct({
    outcome: Schema.Literals(["DONE", "REFUSED", "LOST"]).annotate({
      description: "LOST: what moved beyond the order of a movement that is DONE does not come back"
    }),
    evidence: text({ minimum: 3, maximum: 255 }).annotate({
      description: "The transaction hash or end-to-end id of what happened; for what did not, how you know"
    }),
    amount: Schema.optionalKey(
      text({ minimum: 1, maximum: 40 }).annotate({
        description:
          "How much moved in all, where it is not what was ordered: decimal text of its asset, of deliveries, PIX payments and PIX returns"
      })
    )
  }),
  success: Movement,
  error: failsWith(...bodyFailures, "notFound")
}).middleware(OperatorRequired).annotate(SecondOperator, true).annotateMerge(OpenApi.annotations({
  summary: "Resolve a movement by hand",
  description:
    "Says what became of a movement that was sent and whose outcome is unknown, or that is held because a person does it at the provider. The bank or chain is asked once more first; what it answers is booked instead. Where another amount moved than was ordered, `amount` says how much: the difference is in suspense, and is reviewed. What became of it is said the same way, with what moved in all by then, or LOST. 409 `EVIDENCE_USED` if what proves it settled another movement."
}))

export const adminMovements = HttpApiGroup.make("adminMovements").add(
  resolveMovement,
  releaseMovement,
  retryMovement,
  cancelMovement
).annotateMerge(OpenApi.annotations({ title: "Movements" }))
