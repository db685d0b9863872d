// Why a command ends without having done what was asked: one line, what to do about it, and the exit code.
import { Data } from "effect"

/** 1: it did not work, or something was found; 2: it was asked for in a wrong way. */
export type ExitCode = 0 | 1 | 2

export class CliFailure extends Data.TaggedError("CliFailure")<{
  readonly message: string
  /** What to do. */
  readonly hint?: string | undefined
  readonly exitCode: ExitCode
  /** What a program tells failures apart by, where the service said it. */
  readonly code?: string | undefined
  /** What is wrong with each field, where the service said it. */
  readonly details?: ReadonlyArray<unknown> | undefined
  /** The status that the service answered, where it is the service that refused. */
  readonly status?: number | undefined
}> {}

/** It did not work. */
export const failed = (message: string, hint?: string): CliFailure => new CliFailure({ message, hint, exitCode: 1 })

/** It was asked for in a wrong way. */
export const misused = (message: string, hint?: string): CliFailure => new CliFailure({ message, hint, exitCode: 2 })

/** The service does not answer: whoever waits for it may ask again. */
export const unanswered = 0

/** The code of a failure without an answer. */
export const noAnswer = "NO_ANSWER"

const codeOf = ({ code, exitCode, status }: CliFailure): string => {
  if (code !== undefined) return code
  if (status === unanswered) return noAnswer
  return exitCode === 2 ? "MISUSED" : "FAILED"
}

/** A failure for programs. */
export const errorOf = (failure: CliFailure): Readonly<Record<string, unknown>> => ({
  code: codeOf(failure),
  message: failure.message,
  ...(failure.details === undefined ? {} : { details: failure.details }),
  ...(failure.hint === undefined || failure.hint === "" ? {} : { hint: failure.hint })
})

/** What was thrown, as a failure. */
export const asFailure = (cause: unknown): CliFailure =>
  cause instanceof CliFailure ? cause : failed(cause instanceof Error ? cause.message : String(cause))
