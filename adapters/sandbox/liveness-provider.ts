// The sandbox's liveness provider: no one is watched, so confirming a session alone completes its capture.
import { Effect, Layer } from "effect"
import { LivenessProvider } from "../../core/ports/liveness-provider.ts"

export const layer: Layer.Layer<LivenessProvider> = Layer.succeed(LivenessProvider, {
  isCaptured: () => Effect.succeed(true)
})
