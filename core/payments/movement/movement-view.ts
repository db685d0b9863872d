// A movement as an operator's command finds and shows it.
import { Effect, Option } from "effect"
import { englishReason } from "../../base/reason/english.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { get } from "../../engine/store/records.ts"
import { type Movement, Movements } from "./movement.ts"
import { evidenceOf } from "./order.ts"

/** The movement with its version, or not found. */
export const movementOf = (movementId: string) =>
  Effect.flatMap(
    get(Movements, movementId),
    Option.match({
      onNone: () => Effect.fail(new NotFound({ resource: "Record" })),
      onSome: (stored) => Effect.succeed(stored)
    })
  )

export const movementView = ({ id, owner, purpose, reason, receipt, state, subject }: Movement) => ({
  movementId: id,
  accountId: owner,
  subject,
  purpose,
  status: state,
  evidence: evidenceOf(receipt) ?? (reason && englishReason(reason)),
  cause: reason
})
