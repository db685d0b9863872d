// What a conformance suite is: named checks of a port, as data, for any test runner or none. A check tells its story as it
// goes, so that a failure says what was done, what was expected, what came, and why it matters to whoever calls the port.
import { Cause, Effect, Exit } from "effect"

/** One check. `S` opens what is checked; `run` rejects with `PromiseBroken` or `NotShown`. */
export interface Check<S> {
  readonly name: string
  /** The promise of the port that it is about, and what breaks in the service without it. */
  readonly why: string
  readonly run: (subject: S) => Promise<void>
}

/** The checks of one port. */
export interface Suite<S> {
  readonly port: string
  readonly checks: ReadonlyArray<Check<S>>
}

/** The subject cannot do what a check needs: nothing is known, which is not the same as passed. */
export class NotShown extends Error {
  override readonly name = "NotShown"
}

/** An adapter does not keep a promise of its port. */
export class PromiseBroken extends Error {
  override readonly name = "PromiseBroken"
}

/** Thrown within a check where what came is not what was expected. */
class Mismatch extends Error {
  readonly expected: string
  readonly came: string

  constructor(expected: string, came: string) {
    super(`expected ${expected}, came ${came}`)
    this.expected = expected
    this.came = came
  }
}

/** Fails the check that throws it. */
export const mismatch = (expected: string, came: string): Error => new Mismatch(expected, came)

const summary = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? "" : `, because of ${summary(error.cause)}`
  return `${error.name}${error.message === "" ? "" : `: ${error.message}`}${cause}`
}

/** Runs an effect of a port. One that fails where the check needs an answer breaks it; what it throws comes out as it is. */
export const answerOf = async <A>(effect: Effect.Effect<A, unknown>): Promise<A> => {
  const exit = await Effect.runPromiseExit(effect)
  if (Exit.isSuccess(exit)) return exit.value
  const problem = Cause.squash(exit.cause)
  throw Cause.hasDies(exit.cause) ? problem : mismatch("an answer", `it failed with ${summary(problem)}`)
}

/** Steps that a failure tells of: the last ones. */
const mostSteps = 12

/** Takes down what a check does. */
export class Story {
  readonly steps: Array<string> = []

  /** Something is done now. */
  did(step: string): void {
    this.steps.push(step)
  }

  /** Fails the check unless `holds`. */
  must(holds: boolean, expected: string, came: string): void {
    if (!holds) throw new Mismatch(expected, came)
  }

  /** Gives what a check needs, or ends it as not shown. */
  need<A>(capability: A | undefined, what: string): A {
    if (capability === undefined) throw new NotShown(what)
    return capability
  }
}

const toldOf = (steps: ReadonlyArray<string>): string => {
  if (steps.length === 0) return "nothing yet"
  const before = steps.length - mostSteps
  return [...(before > 0 ? [`(${before} before)`] : []), ...steps.slice(-mostSteps)].join("\n")
}

const indented = (text: string): string => text.replaceAll("\n", "\n            ")

/** Where an error was thrown, as far as the adapter's author can go there: not in the kit, a package or the platform. */
const placeOf = ({ stack = "" }: Error): string => {
  const foreign = [import.meta.dirname, new URL(".", import.meta.url).href, "node:", "/node_modules/", "<anonymous>"]
  const frame = stack.split("\n").find((line) => /^ +at /.test(line) && !foreign.some((part) => line.includes(part)))
  return frame === undefined ? "" : `\n${frame.trim()}`
}

/** What a failure says: of what was thrown, the check itself knows nothing. */
const told = (cause: unknown, why: string): Readonly<Record<"expected" | "came" | "why", string>> =>
  cause instanceof Mismatch ? { expected: cause.expected, came: cause.came, why } : {
    expected: "a port answers with an outcome; it does not throw",
    came: `it threw ${summary(cause)}${cause instanceof Error ? placeOf(cause) : ""}`,
    why: "whoever asked learns nothing from it: the order stays open until a person looks"
  }

const broken = (port: string, name: string, because: string, story: Story, cause: unknown): PromiseBroken => {
  const { came, expected, why } = told(cause, because)
  const lines = [
    `${port}: ${name}`,
    `  done      ${indented(toldOf(story.steps))}`,
    `  expected  ${indented(expected)}`,
    `  came      ${indented(came)}`,
    `  because   ${indented(why)}`
  ]
  return new PromiseBroken(lines.join("\n"), { cause })
}

/** How long a check may take before it counts as broken: no one waits for an adapter for ever. */
const longestMs = 60_000

const inTime = async (run: Promise<void>): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const text = `nothing for ${longestMs} ms`
    timer = setTimeout(() => reject(new Mismatch("an end", text)), longestMs)
  })
  try {
    await Promise.race([run, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A check of a port from what it does. */
export const check = <S>(
  port: string,
  name: string,
  why: string,
  run: (subject: S, story: Story) => Promise<void>
): Check<S> => ({
  name,
  why,
  run: async (subject) => {
    const story = new Story()
    try {
      await inTime(run(subject, story))
    } catch (cause) {
      throw cause instanceof NotShown ? cause : broken(port, name, why, story, cause)
    }
  }
})
