// What a delivery owes in each state. Its job has the endpoint as subject: deliveries to it go one at a time.
import type { OwedTable } from "../ports/owed.ts"

/** What the table looks at. */
interface DeliveryOwedFacts {
  readonly id: string
  readonly webhookId: string
}

export const deliveryOwed: OwedTable<"PENDING" | "DELIVERED" | "EXHAUSTED", DeliveryOwedFacts> = {
  PENDING: {
    owes: { task: "deliver-webhook", id: ({ id }) => `notify/${id}`, subject: ({ webhookId }) => webhookId }
  },
  DELIVERED: { waits: "nobody" },
  EXHAUSTED: { waits: "the operator, who may send it again" }
}
