// How the providers of a plane are, as answers say it.
import { Effect } from "effect"
import type { Provider } from "../../../core/ports/provider-state.ts"
import { isoInstantOrNull } from "../../../core/base/time/instant.ts"

/** How each provider is, as far as this process has heard. */
export const providerFacts = (providers: ReadonlyArray<Provider>) =>
  Effect.forEach(
    providers,
    ({ name, ports, state }) =>
      Effect.map(state, ({ lastSuccessAt, ...facts }) => ({
        name,
        ports,
        ...facts,
        lastSuccessAt: isoInstantOrNull(lastSuccessAt)
      })),
    { concurrency: "unbounded" }
  )
