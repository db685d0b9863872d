// How the checks of a data plane are run: each on a plane of its own, empty at first, with its calls taken down for the
// story of a failure.
import { inspect } from "node:util"
import { Context, Effect, type Layer, type Scope } from "effect"
import { JobQueue } from "../../../core/engine/store/job-queue.ts"
import { Store } from "../../../core/engine/store/store.ts"
import { type Check, NotShown, type Story, answerOf, check } from "../suite.ts"

/** Builds the store and the queue of one data plane. */
export type PlaneLayer = Layer.Layer<Store | JobQueue, unknown>

/** A data plane to be looked at. What is left out is reported as not shown. */
export interface PlaneSubject {
  /** Builds an empty data plane each time it is built. */
  readonly layer: PlaneLayer
  /** An empty data plane, as a layer that opens this same one each time it is built: after a restart. */
  readonly reopening?: Effect.Effect<PlaneLayer, never, Scope.Scope>
}

type Program = Effect.Effect<unknown, unknown, Store | JobQueue | Scope.Scope>
type Shown = Program | ((subject: PlaneSubject) => Program)

/** Takes a check: what it shows, and the program that shows it on an empty plane. */
export type Shows = (title: string, program: Shown) => void

/** The same with what breaks in the service without it. */
export type ShowsWhy = (title: string, why: string, program: Shown) => void

const brief = (value: unknown): string => {
  const text = inspect(value, { depth: 4, breakLength: Infinity, maxArrayLength: 4, maxStringLength: 40 })
  return text.length > 240 ? `${text.slice(0, 240)}…` : text
}

const told = <S extends object>(name: string, service: S, story: Story): S =>
  new Proxy(service, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== "function") return member
      return (...parts: ReadonlyArray<unknown>): unknown => {
        story.did(`${name}.${String(key)}(${parts.map(brief).join(", ")})`)
        return Reflect.apply(member, target, parts)
      }
    }
  })

const run = (program: Program, { layer }: PlaneSubject, story: Story): Promise<unknown> =>
  Effect.flatMap(Effect.context<Store | JobQueue>(), (context) =>
    Effect.provide(
      program,
      context.pipe(
        Context.add(Store, told("store", Context.get(context, Store), story)),
        Context.add(JobQueue, told("queue", Context.get(context, JobQueue), story))
      )
    )).pipe(Effect.provide(layer, { local: true }), Effect.scoped, answerOf)

/** The checks that `tests` gives, each with its own reason. */
export const reasonedChecks = (
  port: string,
  tests: (shows: ShowsWhy) => void
): ReadonlyArray<Check<PlaneSubject>> => {
  const checks: Array<Check<PlaneSubject>> = []
  tests((title, why, program) => {
    const of = (subject: PlaneSubject) => typeof program === "function" ? program(subject) : program
    checks.push(
      check(port, title, why, async (subject, story) => {
        await run(of(subject), subject, story)
      })
    )
  })
  return checks
}

/** The checks that `tests` gives, all of one promise. */
export const planeChecks = (
  port: string,
  why: string,
  tests: (shows: Shows) => void
): ReadonlyArray<Check<PlaneSubject>> =>
  reasonedChecks(port, (shows) => tests((title, program) => shows(title, why, program)))

/** A capability of the subject that a check cannot do without. */
export const needed = <A>(capability: A | undefined, what: string): Effect.Effect<A> =>
  capability === undefined ? Effect.die(new NotShown(what)) : Effect.succeed(capability)
