// Since when a movement has been held, and for which cause. It is tried again all the while, so that its state goes from HELD to SENDING
// and back: what it went through says more than its state does.
import type { HeldCause } from "../../base/reason/review-reason.ts"
import type { ReasonCode } from "../../base/reason/reason.ts"
import type { Movement } from "./movement.ts"

/** What a movement is held for. */
export interface Hold {
  readonly cause: HeldCause
  /** Unix milliseconds. */
  readonly since: number
}

const causes: Readonly<Partial<Record<ReasonCode, HeldCause>>> = {
  float: "float",
  floatReserved: "float",
  floatUnread: "float",
  belowLowMark: "float",
  fuel: "fuel",
  limit: "limit",
  treasuryLimit: "limit",
  paused: "paused",
  custody: "custody"
}

/** The cause that it was held for last, and since when nothing but being held happened to it; undefined where it is not held. */
export const holdOf = ({ doubtedAt, history = [], state }: Movement): Hold | undefined => {
  if (doubtedAt !== null || state !== "HELD" && state !== "SENDING") return undefined
  const before = history.findLastIndex(({ on, to }) => on !== "held" && (on !== "claimed" || to !== "SENDING"))
  const tries = history.slice(before + 1).filter(({ on }) => on === "held")
  const code = tries.at(-1)?.reason?.code
  const cause = code === undefined ? undefined : causes[code]
  const since = tries[0]?.at
  return cause === undefined || since === undefined ? undefined : { cause, since }
}
