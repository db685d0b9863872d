// The faults that may have led to a broken promise: those that name what it is about, or else whatever went wrong last.
import type { Violation } from "./auditor/judge.ts"
import type { Outcome } from "./simulate.ts"

/** How many are told. */
const most = 3

const idsIn = (text: string): ReadonlyArray<string> => text.match(/\b[a-z]+_[0-9a-fx]{6,}/g) ?? []

const agoOf = (ms: number): string =>
  ms < 60_000
    ? `${Math.round(ms / 1_000)} s`
    : ms < 7_200_000
    ? `${Math.round(ms / 60_000)} min`
    : `${Math.round(ms / 3_600_000)} h`

/** A line for each, the last one last. */
export const faultsBefore = ({ injected }: Outcome, { at, message }: Violation): ReadonlyArray<string> => {
  const before = injected.filter((fault) => fault.at <= at)
  const ids = idsIn(message)
  const named = before.filter(({ place }) => ids.some((id) => place.includes(id)))
  return (named.length > 0 ? named : before).slice(-most).map((fault) =>
    `${fault.fault} at ${fault.place}, ${agoOf(at - fault.at)} before`
  )
}
