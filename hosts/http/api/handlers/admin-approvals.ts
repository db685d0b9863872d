// What waits for a second operator, to its use cases.
import { listApprovals } from "../../../../core/operations/approval/list-approvals.ts"
import { approve, decline } from "../../../../core/inbox/decide-approval.ts"
import * as api from "../definition/admin-approvals.ts"
import { managed } from "../request/management-route.ts"

export const adminApprovalRoutes = [
  managed(api.listApprovals, (_, { query }) => listApprovals(query.cursor)),
  managed(api.approve, ({ operator }, { params }) => approve(operator, params.approvalId)),
  managed(api.decline, ({ operator }, { params }) => decline(operator, params.approvalId))
]
