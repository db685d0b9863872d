// The count of wrong PINs of one wallet (spec "Authentication" 5; contract of the wallet keys). An attempt is written down
// before it is checked, so however many come at once, three are checked and no more. Three that are not known to be right
// lock the wallet for 24 hours from the third; a right one forgives those that came before it, and itself. One whose
// checker died told nobody anything, and is forgotten (0119).
import { Schema } from "effect"
import { limits } from "../limits/limits.ts"
import { recordKind } from "../ports/records.ts"

const Attempt = Schema.Struct({
  number: Schema.Int,
  at: Schema.Int,
  /** `open`: being checked, or whoever checked it is gone. */
  outcome: Schema.Literals(["open", "wrong"]),
  /** Names the request that is checked, where its twins can be told by an Idempotency-Key. */
  request: Schema.optionalKey(Schema.String)
})

export const PinState = Schema.Struct({
  /** The wallet's own id. */
  id: Schema.String,
  owner: Schema.String,
  /** How many attempts there ever were: the number of the last. */
  counted: Schema.Int,
  /** Those that count, oldest first. */
  attempts: Schema.Array(Attempt),
  /** The number of the last right one: it and those below are forgiven, whatever is found about them later. */
  forgiven: Schema.optionalKey(Schema.Int),
  updatedAt: Schema.Int
})
export type PinState = typeof PinState.Type

export const PinStates = recordKind({ kind: "pinState", schema: PinState })

/** The state of a wallet whose PIN was never tried. */
export const untried = (wallet: { readonly id: string; readonly owner: string }, now: number): PinState => ({
  id: wallet.id,
  owner: wallet.owner,
  counted: 0,
  attempts: [],
  updatedAt: now
})

/** Whoever checks an attempt for longer is taken for dead; should he live, his finding still counts. */
const checkingMs = 30_000

/** Whether one more attempt may be checked; `opensAt` is in Unix milliseconds. */
export type PinAdmission =
  | { readonly _tag: "Counted"; readonly state: PinState; readonly number: number }
  | { readonly _tag: "Locked"; readonly opensAt: number }
  /** Three are counted and not all of them checked: the next moment tells. */
  | { readonly _tag: "Checking" }
  /** The same request is being checked: it is the one that counts. */
  | { readonly _tag: "Twin" }

/** Counts one more attempt, or says why it is not checked. */
export const admitAttempt = (state: PinState, now: number, request?: string): PinAdmission => {
  const standing = state.attempts.filter(({ at, outcome }) => outcome === "wrong" || now < at + checkingMs)
  if (request !== undefined && standing.some((each) => each.outcome === "open" && each.request === request)) {
    return { _tag: "Twin" }
  }
  const third = standing[limits.pinAttempts - 1]
  const opensAt = third === undefined ? now : third.at + limits.pinLockMs
  if (third !== undefined && now < opensAt) {
    return standing.every(({ outcome }) => outcome === "wrong") ? { _tag: "Locked", opensAt } : { _tag: "Checking" }
  }
  const number = state.counted + 1
  const before = third === undefined ? standing : []
  // Clocks of processes differ; attempts stand in the order in which they were counted.
  const at = Math.max(now, before.at(-1)?.at ?? now)
  const attempts = [...before, { number, at, outcome: "open" as const, ...(request === undefined ? {} : { request }) }]
  return { _tag: "Counted", number, state: { ...state, counted: number, attempts, updatedAt: now } }
}

/** What the check of an attempt found; `unchecked` when there was no check after all. */
export type Finding = "right" | "wrong" | "unchecked"

/** The state once an attempt was checked. */
export const afterCheck = (state: PinState, number: number, finding: Finding, now: number): PinState => {
  const after = { ...state, updatedAt: now }
  const others = state.attempts.filter((attempt) => attempt.number !== number)
  switch (finding) {
    case "right":
      return {
        ...after,
        forgiven: Math.max(number, state.forgiven ?? 0),
        attempts: others.filter((attempt) => attempt.number > number)
      }
    case "wrong":
      return number <= (state.forgiven ?? 0)
        ? after
        : { ...after, attempts: withWrong(state.attempts, others, number, now) }
    case "unchecked":
      return { ...after, attempts: others }
  }
}

// One that was forgotten too soon comes back to its place.
const withWrong = (
  attempts: PinState["attempts"],
  others: PinState["attempts"],
  number: number,
  now: number
): PinState["attempts"] => {
  const next = others.find((attempt) => attempt.number > number)
  const at = attempts.find((attempt) => attempt.number === number)?.at ?? next?.at ?? now
  return [...others, { number, at, outcome: "wrong" as const }]
    .toSorted((a, b) => a.number - b.number).slice(0, limits.pinAttempts)
}
