// Every endpoint of management with its handler.
import { adminAccountRoutes } from "../handlers/admin-account.ts"
import { adminApprovalRoutes } from "../handlers/admin-approvals.ts"
import { adminBookRoutes } from "../handlers/admin-books.ts"
import { adminJobRoutes } from "../handlers/admin-job.ts"
import { adminMovementRoutes } from "../handlers/admin-movements.ts"
import { adminPeopleRoutes } from "../handlers/admin-people.ts"
import { adminOperatorRoutes } from "../handlers/admin-operators.ts"
import { adminRefundRoutes } from "../handlers/admin-refunds.ts"
import { adminSecretsRoutes } from "../handlers/admin-secrets.ts"
import { adminSweepRoutes } from "../handlers/admin-sweeps.ts"
import { adminWebhookRoutes } from "../handlers/admin-webhook.ts"
import { liveRoutes } from "../dashboard/live.ts"
import { operationRoutes } from "../dashboard/operations.ts"
import { peopleRoutes } from "../dashboard/people.ts"
import { sandboxRoutes } from "../dashboard/sandbox.ts"
import { sessionRoutes } from "../dashboard/session.ts"
import { openRoutes, signInRoutes } from "../dashboard/sign-in.ts"
import { statementRoutes } from "../dashboard/statement.ts"
import type { ManagedRoute, OpenRoute } from "../request/management-route.ts"

/** The routes of one environment; each has streams of its own. */
export const managementRoutes = (): ReadonlyArray<ManagedRoute | OpenRoute> => [
  ...adminAccountRoutes,
  ...adminWebhookRoutes,
  ...adminJobRoutes,
  ...adminBookRoutes,
  ...adminRefundRoutes,
  ...adminMovementRoutes,
  ...adminSweepRoutes,
  ...adminSecretsRoutes,
  ...adminPeopleRoutes,
  ...adminApprovalRoutes,
  ...adminOperatorRoutes,
  ...openRoutes,
  ...signInRoutes,
  ...sessionRoutes,
  ...operationRoutes,
  ...peopleRoutes,
  ...statementRoutes,
  ...liveRoutes(),
  ...sandboxRoutes
]
