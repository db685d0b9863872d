// An event as it is kept: one row of the commit that caused it, with the exact body that every delivery carries.
import { Schema } from "effect"
import { derivedId } from "../../base/ids/ids.ts"
import { type Identified, insert, recordKind } from "../store/records.ts"
import type { ChangeSet, NewJob, Write } from "../store/store.ts"

/** Every event of the interface (spec "Events"), and those of commands (0110). */
export const EventName = Schema.Literals([
  "DEPOSIT_ASSET_SUCCESS",
  "DEPOSIT_ASSET_FAILED",
  "DEPOSIT_ASSET_REFUNDED",
  "PAYOUT_SUCCESSFUL",
  "PAYOUT_FAILED",
  "PAYOUT_REFUNDED",
  "KYC_APPROVED",
  "KYC_REJECTED",
  "KYC_EXPIRED",
  "KYC_FAILED",
  "kyc.completed",
  "DISPUTE_CREATED",
  "DISPUTE_ACCEPTED",
  "DISPUTE_REJECTED",
  "DISPUTE_CANCELED",
  "COMMAND_SUCCEEDED",
  "COMMAND_FAILED"
])
export type EventName = typeof EventName.Type

export const Event = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  name: EventName,
  /** The record that it tells about. */
  subject: Schema.String,
  /** The JSON body of every delivery, byte for byte. */
  body: Schema.String,
  createdAt: Schema.Int
})
export type Event = typeof Event.Type

export const Events = recordKind({
  kind: "event",
  schema: Event,
  personal: {
    purpose: "telling the account what happened (article 7 V)",
    seenBy: "the account and its webhook receivers, operators",
    fields: { body: { whose: "text", until: "order" } }
  },
  lists: { byOwner: (event: Event) => event.owner, bySubject: (event: Event) => event.subject }
})

type EventData = Readonly<Record<string, unknown>>

/** The write of an event and the job that hands it to the webhooks; both belong in the commit that causes it. */
export const emit = (
  parts: Omit<Event, "body">,
  data: EventData
): { readonly write: Write; readonly job: NewJob } => ({
  write: insert(Events, { ...parts, body: JSON.stringify({ event: parts.name, data }) }),
  job: { id: `fan-out/${parts.id}`, task: "fan-out-event", subject: parts.id, runAt: parts.createdAt }
})

/**
 * An event about a record, at an instant (Unix milliseconds): parts of the commit that causes it. Its id is made of the fact, so
 * that the store itself refuses to tell a fact twice; `key` tells apart facts that a record can have several times.
 */
export const announced = (
  { id, owner }: Identified,
  name: EventName,
  data: EventData | ((eventId: string) => EventData),
  createdAt: number,
  key = ""
): Pick<ChangeSet, "jobs" | "writes"> => {
  const eventId = derivedId("evt", `${id}/${name}${key}`, owner)
  const { job, write } = emit(
    { id: eventId, owner, name, subject: id, createdAt },
    typeof data === "function" ? data(eventId) : data
  )
  return { writes: [write], jobs: [job] }
}
