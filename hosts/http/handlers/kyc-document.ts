// Document and liveness endpoints, and the addresses that documents are uploaded to, to their use cases.
import { Effect } from "effect"
import { answered } from "../../../core/idempotency/idempotency.ts"
import * as read from "../../../core/kyc/read-document.ts"
import * as register from "../../../core/kyc/register-document.ts"
import * as upload from "../../../core/kyc/upload-document.ts"
import * as validate from "../../../core/kyc/validate-liveness.ts"
import { uploadDocument } from "../api/hosted.ts"
import { readDocument, registerDocument, validateLiveness } from "../api/kyc-document.ts"
import { peerName } from "../peer.ts"
import { type Route, publicRoute, route } from "../route.ts"
import { json, toJson } from "../wire.ts"

const uploadRoute: Route = {
  method: uploadDocument.method,
  path: uploadDocument.path,
  hasBody: false,
  provesItself: true,
  scope: undefined,
  run: ({ body, params, request: { headers } }) =>
    Effect.map(
      upload.uploadDocument({
        token: params["token"] ?? "",
        file: body,
        contentType: headers["content-type"],
        ifNoneMatch: headers["if-none-match"]
      }),
      (data) => json(200, toJson({ success: true, data }))
    )
}

export const documentRoutes: ReadonlyArray<Route> = [
  route(
    registerDocument,
    ({ attempt, caller, payload, requiredOrigin }) =>
      Effect.flatMap(
        requiredOrigin,
        (origin) => register.registerDocument({ caller, request: payload, origin, attempt })
      )
  ),
  route(
    readDocument,
    ({ caller, params, query }) =>
      Effect.map(
        read.readDocument({ caller, subAccountId: query.subAccountId, documentId: params.documentId }),
        (data) => answered({ success: true, data })
      )
  ),
  publicRoute(
    validateLiveness,
    ({ attempt, payload, peer }) =>
      validate.validateLiveness({ token: payload.validateLivenessToken, peer: peerName(peer), attempt })
  ),
  uploadRoute
]
