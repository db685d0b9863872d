// The payers' banks: each contests a PIX that it sent, and tells how the contest goes on, in whatever order its messages take.
import { type Cents, unitsUnsafe } from "../../../core/base/money/units.ts"
import type { ProviderFact } from "../../../core/ports/provider-fact.ts"
import type { ProviderEvents } from "./events.ts"

export type DisputeStatus = Extract<ProviderFact, { readonly _tag: "DisputeMoved" }>["status"]

/** A contest that a bank told of, once a message. */
export interface Contest {
  readonly endToEndId: string
  readonly status: DisputeStatus
}

export class SimulatedDisputes {
  readonly told: Array<Contest> = []
  private readonly events: ProviderEvents

  constructor(events: ProviderEvents) {
    this.events = events
  }

  /** Tells one leg of a contest; `name` tells the messages apart. */
  tell(endToEndId: string, status: DisputeStatus, name: string, value: Cents): void {
    this.told.push({ endToEndId, status })
    this.events.tell(`DisputeMoved/${name}`, {
      _tag: "DisputeMoved",
      eventId: `dispute-${name}`,
      status,
      endToEndId,
      disputeId: `med-${endToEndId}`,
      value: value > 0n ? value : unitsUnsafe("BRL", 1n),
      reason: "FRAUD",
      payerName: null,
      transactionDate: null,
      providerStatus: null
    })
  }
}
