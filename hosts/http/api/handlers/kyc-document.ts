// Document and liveness endpoints, and the addresses that documents are uploaded to, to their use cases.
import { Effect } from "effect"
import { answered } from "../../../../core/customers/idempotency/idempotency.ts"
import * as read from "../../../../core/customers/kyc/read-document.ts"
import * as register from "../../../../core/customers/kyc/register-document.ts"
import * as upload from "../../../../core/customers/kyc/upload-document.ts"
import { uploadOwner } from "../../../../core/customers/kyc/upload-proof.ts"
import * as validate from "../../../../core/customers/kyc/validate-liveness.ts"
import { uploadDocument } from "../definition/hosted.ts"
import { readDocument, registerDocument, validateLiveness } from "../definition/kyc-document.ts"
import { peerName } from "../request/peer.ts"
import { type Route, publicRoute, route } from "../request/route.ts"
import type { Uploads } from "../request/uploads.ts"
import { json, toJson } from "../request/wire.ts"

/** Takes documents, as many at once as the service, an account and an address may send. */
export const uploadRoute = (uploads: Uploads): Route => ({
  method: uploadDocument.method,
  path: uploadDocument.path,
  hasBody: false,
  provesItself: true,
  scope: undefined,
  run: ({ params, request }) =>
    Effect.gen(function*() {
      const [token, ifNoneMatch] = [params["token"] ?? "", request.headers["if-none-match"]]
      const file = yield* uploads.read(request, yield* uploadOwner(token, ifNoneMatch))
      const contentType = request.headers["content-type"]
      const data = yield* upload.uploadDocument({ token, file, contentType, ifNoneMatch })
      return json(200, toJson({ success: true, data }))
    }).pipe(Effect.catchTag("UploadNotRead", ({ answer }) => Effect.succeed(answer)), Effect.scoped)
})

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
  )
]
