// Rules of the job queue, its worker and the processes that share it.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "queue-lease-renewed", text: "a lease is prolonged while its step goes on", source: "0106" },
  { id: "queue-taken-over", text: "the work of a killed process is taken over within ten seconds", source: "0106" },
  { id: "queue-fence", text: "a step whose lease has ended stores nothing", source: "0106" },
  { id: "queue-step-bounded", text: "a step that hangs is let go after two minutes", source: "0106" },
  { id: "queue-lanes", text: "money waits for no webhook, and an endpoint holds one slot", source: "0108" },
  { id: "queue-unknown-task", text: "a task that a worker does not know is left to one that does", source: "0108" },
  { id: "queue-idle", text: "an idle worker asks a dozen times a minute", source: "0106" },
  { id: "queue-drain", text: "a worker that is stopped waits for its steps and takes nothing more", source: "0106" },
  { id: "queue-clock-skew", text: "clocks minutes apart never give one job to two", source: "0106" },
  { id: "queue-backlog", text: "a claim costs what is due and free, not what waits behind a subject", source: "0108" },
  { id: "queue-notified", text: "what one process commits wakes the worker of another", source: "0037" },
  { id: "role-http", text: "a process of the role http serves and runs no job", source: "0109" },
  { id: "role-worker", text: "a process of the role worker answers probes alone", source: "0109" },
  { id: "admin-dead-jobs", text: "dead letters are listed by pages", source: "0107" },
  { id: "admin-dead-job-retry", text: "a dead letter is tried once more, with its trace", source: "0107" },
  { id: "admin-explain-jobs", text: "explaining a record shows what is left to do about it", source: "0107" }
]
