// The worker for whoever puts the use cases together himself: which use case each task runs, and what runs them.
export { startRecurring } from "./recurring.ts"
export { type TaskServices, type Tasks, tasks } from "./tasks.ts"
export { runJob, workOn, worker } from "./worker.ts"
