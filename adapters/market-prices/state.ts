// How the market is, for an operator: its sources as one provider.
import { Effect } from "effect"
import type { ProviderState } from "../../core/ports/provider-state.ts"
import type { HttpClient } from "../http-client/client.ts"
import type { NoPrice } from "./median.ts"
import { type Market, markets } from "./reading.ts"

interface NamedClient {
  readonly name: string
  readonly client: HttpClient
}

interface Missing {
  readonly market: Market
  readonly problem: NoPrice
}

const latestOf = (instants: ReadonlyArray<number | null>): number | null =>
  instants.reduce((latest, at) => latest === null || at !== null && at > latest ? at : latest, null)

const sumOf = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

/** Ready while there is a price of anything; a market without one is named with its reason, and so is a source that failed. */
const stateOf = (
  states: ReadonlyArray<readonly [string, ProviderState]>,
  missing: ReadonlyArray<Missing>
): ProviderState => {
  const all = states.map(([, state]) => state)
  const problems = [
    ...missing.map(({ market, problem }) => `no price of ${market}: ${problem}`),
    ...states.flatMap(([name, { problem }]) => problem === null ? [] : [`${name}: ${problem}`])
  ]
  return {
    state: all.every(({ state }) => state === "unused")
      ? "unused"
      : all.every(({ state }) => state === "away")
      ? "away"
      : missing.length === markets.length
      ? "failing"
      : "ready",
    lastSuccessAt: latestOf(all.map(({ lastSuccessAt }) => lastSuccessAt)),
    calls: sumOf(all.map(({ calls }) => calls)),
    failures: sumOf(all.map(({ failures }) => failures)),
    certificateDaysLeft: null,
    problem: problems.length === 0 ? null : problems.join("; ")
  }
}

/** How the market is. */
export const marketState = (
  clients: ReadonlyArray<NamedClient>,
  missing: Effect.Effect<ReadonlyArray<Missing>>
): Effect.Effect<ProviderState> =>
  Effect.gen(function*() {
    const states = yield* Effect.forEach(clients, ({ client, name }) =>
      Effect.map(client.state, (state) => [name, state] as const))
    return stateOf(states, yield* missing)
  })
