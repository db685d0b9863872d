// What this process knows of a provider that it talks to, for people who ask whether it can be reached. It decides nothing.
import { Context, type Effect } from "effect"

/** How a provider is, as far as this process has heard. */
export interface ProviderState {
  /**
   * `unused`: not asked yet. `ready`: its last answer was one. `failing`: its last answer was none, or refused our credentials.
   * `away`: it failed several times in a row and is asked rarely.
   */
  readonly state: "unused" | "ready" | "failing" | "away"
  /** When it answered last, in Unix milliseconds. */
  readonly lastSuccessAt: number | null
  /** Calls of the last five minutes, and how many of them failed. */
  readonly calls: number
  readonly failures: number
  /** Whole days until our client certificate ends; null without one. */
  readonly certificateDaysLeft: number | null
  /** Why the last call failed, with no secret and no personal data; null when it did not. */
  readonly problem: string | null
}

/** A provider by its name, with the ports that it stands behind. */
export interface Provider {
  readonly name: string
  /** Names of ports, as an environment names its adapters. */
  readonly ports: ReadonlyArray<string>
  readonly state: Effect.Effect<ProviderState>
}

/** The providers behind the ports of a plane that say how they are. */
export const Providers = Context.Reference<ReadonlyArray<Provider>>("pontepay/core/ports/Providers", {
  defaultValue: () => []
})
