// A request that did not succeed, with all that support needs to find it.
import type { Reason } from "../../../../core/base/reason/reason.ts"

export interface Detail {
  readonly field: string
  readonly message: string
}

/** What was refused: the service's own words, or `status` 0 when no one answered. */
export class Failure extends Error {
  readonly status: number
  readonly errorCode: string | null
  readonly details: ReadonlyArray<Detail>
  /** The reason that the message ends with, where it is one. */
  override readonly cause: Reason | null
  readonly requestId: string | null

  constructor(
    message: string,
    parts: {
      readonly status: number
      readonly errorCode?: string | null
      readonly details?: ReadonlyArray<Detail>
      readonly cause?: Reason | null
      readonly requestId?: string | null
    }
  ) {
    super(message)
    this.status = parts.status
    this.errorCode = parts.errorCode ?? null
    this.details = parts.details ?? []
    this.cause = parts.cause ?? null
    this.requestId = parts.requestId ?? null
  }
}

/** Anything thrown, as a failure. */
export const failureOf = (thrown: unknown): Failure =>
  thrown instanceof Failure
    ? thrown
    : new Failure(thrown instanceof Error ? thrown.message : String(thrown), { status: 0 })

interface Envelope {
  readonly error?: string
  readonly errorCode?: string | null
  readonly details?: ReadonlyArray<Detail>
  readonly cause?: Reason
}

const envelopeIn = (text: string): Envelope => {
  try {
    return JSON.parse(text) as Envelope
  } catch {
    return {}
  }
}

/** What an answer that is no success says. */
export const failureIn = async (response: Response): Promise<Failure> => {
  const { cause, details, error, errorCode } = envelopeIn(await response.text())
  return new Failure(error ?? `${response.status} ${response.statusText}`, {
    status: response.status,
    errorCode: errorCode ?? null,
    details: details ?? [],
    cause: cause ?? null,
    requestId: response.headers.get("x-request-id")
  })
}

/** Whether nothing was refused, but waits for a second person. */
export const isWaiting = (failure: Failure | undefined): boolean => failure?.errorCode === "SECOND_OPERATOR_REQUIRED"
