// A provider's fact that waits in the data store to be applied: one row and its job in the commit that causes it.
import { Schema } from "effect"
import { owed } from "../ports/owed.ts"
import { insert, recordKind } from "../ports/records.ts"
import type { NewJob, Write } from "../ports/store.ts"

const ProviderMessage = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  /** The JSON form of the fact. */
  fact: Schema.String,
  createdAt: Schema.Int
})

export const ProviderMessages = recordKind({
  kind: "providerMessage",
  schema: ProviderMessage,
  // Until it is applied: the step that does it settles it, since a message never changes.
  owed: owed<typeof ProviderMessage.Type>({ task: "apply-provider-message", id: ({ id }) => `provider-message/${id}` })
})

/** Queues a fact to be applied at `runAt` (Unix milliseconds); the same id twice is one fact. */
export const queueFact = (
  parts: { readonly id: string; readonly fact: string; readonly now: number; readonly runAt: number }
): { readonly write: Write; readonly job: NewJob } => ({
  write: insert(ProviderMessages, { id: parts.id, owner: "provider", fact: parts.fact, createdAt: parts.now }),
  job: { id: `provider-message/${parts.id}`, task: "apply-provider-message", subject: parts.id, runAt: parts.runAt }
})
