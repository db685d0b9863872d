// Spans of a host. A root is begun for a request or a step where traces are exported and the sampler takes it; anything
// below exists only inside such a root. Where nothing is exported no span is made at all.
// Invariant: a span says which record, operation and outcome, in names and ids of ours; what a failure says of itself may
// quote people and stays out (0149).
import { Cause, Clock, Context, Effect, Exit, type Fiber, Option, Tracer } from "effect"

export type Attributes = Readonly<Record<string, string | number | boolean | ReadonlyArray<string>>>

/** What is known when a span ends. A `problem` marks it as failed. */
export interface Ending {
  readonly attributes?: Attributes
  readonly problem?: string | undefined
}

/** Decides whether a trace that begins here, or goes on here, is recorded. */
export type Sampler = (parent: Tracer.ExternalSpan | undefined) => boolean

/** The sampler of a host; every trace unless told otherwise. */
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

/** Whether somebody takes spans: without a tracer of its own a fibre would make them for nobody. */
export const isExporting = (fiber: AnyFiber): boolean => fiber.cache.tracer !== undefined

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

/** Remembers in which trace jobs were asked for, so that their steps link to it. Of other processes nothing is known. */
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
export const linksOf = (job: string): ReadonlyArray<Tracer.SpanLink> =>
  Option.match(Option.fromUndefinedOr(origins.get(job)), {
    onNone: () => [],
    onSome: (span) => [{ span, attributes: {} }]
  })
