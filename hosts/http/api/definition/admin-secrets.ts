// The operator's endpoints of the keys that seal the secrets of an environment.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { OperatorRequired, answer, id, instant } from "./admin-schemas.ts"
import { failsWith } from "./envelope.ts"
import { LeastRole } from "./needs.ts"

const DataKey = Schema.Struct({
  keyId: Schema.String,
  state: Schema.Literals(["current", "next", "older"]).annotate({
    description: "The current key seals; the next one does in a few seconds; an older one only opens"
  }),
  createdAt: instant,
  left: Schema.NullOr(Schema.Int).annotate({ description: "Records still to be looked at under an older key" }),
  resealed: Schema.NullOr(Schema.Boolean).annotate({
    description: "Whether everything of an older key is sealed under the current one; then the key can be removed"
  })
}).annotate({ identifier: "DataKey" })

const SecretsKeys = Schema.Struct({
  commandKey: Schema.String.annotate({
    description: "The public key that backends seal PINs of commands with (`sealForCommand`)"
  }),
  keys: Schema.Array(DataKey).annotate({ description: "The newest first" })
}).annotate({ identifier: "SecretsKeys" })

export const readDataKeys = HttpApiEndpoint.get("readDataKeys", "/admin/secrets", {
  success: answer(SecretsKeys)
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Read the keys that seal secrets",
  description: "No key is shown, but for the public one that commands are sealed with."
}))

export const rotateDataKey = HttpApiEndpoint.post("rotateDataKey", "/admin/secrets/rotate", {
  success: answer(SecretsKeys),
  error: failsWith("conflict")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(OpenApi.annotations({
  summary: "Rotate the keys that seal secrets",
  description:
    "Makes a new key, which seals within seconds, and wraps every key by `PONTEPAY_SECRETS_KEY`. What older keys sealed is sealed again in the background. 409 while a rotation is just beginning."
}))

export const removeDataKey = HttpApiEndpoint.delete("removeDataKey", "/admin/secrets/keys/:keyId", {
  params: { keyId: id },
  success: answer(SecretsKeys),
  error: failsWith("badRequest", "notFound", "conflict")
}).middleware(OperatorRequired).annotate(LeastRole, "owner").annotateMerge(OpenApi.annotations({
  summary: "Remove an older key",
  description:
    "It opens nothing from then on, and links that were made before the rotation end. 409 for the current key, and while anything is still sealed under an older one."
}))

export const adminSecrets = HttpApiGroup.make("adminSecrets").add(readDataKeys, rotateDataKey, removeDataKey)
  .annotateMerge(OpenApi.annotations({ title: "Secrets" }))
