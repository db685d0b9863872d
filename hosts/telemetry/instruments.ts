// What every host counts: requests, use cases, calls of ports, steps of jobs, deliveries. Labels are names that this code
// knows, never something that a caller invents, so the number of series is bounded (0148).
import { Context, Metric } from "effect"

type Labels = Readonly<Record<string, string>>

const boundaries = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000]

const requests = (attributes: Labels) =>
  Metric.counter("http_requests_total", { description: "Requests answered", incremental: true, attributes })
const requestTimes = (attributes: Labels) =>
  Metric.histogram("http_request_duration_milliseconds", {
    description: "Time from request to answer",
    boundaries,
    attributes
  })
const useCases = (attributes: Labels) =>
  Metric.counter("use_cases_total", {
    description: "Use cases that ended, by what became of them",
    incremental: true,
    attributes
  })
const calls = (attributes: Labels) =>
  Metric.counter("port_calls_total", { description: "Calls of ports, by outcome", incremental: true, attributes })
const callTimes = (attributes: Labels) =>
  Metric.histogram("port_call_duration_milliseconds", {
    description: "Time that a call of a port took",
    boundaries,
    attributes
  })
const claimed = (attributes: Labels) =>
  Metric.counter("jobs_claimed_total", { description: "Jobs taken up", incremental: true, attributes })
const steps = (attributes: Labels) =>
  Metric.counter("job_steps_total", {
    description: "Steps of jobs that ended: finished, again, failed or interrupted",
    incremental: true,
    attributes
  })
const stepTimes = (attributes: Labels) =>
  Metric.histogram("job_step_duration_milliseconds", {
    description: "Time that a step of a job took",
    boundaries,
    attributes
  })
const buried = (attributes: Labels) =>
  Metric.counter("jobs_dead_total", { description: "Jobs put aside as dead letters", incremental: true, attributes })
const deliveries = (attributes: Labels) =>
  Metric.counter("webhook_deliveries_total", {
    description: "Tries of webhook deliveries, by what came of them",
    incremental: true,
    attributes
  })
const refusedCredentials = (attributes: Labels) =>
  Metric.counter("refused_credentials_total", {
    description: "Operator tokens, provider signatures and hosted links that were refused, or slowed down",
    incremental: true,
    attributes
  })

const context = Context.empty()

/** No metric has as many series unless names leak into its labels; more are not kept. */
const mostSeries = 5_000

// A series is looked up by what its labels are made of, so that counting builds no labels. It is made with them: one that
// gets its labels later builds its name anew each time that it counts.
const seriesOf = <Input, State>(
  metric: (labels: Labels) => Metric.Metric<Input, State>,
  labels: (...names: Array<string>) => Labels
) => {
  const known = new Map<string, Metric.Metric<Input, State>>()
  return (input: Input, ...names: Array<string>): void => {
    const key = names.join("\n")
    let series = known.get(key)
    if (series === undefined) {
      if (known.size >= mostSeries) return
      series = metric(labels(...names))
      known.set(key, series)
    }
    series.updateUnsafe(input, context)
  }
}

const byRoute = (method = "", route = "", status = ""): Labels => ({ method, route, status })
const byTask = (environment = "", task = ""): Labels => ({ environment, task })
const byOutcome = (name: string) => (environment = "", value = "", outcome = ""): Labels => ({
  environment,
  [name]: value,
  outcome
})

const requestCount = seriesOf(requests, byRoute)
const requestTime = seriesOf(requestTimes, byRoute)
const claimCount = seriesOf(claimed, byTask)
const stepCount = seriesOf(steps, byOutcome("task"))
const stepTime = seriesOf(stepTimes, byTask)
const buryCount = seriesOf(buried, byTask)
const deliveryCount = seriesOf(deliveries, (environment = "", outcome = "") => ({ environment, outcome }))

const credentialCount = seriesOf(refusedCredentials, byOutcome("door"))

/** Where credentials other than API keys are shown. */
export type Door = "management" | "provider" | "hosted"

/** A credential that was refused, or that was not looked at because its address had too many refused. */
export const countRefusedCredential = (environment: string, door: Door, outcome: "refused" | "slowed"): void =>
  credentialCount(1, environment, door, outcome)

// Anybody may invent a method; what they invent is not a label of ours.
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** An answered request. `route` is the pattern of its path, or undefined where none was found. */
export const countRequest = (
  asked: string,
  route: string | undefined,
  status: number,
  milliseconds: number
): void => {
  const method = methods.has(asked) ? asked : "other"
  requestCount(1, method, route ?? "none", String(status))
  requestTime(milliseconds, method, route ?? "none", String(status))
}

/** Counts by outcome what happens often: the series of each outcome is made once and kept at hand. */
const byOutcomeOf = (count: (outcome: string) => (input: number) => void) => {
  const known = new Map<string, (input: number) => void>()
  return (outcome: string): void => {
    let one = known.get(outcome)
    if (one === undefined) {
      one = count(outcome)
      known.set(outcome, one)
    }
    one(1)
  }
}

const kept = <Input, State>(metric: (labels: Labels) => Metric.Metric<Input, State>, labels: Labels) => {
  const series = metric(labels)
  return (input: Input): void => series.updateUnsafe(input, context)
}

/** Counts the ends of a use case that requests ask for: `done`, or the name of its refusal. */
export const useCaseCounter = (environment: string, name: string) =>
  byOutcomeOf((outcome) => kept(useCases, { environment, use_case: name, outcome }))

/** Counts the calls of an operation of a port, and how long they took. */
export const callCounter = (environment: string, port: string, operation: string) => {
  const count = byOutcomeOf((outcome) => kept(calls, { environment, port, operation, outcome }))
  const time = kept(callTimes, { environment, port, operation })
  return (outcome: string, milliseconds: number): void => {
    count(outcome)
    time(milliseconds)
  }
}

/** Jobs of a task that were taken up. */
export const countClaimed = (environment: string, task: string): void => claimCount(1, environment, task)

/** A step that ended. */
export const countStep = (environment: string, task: string, outcome: string, milliseconds: number): void => {
  stepCount(1, environment, task, outcome)
  stepTime(milliseconds, environment, task)
}

/** A job that was put aside. */
export const countBuried = (environment: string, task: string): void => buryCount(1, environment, task)

/** What is watched for is there from the start, as nothing yet: a series that appears has no rise to be seen. */
export const beginCounting = (environment: string, tasks: ReadonlyArray<string>): void => {
  for (const task of tasks) {
    claimCount(0, environment, task)
    buryCount(0, environment, task)
  }
  for (const door of ["management", "provider", "hosted"]) {
    for (const outcome of ["refused", "slowed"]) credentialCount(0, environment, door, outcome)
  }
  for (const outcome of ["delivered", "refused", "unreached", "put_off"]) deliveryCount(0, environment, outcome)
}

/** One try of a webhook delivery. */
export const countDelivery = (environment: string, outcome: string): void => deliveryCount(1, environment, outcome)
