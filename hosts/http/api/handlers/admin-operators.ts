// Operators and service tokens to their use cases. Here an invitation or a token leaves its wrapping, for the one answer that
// shows it.
import { Effect, Redacted } from "effect"
import { createServiceToken } from "../../../../core/operations/operator/create-service-token.ts"
import { disableOperator } from "../../../../core/operations/operator/disable-operator.ts"
import { inviteAgain } from "../../../../core/operations/operator/invite-again.ts"
import { inviteOperator } from "../../../../core/operations/operator/invite-operator.ts"
import { listOperators } from "../../../../core/operations/operator/list-operators.ts"
import { listServiceTokens } from "../../../../core/operations/operator/list-service-tokens.ts"
import { revokeServiceToken } from "../../../../core/operations/operator/revoke-service-token.ts"
import { updateOperator } from "../../../../core/operations/operator/update-operator.ts"
import * as api from "../definition/admin-operators.ts"
import { managed } from "../request/management-route.ts"
import { shown } from "./admin-account.ts"

const invited = <A extends { readonly invitation: Redacted.Redacted }>(view: A) => ({
  ...view,
  invitation: Redacted.value(view.invitation)
})

export const adminOperatorRoutes = [
  managed(api.listOperators, (_, { query }) => listOperators(query.cursor)),
  managed(api.inviteOperator, ({ operator }, { payload }) => Effect.map(inviteOperator(operator, payload), invited)),
  managed(api.inviteAgain, ({ operator }, { params }) => Effect.map(inviteAgain(operator, params.operatorId), invited)),
  managed(
    api.updateOperator,
    ({ operator }, { params, payload }) => updateOperator(operator, params.operatorId, payload)
  ),
  managed(api.disableOperator, ({ operator }, { params }) => disableOperator(operator, params.operatorId)),
  managed(api.listServiceTokens, (_, { query }) => listServiceTokens(query.cursor)),
  managed(
    api.createServiceToken,
    ({ operator }, { payload }) => Effect.map(createServiceToken(operator, payload), shown)
  ),
  managed(api.revokeServiceToken, ({ operator }, { params }) => revokeServiceToken(operator, params.tokenId))
]
