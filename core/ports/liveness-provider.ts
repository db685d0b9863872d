// Who watches the person in front of the camera: knows whether a liveness session ended with a capture.
import { Context, Data, type Effect } from "effect"

/** The provider could not be asked; nothing is known of the capture. */
export class LivenessUnavailable extends Data.TaggedError("LivenessUnavailable")<{ readonly reason: string }> {}

export class LivenessProvider extends Context.Service<LivenessProvider, {
  /** The address of the provider's own page for a session of a subaccount, without a fragment; absent where ours is to be shown. */
  readonly pageOf?: (sessionId: string, subAccountId: string) => Effect.Effect<string, LivenessUnavailable>
  /** Whether the session of this id ended with a capture. */
  readonly isCaptured: (sessionId: string) => Effect.Effect<boolean, LivenessUnavailable>
}>()("pontepay/core/ports/LivenessProvider") {}
