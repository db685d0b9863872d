// The error of a refusal. A code that has no class, from a newer service, is an ApiError with that code.
import { errorClasses } from "./error-classes.ts"
import { ApiError, type Refused } from "./errors.ts"

/** Every errorCode of the interface. */
export type ErrorCode = keyof typeof errorClasses

const isKnown = (code: string | null): code is ErrorCode => code !== null && Object.hasOwn(errorClasses, code)

/** The error of a refusal, of the class of its code. */
export const apiError = (refused: Refused): ApiError => {
  const { errorCode } = refused
  const Class: new(refused: Refused) => ApiError = isKnown(errorCode) ? errorClasses[errorCode] : ApiError
  return new Class(refused)
}
