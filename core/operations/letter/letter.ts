// A letter in which an authority asks about an account, and that it was answered.
import { Schema } from "effect"
import { derivedId } from "../../base/ids/ids.ts"
import { step } from "../../engine/machine/machine.ts"
import { noPersonalData } from "../../engine/store/personal.ts"
import { type Stored, insert, recordKind, replace } from "../../engine/store/records.ts"
import { type LetterState, letterStates } from "./letter.states.ts"

export const Letter = Schema.Struct({
  id: Schema.String,
  /** The account that it is about. */
  owner: Schema.String,
  /** What the authority calls it. */
  reference: Schema.String,
  state: Schema.Literals(Object.keys(letterStates.states) as ReadonlyArray<LetterState>),
  createdAt: Schema.Int,
  answeredAt: Schema.NullOr(Schema.Int)
})
export type Letter = typeof Letter.Type

export const Letters = recordKind({
  kind: "letter",
  schema: Letter,
  personal: noPersonalData("the reference of a letter about an account"),
  lists: { all: () => "all" }
})

/** The write of a letter that came in at this instant, Unix milliseconds; the same letter is kept once. */
export const received = (owner: string, reference: string, now: number) =>
  insert(Letters, {
    id: derivedId("let", `letter/${reference}`, owner),
    owner,
    reference,
    state: letterStates.initial,
    createdAt: now,
    answeredAt: null
  })

/** The write of its answer; undefined where it was answered before. */
export const answered = (before: Stored<Letter>, now: number) => {
  const taken = step(letterStates, before.value.state, "answered", {})
  return taken._tag === "Taken"
    ? replace(Letters, before, { ...before.value, state: taken.to, answeredAt: now })
    : undefined
}
