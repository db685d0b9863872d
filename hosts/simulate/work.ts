// A process of a simulation, and what it is doing. Whatever runs in it reaches the outside through services that are
// guarded: each call has a place in its piece of work, may be where the process dies, and is never answered after that.
import { Context, Effect } from "effect"
import { type Accounts, firstAccounts } from "./accounts.ts"
import type { Decisions } from "./decisions.ts"
import type { Fault } from "./faults.ts"

/** One request, event or job as it is being worked on by a process. */
export interface Work {
  /** Names it: the same request or job tried again has another name. */
  readonly label: string
  readonly process: Process
  calls: number
}

export class Process {
  isAlive = true
  readonly name: string
  /** Milliseconds by which its clock is off. */
  skewMs = 0
  /** The accounts at providers that it is configured with. */
  accounts: Accounts = firstAccounts
  private readonly onDeath: (process: Process) => void

  constructor(name: string, onDeath: (process: Process) => void) {
    this.name = name
    this.onDeath = onDeath
  }

  /** As by signal 9: what it was doing stops where it was. */
  kill(): void {
    if (!this.isAlive) return
    this.isAlive = false
    this.onDeath(this)
  }
}

const idle: Work = { label: "outside", process: new Process("outside", () => undefined), calls: 0 }

/** What the fiber is working on. */
export const CurrentWork = Context.Reference<Work>("pontepay/simulate/CurrentWork", { defaultValue: () => idle })

/** What may go wrong in one call: decided at its place, applied around it. */
export type Trouble = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  place: string,
  method: string
) => Effect.Effect<A, unknown, R>

/** Wraps a service so that its calls belong to the work of a process. */
export const guarded = <S extends object>(
  name: string,
  service: S,
  decisions: Decisions,
  killAfter: Fault,
  trouble: Trouble
): S => {
  const through = (call: Effect.Effect<unknown, unknown, unknown>, method: string) =>
    Effect.withFiber((fiber) => {
      const work = Context.get(fiber.context, CurrentWork)
      if (!work.process.isAlive) return Effect.never
      const place = `${work.label}:${++work.calls}:${name}.${method}`
      const kill = decisions.at(`${place}!`, ["killBeforeCall", killAfter])
      if (kill === "killBeforeCall") {
        work.process.kill()
        return Effect.never
      }
      return Effect.matchCauseEffect(trouble(call, place, method), {
        onSuccess: (value) => settled(work, kill, Effect.succeed(value)),
        onFailure: (cause) => settled(work, kill, Effect.failCause(cause))
      })
    })
  return new Proxy(service, {
    get: (target, property) => {
      const member: unknown = Reflect.get(target, property)
      if (Effect.isEffect(member)) return through(member, String(property))
      if (typeof member !== "function") return member
      return (...parts: ReadonlyArray<unknown>) => {
        const result: unknown = Reflect.apply(member, target, parts)
        return Effect.isEffect(result) ? through(result, String(property)) : result
      }
    }
  })
}

const settled = <A, E>(work: Work, kill: Fault | undefined, answer: Effect.Effect<A, E>): Effect.Effect<A, E> => {
  if (kill !== undefined) work.process.kill()
  return work.process.isAlive ? answer : Effect.never
}
