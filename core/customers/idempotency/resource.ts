// First answers, as everybody else has to know them.
import { Effect } from "effect"
import { none } from "../../engine/resource/none.ts"
import { resource } from "../../engine/resource/resource.ts"
import { sealedTexts } from "../../engine/resource/sealed-texts.ts"
import { Answers } from "./idempotency.ts"

const sealed = sealedTexts(
  Answers,
  ["sealedBy"],
  (answer, again) => Effect.map(again(answer.body, `answer/${answer.id}`), (body) => ({ ...answer, body }))
)

export const answerResource = resource(Answers, {
  explanation: none,
  browsable: none,
  statement: none,
  booked: none,
  sealed: sealed,
  isAnnounced: false,
  isInner: false
})
