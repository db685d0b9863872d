// The ports with an observer in front: each call is counted by its outcome and timed, and is a span inside a request or a
// step. Adapters and use cases know nothing of it.
import { Context, Effect, Exit, type Fiber, Layer } from "effect"
import type { Environment } from "../../core/base/environment/environment.ts"
import { type ClaimedJob, JobQueue } from "../../core/engine/store/job-queue.ts"
import type { Adapted } from "../../core/ports/moving/adapter.ts"
import { Notifier, type NotifierAnswer } from "../../core/ports/notifier.ts"
import { type ChangeSet, Store } from "../../core/engine/store/store.ts"
import { callCounter, countBuried, countClaimed, countDelivery } from "./instruments.ts"
import { CurrentWork, ownIds, problemOf, rememberOrigin, spanOf, touch, traced } from "./observe.ts"

/** Text that holds the ids which a call is about. */
type About<Operation> = Operation extends (...args: infer Args) => Effect.Effect<unknown, unknown>
  ? (...args: Args) => string
  : never

type Operations<Port> = { readonly [Name in keyof Port]?: About<Port[Name]> }

type Count = (asked: Effect.Effect<unknown, unknown>) => Effect.Effect<unknown, unknown>
type Ask = (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>

/** The call is about no record of ours. */
export const nothing = () => ""

const watched = <Port extends object>(
  environment: Environment,
  name: string,
  port: Port,
  operations: Operations<NoInfer<Port>>,
  /** Called so often that only whoever traces a request wants to see it: counting would cost as much as the call. */
  isOften = false
): Port => {
  const before = { ...port } as Readonly<Record<string, unknown>>
  const asks = Object.entries(operations).map(([operation, about]) => {
    const idsIn = about as (...args: ReadonlyArray<unknown>) => string
    return [operation, call(environment, name, operation, idsIn, before[operation] as Ask, isOften)] as const
  })
  return { ...port, ...Object.fromEntries(asks) }
}

const call = (
  environment: Environment,
  port: string,
  operation: string,
  idsIn: (...args: ReadonlyArray<unknown>) => string,
  ask: Ask,
  isOften: boolean
): Ask => {
  const count = callCounter(environment, port, operation)
  const counted: Count = isOften ? (asked) => asked : (asked) => {
    const startedAt = performance.now()
    return Effect.onExit(asked, (exit) => {
      count(outcomeOf(exit), performance.now() - startedAt)
      return Effect.void
    })
  }
  return (...args) =>
    Effect.withFiber((fiber) =>
      spanOf(fiber) === undefined ? counted(ask(...args)) : traced(
        `${port}.${operation}`,
        "client",
        () => ({
          port,
          operation,
          "pontepay.environment": environment,
          "pontepay.records": ownIds(idsIn(...args))
        }),
        counted(ask(...args)),
        (exit) => ({
          attributes: { outcome: outcomeOf(exit) },
          problem: Exit.isFailure(exit) ? problemOf(exit) : undefined
        })
      )
    )
}

/** Answers of ports that say what became of the call. */
const outcomes: Readonly<Record<string, string>> = {
  Done: "done",
  Refused: "refused",
  Unknown: "unknown",
  Absent: "absent",
  Accepted: "accepted",
  Invalid: "invalid",
  Used: "used",
  NotEnabled: "not_enabled",
  Failed: "failed",
  Answered: "answered",
  Unreached: "unreached",
  NotAllowed: "not_allowed",
  PutOff: "put_off"
}

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isFailure(exit)) return problemOf(exit) ?? "failure"
  const { value } = exit
  const tag = typeof value === "object" && value !== null && "_tag" in value ? value._tag : undefined
  return typeof tag === "string" ? outcomes[tag] ?? "done" : "done"
}

/** A port with an observer: the services that it is made of, and what is noted of its calls. */
export interface ObservedPort<Services> {
  readonly observe: (environment: Environment, given: Context.Context<Services>) => Context.Context<Services>
}

const nameOf = ({ key }: { readonly key: string }): string => key.slice(key.lastIndexOf("/") + 1)

/** A port of one service. */
export const single = <Service, Shape extends object>(
  key: Context.Key<Service, Shape>,
  operations: Operations<NoInfer<Shape>>
): ObservedPort<Service> => ({
  observe: (environment, given) =>
    Context.make(key, watched(environment, nameOf(key), Context.get(given, key), operations))
})

/** A port of two services that are one object: what use cases call, and what movements call. */
export const double = <Calls, CallsShape extends object, Moves, MovesShape extends object>(
  { calls, of, services }: Adapted<Calls, CallsShape, Moves, MovesShape>,
  operations: Operations<NoInfer<CallsShape & MovesShape>>
): ObservedPort<Calls | Moves> => ({
  observe: (environment, given) => services(watched(environment, nameOf(calls), of(given), operations))
})

/** A port that a plane may be without. */
export const optional = <Shape extends object>(
  key: Context.Reference<Shape | undefined>,
  operations: Operations<NoInfer<Shape>>
): ObservedPort<never> => ({
  observe: (environment, given) => {
    const port = Context.get(given, key)
    return port === undefined
      ? Context.empty()
      : Context.make(key, watched(environment, nameOf(key), port, operations))
  }
})

/** What an operator set, which is asked nothing. */
export const setting: ObservedPort<never> = { observe: () => Context.empty() }

/** The port that sends webhooks, whose answers are counted as deliveries too. */
export const notifier: ObservedPort<Notifier> = {
  observe: (environment, given) => {
    const { post } = watched(environment, "Notifier", Context.get(given, Notifier), { post: nothing })
    return Context.make(Notifier, {
      post: (notification) =>
        Effect.tap(
          post(notification),
          (answer) => Effect.sync(() => countDelivery(environment, deliveryOutcome(answer)))
        )
    })
  }
}

const deliveryOutcome = (answer: NotifierAnswer): string => {
  switch (answer._tag) {
    case "Answered":
      return answer.status >= 200 && answer.status < 300 ? "delivered" : "refused"
    case "Unreached":
      return "unreached"
    case "NotAllowed":
      return "not_allowed"
    case "PutOff":
      return "put_off"
  }
}

/** The services of a table of ports. */
export type ServicesOf<Ports> = { [P in keyof Ports]: Ports[P] extends ObservedPort<infer S> ? S : never }[keyof Ports]

type AnyPorts = Readonly<Record<string, ObservedPort<never>>>

/** Observes the ports of a plane between its adapters and whoever asks them. */
export const layer = <Ports>(
  environment: Environment,
  ports: Ports
): Layer.Layer<ServicesOf<Ports>, never, ServicesOf<Ports>> =>
  Layer.effectContext(
    Effect.map(Effect.context<ServicesOf<Ports>>(), (given) =>
      Object.values(ports as AnyPorts).reduce<Context.Context<never>>(
        (all, { observe }) =>
          Context.merge(all, observe(environment, given)),
        Context.empty()
      ) as Context.Context<ServicesOf<Ports>>)
  )

/** The store and the queue of a plane, observed: what is written becomes known to the request or step that writes it. */
export const observedStore = <R>(
  environment: Environment,
  given: Context.Context<R | Store | JobQueue>
): Context.Context<R | Store | JobQueue> => {
  const reads = { get: nothing, find: nothing, list: nothing, ask: nothing, feed: nothing }
  const readable = watched(environment, "Store", Context.get(given, Store), reads, true)
  const store = watched(environment, "Store", readable, {
    commit: ({ writes }) => writes.map(({ id }) => id).join(" ")
  })
  const queue = Context.get(given, JobQueue)
  return given.pipe(
    Context.add(Store, {
      ...store,
      commit: (changes) =>
        Effect.withFiber((fiber) => {
          note(fiber, changes)
          return store.commit(changes)
        })
    }),
    Context.add(JobQueue, {
      ...queue,
      claim: (request) =>
        Effect.map(queue.claim(request), (jobs) => {
          for (const { task } of jobs) countClaimed(environment, task)
          return jobs
        }),
      bury: (job: ClaimedJob, problem) => {
        countBuried(environment, job.task)
        return queue.bury(job, problem)
      }
    })
  )
}

const note = (fiber: Fiber.Fiber<unknown, unknown>, { jobs, writes }: ChangeSet): void => {
  const work = fiber.getRef(CurrentWork)
  if (work !== undefined) { for (const { id } of writes) touch(work, id) }
  if (jobs.length > 0) rememberOrigin(fiber, jobs)
}
