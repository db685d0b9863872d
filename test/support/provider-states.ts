// Providers that are as a test says.
import { Effect } from "effect"
import type { Provider, ProviderState } from "../../core/ports/provider-state.ts"

/** One that was not asked yet. */
export const unusedState: ProviderState = {
  state: "unused",
  lastSuccessAt: null,
  calls: 0,
  failures: 0,
  certificateDaysLeft: null,
  problem: null
}

/** One that has failed since a quarter past one, and whose certificate ends in five days. */
export const awayState: ProviderState = {
  state: "away",
  lastSuccessAt: Date.parse("2026-11-24T13:15:00Z"),
  calls: 12,
  failures: 9,
  certificateDaysLeft: 5,
  problem: "the connection failed: ECONNREFUSED"
}

export const providerIn = (
  name: string,
  state: ProviderState,
  ports: ReadonlyArray<string> = ["pixRail"]
): Provider => ({
  name,
  ports,
  state: Effect.succeed(state)
})
