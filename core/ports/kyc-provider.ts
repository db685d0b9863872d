// The identity provider, as much of it as the gate of deposits needs: what became of an attempt.
import { Context, type Effect } from "effect"
import type { LookUp } from "./outcome.ts"

/** What a provider decided about an attempt. */
export interface KycDecision {
  readonly status: "APPROVED" | "REJECTED" | "EXPIRED" | "FAILED" | "REVIEW"
  /** Rejection labels, exactly as the specification lists them. */
  readonly labels: ReadonlyArray<string>
}

export class KycProvider extends Context.Service<KycProvider, {
  /** Reads an attempt by our id. An approval is taken only from here, never from the body of an event. */
  readonly lookUp: (attemptId: string) => Effect.Effect<LookUp<KycDecision>>
}>()("pontepay/core/ports/KycProvider") {}
