// The count of wrong tries to sign in as one operator, or to accept his invitation (0214). A try is counted before it is judged,
// so however many come at once, no more are judged than count; what is right forgives all before it.
import { Schema } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { limits } from "../../base/limits/limits.ts"
import { recordKind } from "../../engine/store/records.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const Tries = Schema.Struct({
  /** The operator's own id. */
  id: Schema.String,
  owner: Schema.String,
  /** In a row, not known to be right. */
  count: Schema.Int,
  /** When the last was counted, Unix milliseconds. */
  at: Schema.Int
})
export type SignInTries = typeof Tries.Type

export const SignInTriesKind = recordKind({
  kind: "operatorTries",
  schema: Tries,
  personal: noPersonalData("counts of wrong passwords")
})

/** An operator whom no one tried to be. */
export const untriedOperator = (operatorId: string): SignInTries => ({
  id: operatorId,
  owner: operatorOwner,
  count: 0,
  at: 0
})

const isFull = ({ count }: SignInTries): boolean => count >= limits.signIn.tries

/** With one more try; undefined while no more are judged. */
export const withTry = (before: SignInTries, now: number): SignInTries | undefined => {
  if (!isFull(before)) return { ...before, count: before.count + 1, at: now }
  return now < before.at + limits.signIn.lockMs ? undefined : { ...before, count: 1, at: now }
}

/** Without a try that was not judged after all. */
export const withoutTry = (before: SignInTries): SignInTries => ({ ...before, count: Math.max(0, before.count - 1) })
