// Somebody who is not signed in yet, as the host sees him.
import type { Redacted } from "effect"
import type { Environment } from "../../base/environment/environment.ts"
import type { Actor } from "../../engine/review/operator-act.ts"
import type { Operator } from "./operator.ts"

export interface Visitor {
  readonly environment: Environment
  readonly requestId: string
  /** Whoever has the same waits in one queue where passwords are hashed: his address, where that is known. */
  readonly turn: string
  /** The session that he brings along, which may be no session; absent where he brings none. */
  readonly cookie?: Redacted.Redacted
}

/** How the audit names an operator who does something for himself. */
export const actorFor = ({ environment, requestId }: Visitor, { id, name }: Operator): Actor => ({
  environment,
  requestId,
  by: { id, name }
})
