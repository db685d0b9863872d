// The operator's endpoints of the keys that seal to their use cases.
import { readDataKeys } from "../../../../core/upkeep/secrets/read-data-keys.ts"
import { removeDataKey } from "../../../../core/upkeep/secrets/remove-data-key.ts"
import { rotateDataKey } from "../../../../core/upkeep/secrets/rotate-data-key.ts"
import * as api from "../definition/admin-secrets.ts"
import { managed } from "../request/management-route.ts"

export const adminSecretsRoutes = [
  managed(api.readDataKeys, () => readDataKeys),
  managed(api.rotateDataKey, ({ operator }) => rotateDataKey(operator)),
  managed(api.removeDataKey, ({ operator }, { params }) => removeDataKey(operator, params.keyId))
]
