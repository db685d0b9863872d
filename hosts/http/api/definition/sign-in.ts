// How operators sign in, accept an invitation and sign out. The session is in a cookie that scripts cannot read; what writes
// also carries the session's `csrf` in the header X-CSRF-Token.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { OperatorRole } from "../../../../core/operations/operator/role.ts"
import { text } from "../../../../core/base/text/text.ts"
import { OperatorRequired, answer } from "./admin-schemas.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { LeastRole } from "./needs.ts"

const password = text({ minimum: 1, maximum: 512 })
/** Six digits of the authenticator, or a recovery code. */
const code = text({ minimum: 6, maximum: 32 })
const invitation = text({ minimum: 1, maximum: 512 })
const csrf = Schema.String.annotate({ description: "Goes in the header X-CSRF-Token of everything that writes" })

/** Which ways in there are, for the page that asks for one. Needs no credential. */
export const readDoor = HttpApiEndpoint.get("readDoor", "/dashboard/api/door", {
  success: answer(Schema.Struct({
    environment: Schema.Literals(["sandbox", "production"]),
    /** Whether an operator has accepted an invitation here. */
    hasOperators: Schema.Boolean
  })),
  error: failsWith()
})

/** Opens a session. A wrong e-mail address, password or code are refused alike. Needs no credential. */
export const signIn = HttpApiEndpoint.post("signIn", "/dashboard/api/sign-in", {
  payload: Schema.Struct({ email: text({ minimum: 1, maximum: 254 }), password, code }),
  success: answer(Schema.Struct({ csrf })),
  error: failsWith(...bodyFailures)
})

/** Shows an invitation with the second factor to be set up; the same one while it is open. Needs no credential. */
export const readInvitation = HttpApiEndpoint.post("readInvitation", "/dashboard/api/invitation", {
  payload: Schema.Struct({ invitation }),
  success: answer(Schema.Struct({
    name: Schema.String,
    email: Schema.String,
    role: OperatorRole,
    /** Base32, as authenticators take it. */
    secret: Schema.String,
    /** `otpauth://totp/…` */
    uri: Schema.String,
    /** The URI as a QR code: SVG. */
    qr: Schema.String
  })),
  error: failsWith(...bodyFailures, "notFound")
})

/** Accepts an invitation, once, and opens a session. The recovery codes are shown this once. Needs no credential. */
export const acceptInvitation = HttpApiEndpoint.post("acceptInvitation", "/dashboard/api/invitation/accept", {
  payload: Schema.Struct({ invitation, password, code }),
  success: answer(Schema.Struct({ csrf, recoveryCodes: Schema.Array(Schema.String) })),
  error: failsWith(...bodyFailures, "notFound")
})

/** Ends this session. */
export const signOut = HttpApiEndpoint.post("signOut", "/dashboard/api/sign-out", {
  success: answer(Schema.Struct({})),
  error: failsWith("forbidden")
}).middleware(OperatorRequired).annotate(LeastRole, "support")

/** Ends every session of whoever asks, this one too. */
export const signOutEverywhere = HttpApiEndpoint.post("signOutEverywhere", "/dashboard/api/sign-out-everywhere", {
  success: answer(Schema.Struct({})),
  error: failsWith("forbidden")
}).middleware(OperatorRequired).annotate(LeastRole, "support")

/** Changes one's own password, and ends every other session. */
export const changePassword = HttpApiEndpoint.post("changePassword", "/dashboard/api/password", {
  payload: Schema.Struct({ password, code, newPassword: password }),
  success: answer(Schema.Struct({})),
  error: failsWith(...bodyFailures, "forbidden")
}).middleware(OperatorRequired).annotate(LeastRole, "support")

export const signInGroup = HttpApiGroup.make("signIn").add(
  readDoor,
  signIn,
  readInvitation,
  acceptInvitation,
  signOut,
  signOutEverywhere,
  changePassword
).annotateMerge(OpenApi.annotations({ exclude: true }))
