// The operator's endpoints of jobs to their use cases.
import { listDeadJobs } from "../../../core/job/list-dead-jobs.ts"
import { reviveDeadJob } from "../../../core/job/revive-dead-job.ts"
import * as api from "../api/admin-job.ts"
import { managed } from "../management/route.ts"

export const adminJobRoutes = [
  managed(api.listDeadJobs, (_, { query }) => listDeadJobs(query.cursor)),
  managed(api.retryDeadJob, ({ operator }, { params }) => reviveDeadJob(operator, params.jobId))
]
