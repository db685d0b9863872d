// Ports of a plane that has no provider yet: every question is answered "not available", so that nothing succeeds
// silently. Money is never moved.
import { Effect, Layer } from "effect"
import { Chain } from "../../core/ports/chain.ts"
import { FxRates, RateUnavailable } from "../../core/ports/fx-rates.ts"
import { refused, unknown } from "../../core/ports/outcome.ts"
import { PixRail } from "../../core/ports/pix-rail.ts"
import { ProofRefused, ProviderInbox } from "../../core/ports/provider-inbox.ts"

const problem = "no provider is configured"

const pixRail = Layer.succeed(PixRail, {
  createCharge: () => Effect.succeed(refused(problem)),
  sendReturn: () => Effect.succeed(unknown(problem)),
  lookUpReturn: () => Effect.succeed(unknown(problem))
})

// Never Refused: that would end a delivery which a provider, once configured, can still make.
const chain = Layer.succeed(Chain, {
  deliver: () => Effect.succeed(unknown(problem)),
  lookUp: () => Effect.succeed(unknown(problem))
})

const fxRates = Layer.succeed(FxRates, { rate: (asset) => Effect.fail(new RateUnavailable({ asset })) })

const providerInbox = Layer.succeed(ProviderInbox, {
  isSigned: () => true,
  readSigned: () => Effect.fail(new ProofRefused({ problem })),
  readTrusted: () => Effect.die(new Error(problem))
})

export const layer: Layer.Layer<PixRail | Chain | FxRates | ProviderInbox> = Layer.mergeAll(
  pixRail,
  chain,
  fxRates,
  providerInbox
)
