// The operator's endpoints of jobs to their use cases.
import { listDeadJobs } from "../../../../core/upkeep/job/list-dead-jobs.ts"
import { reviveDeadJob } from "../../../../core/upkeep/job/revive-dead-job.ts"
import * as api from "../definition/admin-job.ts"
import { managed } from "../request/management-route.ts"

export const adminJobRoutes = [
  managed(api.listDeadJobs, (_, { query }) => listDeadJobs(query.cursor)),
  managed(api.retryDeadJob, ({ operator }, { params }) => reviveDeadJob(operator, params.jobId))
]
