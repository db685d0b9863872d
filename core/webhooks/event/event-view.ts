// An event as its owner and the operator see it: what every delivery carries, and since when.
import { isoInstant } from "../../base/time/instant.ts"
import type { Event } from "../../engine/event/event.ts"

/** An event with the data of its body. */
export const eventView = (event: Event) => ({
  id: event.id,
  event: event.name,
  data: (JSON.parse(event.body) as { readonly data: Readonly<Record<string, unknown>> }).data,
  createdAt: isoInstant(event.createdAt)
})
