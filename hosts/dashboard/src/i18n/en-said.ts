// What the service says, as it says it; names of triggers become words.
import { enLifecycle } from "./en-lifecycle.ts"
import { enStatus } from "./en-status.ts"
import { type Said, evidenceIn, reviewsIn } from "./said.ts"

const vocabulary = { lifecycles: enLifecycle, status: enStatus }

const asSaid = (text: string): string => text

export const enSaid: Said = {
  refusal: (_code, sentence) => sentence,
  review: reviewsIn(vocabulary, {
    fixed: {},
    impossible: (fact, state) => `impossible while ${state}: ${fact}`,
    undecided: (fact) => `${fact}: to be decided by a person`,
    after: (fact, state) => `${fact}, after ${state}`,
    stranded: (code) => `stranded: ${code}`,
    broken: (invariant) => `an invariant does not hold: ${invariant}`,
    retold: "event id used again for another fact"
  }),
  evidence: evidenceIn(vocabulary, {
    during: (fact, state) => `${fact}, while ${state}`,
    addedAgain: (task) => `${task}, added again`,
    problem: asSaid
  }),
  problem: asSaid,
  detail: asSaid,
  rejection: asSaid,
  flag: (_name, about) => about,
  agreed: asSaid
}
