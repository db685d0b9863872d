// When a delivery that failed is tried again (spec "Delivery", C23), as data: events that the specification persists go
// on every minute for three days; any other is sent once, unless its webhook asks for the schedule below.
import type { EventName } from "../../engine/event/event.ts"
import { limits } from "../../base/limits/limits.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

// Told until somebody listens. Every other event is sent once.
const persisted: ReadonlySet<EventName> = new Set(["DEPOSIT_ASSET_FAILED", "DEPOSIT_ASSET_REFUNDED"])

/** Whether an event is told until somebody listens. */
export const isPersisted = (event: EventName): boolean => persisted.has(event)

/** Pauses of the schedule that a webhook can ask for, in milliseconds. */
export const retryPauses: ReadonlyArray<number> = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour
]

/** Milliseconds until the next try after `failed` tries, `ageMs` after the event; undefined when it was the last. */
export const nextTryMs = (
  event: EventName,
  webhook: { readonly retry: boolean },
  failed: number,
  ageMs: number
): number | undefined => {
  if (isPersisted(event)) return ageMs + minute <= limits.webhookRetryMs ? minute : undefined
  return webhook.retry ? retryPauses[failed - 1] : undefined
}
