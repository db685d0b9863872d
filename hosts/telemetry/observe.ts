// What hosts put around their work: requests, use cases and steps of jobs. Each counts, says in the log what it is about,
// and is a span where traces are exported.
import { Cause, Clock, Context, Effect, Exit, type Fiber, Option, References, Tracer } from "effect"
import type { Environment } from "../../core/base/environment/environment.ts"
import { prefixes } from "../../core/base/ids/ids.ts"
import type { ClaimedJob, JobVerdict } from "../../core/engine/store/job-queue.ts"
import { countStep, useCaseCounter } from "./instruments.ts"

// What a request or a step of a job is about: the records it named or wrote, for the lines of its log and its spans.
// Only ids of our own making are taken, so no id that a caller chose, which may be personal, gets in.

/** The records of one request or step, in the order in which they came up. */
export interface Work {
  readonly records: Array<string>
}

/** What the fibre is at; nothing outside a request or a step. */
export const CurrentWork: Context.Reference<Work | undefined> = Context.Reference("pontepay/hosts/telemetry/Work", {
  defaultValue: (): Work | undefined => undefined
})

/** More than this of one commit helps no one. */
const mostRecords = 16

const own = new RegExp(`\\b(?:(?:${Object.keys(prefixes).join("|")})_[0-9a-f]{32}|[0-9a-f]{24})\\b`, "g")

/** Our own ids in a text. */
export const ownIds = (text: string): ReadonlyArray<string> => text.match(own) ?? []

const whole = /^(?:([a-z]{3})_[0-9a-f]{32}|[0-9a-f]{24})$/

/** Adds the ids of ours that a text holds; most often it is one as a whole. */
export const touch = ({ records }: Work, text: string): void => {
  const [id, prefix] = whole.exec(text) ?? []
  const ids = id !== undefined && (prefix === undefined || prefix in prefixes) ? [id] : ownIds(text)
  for (const each of ids) {
    if (records.length < mostRecords && !records.includes(each)) records.push(each)
  }
}

// Spans of a host. A root is begun for a request or a step where traces are exported and the sampler takes it; anything
// below exists only inside such a root. Where nothing is exported no span is made at all.
// Invariant: a span says which record, operation and outcome, in names and ids of ours; what a failure says of itself may
// quote people and stays out (0149).

export type Attributes = Readonly<Record<string, string | number | boolean | ReadonlyArray<string>>>

/** What is known when a span ends. A `problem` marks it as failed. */
export interface Ending {
  readonly attributes?: Attributes
  readonly problem?: string | undefined
}

/** Decides whether a trace that begins here, or goes on here, is recorded. */
export type Sampler = (parent: Tracer.ExternalSpan | undefined) => boolean

/** The sampler of a host; every trace by default. */
export const Sampling: Context.Reference<Sampler> = Context.Reference("pontepay/hosts/telemetry/Sampling", {
  defaultValue: (): Sampler => () => true
})

export interface Root {
  readonly name: string
  readonly kind: "server" | "consumer"
  /** The W3C header of whoever asked. */
  readonly traceparent?: string | undefined
  readonly links?: ReadonlyArray<Tracer.SpanLink>
  readonly attributes: Attributes
}

type AnyFiber = Fiber.Fiber<unknown, unknown>

/** Whether somebody takes spans: without a tracer of its own a fibre would make them for no one. */
const isExporting = (fiber: AnyFiber): boolean => fiber.cache.tracer !== undefined

/** The span that a fibre is in, where it is recorded. */
export const spanOf = (fiber: AnyFiber): Tracer.Span | undefined => {
  const { span } = fiber.cache
  return span?._tag === "Span" && span.sampled && isExporting(fiber) ? span : undefined
}

/** Puts the span of a request or a step around an effect. */
export const rootSpan = <A, E, R>(
  root: () => Root,
  effect: Effect.Effect<A, E, R>,
  endingOf: (exit: Exit.Exit<A, E>) => Ending
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    if (!isExporting(fiber)) return effect
    const { attributes, kind, links = [], name, traceparent } = root()
    const parent = remoteSpan(traceparent)
    return fiber.getRef(Sampling)(parent)
      ? within(
        name,
        { attributes, kind, links, sampled: true, ...(parent ? { parent } : { root: true }) },
        effect,
        endingOf
      )
      : effect
  })

/** Puts a span around an effect inside a root that is recorded. */
export const traced = <A, E, R>(
  name: string,
  kind: "internal" | "client",
  attributes: () => Attributes,
  effect: Effect.Effect<A, E, R>,
  endingOf: (exit: Exit.Exit<A, E>) => Ending
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) =>
    spanOf(fiber) === undefined ? effect : within(name, { attributes: attributes(), kind }, effect, endingOf)
  )

const within = <A, E, R>(
  name: string,
  options: Tracer.SpanOptions,
  effect: Effect.Effect<A, E, R>,
  endingOf: (exit: Exit.Exit<A, E>) => Ending
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.makeSpan(name, options), (span) =>
    effect.pipe(
      Effect.provideService(Tracer.ParentSpan, span),
      Effect.onExit((exit) =>
        Clock.clockWith((clock) =>
          Effect.sync(() => {
            const { attributes = {}, problem } = endingOf(exit)
            for (const [key, value] of Object.entries(attributes)) span.attribute(key, value)
            if (problem !== undefined) span.attribute("error.type", problem)
            span.end(clock.currentTimeNanosUnsafe(), endOf(exit, problem))
          })
        )
      )
    )) as Effect.Effect<A, E, R>

const endOf = (exit: Exit.Exit<unknown, unknown>, problem: string | undefined): Exit.Exit<void, Error> => {
  if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) return Exit.interrupt()
  if (problem === undefined) return Exit.void
  const named = new Error(problem)
  named.name = problem
  named.stack = problem
  return Exit.fail(named)
}

/** The name of what an effect failed with: that of our own error, or of a defect's class. */
export const problemOf = (exit: Exit.Exit<unknown, unknown>): string | undefined => {
  if (Exit.isSuccess(exit)) return undefined
  if (Cause.hasInterruptsOnly(exit.cause)) return "interrupted"
  const failure = Cause.squash(exit.cause)
  return failure instanceof Error ? nameOf(failure) : "failure"
}

const nameOf = ({ name }: Error): string => /^\w{1,60}$/.test(name) ? name : "Error"

const traceparentForm = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/
const nothing = /^0+$/

const remoteSpan = (traceparent: string | undefined): Tracer.ExternalSpan | undefined => {
  const [, traceId = "0", spanId = "0", flags = "0"] = traceparentForm.exec(traceparent ?? "") ?? []
  if (nothing.test(traceId) || nothing.test(spanId)) return undefined
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 })
}

/** Jobs whose origins are remembered; older ones are forgotten first. */
const mostOrigins = 10_000
const origins = new Map<string, Tracer.ExternalSpan>()

/** Remembers in which trace jobs were requested, so that their steps link to it. Of other processes nothing is known. */
export const rememberOrigin = (fiber: AnyFiber, jobs: ReadonlyArray<{ readonly id: string }>): void => {
  const span = spanOf(fiber)
  if (span === undefined) return
  const origin = Tracer.externalSpan({ traceId: span.traceId, spanId: span.spanId, sampled: true })
  for (const { id } of jobs) {
    if (origins.size >= mostOrigins) origins.delete(origins.keys().next().value ?? "")
    origins.set(id, origin)
  }
}

/** Links to the trace that asked for a job. */
const linksOf = (job: string): ReadonlyArray<Tracer.SpanLink> =>
  Option.match(Option.fromUndefinedOr(origins.get(job)), {
    onNone: () => [],
    onSome: (span) => [{ span, attributes: {} }]
  })

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

// A refusal is an answer like another; what no one foresaw is a fault.
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
