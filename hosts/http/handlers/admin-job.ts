// The operator's endpoints of jobs to their use cases.
import { listDeadJobs } from "../../../core/job/list-dead-jobs.ts"
import { reviveDeadJob } from "../../../core/job/revive-dead-job.ts"
import * as api from "../api/admin-job.ts"
import { operatorRoute } from "../operator.ts"

export const adminJobRoutes = [
  operatorRoute(api.listDeadJobs, (_, { query }) => listDeadJobs(query.cursor)),
  operatorRoute(api.retryDeadJob, (operator, { params }) => reviveDeadJob(operator, params.jobId))
]
