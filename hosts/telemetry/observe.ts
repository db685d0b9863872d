// What hosts put around their work: requests, use cases and steps of jobs. Each counts, says in the log what it is about,
// and is a span where traces are exported.
import { Context, Effect, Exit, References } from "effect"
import type { Environment } from "../../core/environment/environment.ts"
import type { ClaimedJob, JobVerdict } from "../../core/ports/job-queue.ts"
import { countStep, useCaseCounter } from "./instruments.ts"
import { type Ending, isExporting, linksOf, problemOf, rootSpan, spanOf, traced } from "./spans.ts"
import { CurrentWork, type Work, touch } from "./work.ts"

/** The data plane that a fibre works for. */
export const PlaneName: Context.Reference<Environment | "none"> = Context.Reference(
  "pontepay/hosts/telemetry/PlaneName",
  { defaultValue: (): Environment | "none" => "none" }
)

// Laid over the context that is there: a merged one would be a copy of every service, for each request.
const lines = (work: Work, about: Readonly<Record<string, unknown>>) => {
  const annotations = { ...about, records: work.records }
  const over = <R>(context: Context.Context<R>): Context.Context<R> =>
    Context.add(Context.add(context, CurrentWork, work), References.CurrentLogAnnotations, annotations)
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => Effect.updateContext(effect, over<R>)
}

/** Has every line that is logged for a request name it, and the records that it touched so far. */
export const inRequest = (requestId: string) => lines({ records: [] }, { requestId })

/** Puts the span of a request around its work, once its route is known. */
export const requestSpan = <A, E, R>(
  { headers, method }: {
    readonly method: string
    readonly headers: Readonly<Record<string, string | undefined>>
  },
  { params, route }: {
    readonly route: { readonly path: string }
    readonly params: Readonly<Record<string, string>>
  },
  requestId: string,
  effect: Effect.Effect<A, E, R>,
  /** The status that an end is answered with. */
  statusOf: (exit: Exit.Exit<A, E>) => number
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const work = fiber.getRef(CurrentWork)
    if (work !== undefined) { for (const name in params) touch(work, params[name] ?? "") }
    return !isExporting(fiber) ? effect : rootSpan(
      () => ({
        name: `${method} ${route.path}`,
        kind: "server",
        traceparent: headers["traceparent"],
        attributes: {
          "http.request.method": method,
          "http.route": route.path,
          "pontepay.request_id": requestId
        }
      }),
      effect,
      (exit) => {
        const status = statusOf(exit)
        return {
          attributes: { "http.response.status_code": status, "pontepay.records": [...(work?.records ?? [])] },
          problem: status >= 500 ? problemOf(exit) ?? String(status) : undefined
        }
      }
    )
  })

/** Puts a use case under its name: counted by what became of it. */
export const observedUseCase = (name: string) => {
  const counters = new Map<string, (outcome: string) => void>()
  const counterOf = (environment: string) => {
    const counter = counters.get(environment) ?? useCaseCounter(environment, name)
    counters.set(environment, counter)
    return counter
  }
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      const environment = fiber.getRef(PlaneName)
      const count = counterOf(environment)
      const counted = Effect.onExit(effect, (exit) => {
        count(problemOf(exit) ?? "done")
        return Effect.void
      })
      return spanOf(fiber) === undefined ? counted : traced(
        name,
        "internal",
        () => ({ "pontepay.environment": environment }),
        counted,
        (exit) => ({ attributes: { outcome: problemOf(exit) ?? "done" }, problem: faultOf(exit) })
      )
    })
}

// A refusal is an answer like another; what nobody foresaw is a fault.
const faultOf = (exit: Exit.Exit<unknown, unknown>): string | undefined =>
  Exit.isFailure(exit) && exit.cause.reasons.some(({ _tag }) => _tag === "Die") ? problemOf(exit) : undefined

/** Has every line that is logged for a job name it, and the records that it is about. */
export const inJob = (job: ClaimedJob) => {
  const work: Work = { records: [] }
  touch(work, job.subject)
  touch(work, job.id)
  return lines(work, { job: job.id, task: job.task, attempt: job.attempt })
}

/** Puts a step of a job under its task: counted by how it ended, linked to the trace that asked for it. */
export const jobStep = <E, R>(
  job: ClaimedJob,
  step: Effect.Effect<JobVerdict, E, R>
): Effect.Effect<JobVerdict, E, R> =>
  Effect.withFiber((fiber) => {
    const environment = fiber.getRef(PlaneName)
    const work = fiber.getRef(CurrentWork)
    const startedAt = performance.now()
    const counted = Effect.onExit(step, (exit) => {
      countStep(environment, job.task, outcomeOf(exit), performance.now() - startedAt)
      return Effect.logDebug("stepped", { outcome: outcomeOf(exit) })
    })
    return rootSpan(
      () => ({
        name: job.task,
        kind: "consumer",
        links: linksOf(job.id),
        attributes: { "pontepay.environment": environment, "pontepay.attempt": job.attempt }
      }),
      counted,
      (exit): Ending => ({
        attributes: { outcome: outcomeOf(exit), "pontepay.records": [...(work?.records ?? [])] },
        problem: Exit.isFailure(exit) ? problemOf(exit) : undefined
      })
    )
  })

const outcomeOf = (exit: Exit.Exit<JobVerdict, unknown>): string => {
  if (Exit.isSuccess(exit)) return exit.value._tag === "Finished" ? "finished" : "again"
  return problemOf(exit) === "interrupted" ? "interrupted" : "failed"
}
