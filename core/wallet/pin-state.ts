// The count of wrong PINs of one wallet (spec "Authentication" 5; contract of the wallet keys). An attempt is written down
// before it is checked, so however many come at once, three are checked and no more. Three that are not known to be right
// lock the wallet for 24 hours from the third; a right one forgives those that came before it, and itself.
import { Schema } from "effect"
import { limits } from "../limits/limits.ts"
import { recordKind } from "../ports/records.ts"

const Attempt = Schema.Struct({
  number: Schema.Int,
  at: Schema.Int,
  /** `open`: being checked, or whoever checked it is gone; then it counts as wrong. */
  outcome: Schema.Literals(["open", "wrong"])
})

export const PinState = Schema.Struct({
  /** The wallet's own id. */
  id: Schema.String,
  owner: Schema.String,
  /** How many attempts there ever were: the number of the last. */
  counted: Schema.Int,
  /** Those that count, oldest first. */
  attempts: Schema.Array(Attempt),
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

/** How long the third attempt may take until those behind it are told that the wallet is locked. */
const checkingMs = 10_000

/** Whether one more attempt may be checked; `opensAt` is in Unix milliseconds. */
export type Admission =
  | { readonly _tag: "Counted"; readonly state: PinState; readonly number: number }
  | { readonly _tag: "Locked"; readonly opensAt: number }
  /** Three are counted and not all of them checked: the next moment tells. */
  | { readonly _tag: "Checking" }

/** Counts one more attempt, or says why it is not checked. */
export const admitAttempt = (state: PinState, now: number): Admission => {
  const third = state.attempts[limits.pinAttempts - 1]
  const opensAt = third === undefined ? now : third.at + limits.pinLockMs
  if (third !== undefined && now < opensAt) {
    const isChecked = state.attempts.every(({ outcome }) => outcome === "wrong")
    return isChecked || now >= third.at + checkingMs ? { _tag: "Locked", opensAt } : { _tag: "Checking" }
  }
  const number = state.counted + 1
  const before = third === undefined ? state.attempts : []
  const attempts = [...before, { number, at: now, outcome: "open" as const }]
  return { _tag: "Counted", number, state: { ...state, counted: number, attempts, updatedAt: now } }
}

/** What the check of an attempt found; `unchecked` when there was no check after all. */
export type Finding = "right" | "wrong" | "unchecked"

/** The state once an attempt was checked. */
export const afterCheck = (state: PinState, number: number, finding: Finding, now: number): PinState => ({
  ...state,
  attempts: remaining(state.attempts, number, finding),
  updatedAt: now
})

const remaining = (attempts: PinState["attempts"], checked: number, finding: Finding): PinState["attempts"] => {
  switch (finding) {
    case "right":
      return attempts.filter(({ number }) => number > checked)
    case "wrong":
      return attempts.map((attempt) => attempt.number === checked ? { ...attempt, outcome: "wrong" } : attempt)
    case "unchecked":
      return attempts.filter(({ number }) => number !== checked)
  }
}
