// A provider's event that was acted on, under the id that the provider gave it: told again, it is known. Each proof has
// ids of its own, so that nobody can take another's.
import { Schema } from "effect"
import { insert, recordKind } from "../ports/records.ts"
import type { Write } from "../ports/store.ts"

const ProviderEvent = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  createdAt: Schema.Int
})

export const ProviderEvents = recordKind({ kind: "providerEvent", schema: ProviderEvent })

/** The write that remembers an event; nothing for one without an id. */
export const rememberEvent = (eventId: string | null, voucher: string, createdAt: number): ReadonlyArray<Write> =>
  eventId === null ? [] : [insert(ProviderEvents, { id: `${voucher}/${eventId}`, owner: voucher, createdAt })]
