// The operator's endpoints of the keys that seal to their use cases.
import { readDataKeys } from "../../../core/secrets/read-data-keys.ts"
import { removeDataKey } from "../../../core/secrets/remove-data-key.ts"
import { rotateDataKey } from "../../../core/secrets/rotate-data-key.ts"
import * as api from "../api/admin-secrets.ts"
import { managed } from "../management/route.ts"

export const adminSecretsRoutes = [
  managed(api.readDataKeys, () => readDataKeys),
  managed(api.rotateDataKey, ({ operator }) => rotateDataKey(operator)),
  managed(api.removeDataKey, ({ operator }, { params }) => removeDataKey(operator, params.keyId))
]
