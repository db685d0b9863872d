// Carries a delivery that is in no block: signs what is not signed, pays more where it has waited, and sends what is stored. Of one that
// is not wanted any more it carries what takes its coins back, and nothing else.
import { Clock, Effect, Exit } from "effect"
import { held, unknown } from "../../core/ports/outcome.ts"
import type { Stored } from "../../core/engine/store/records.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { Attempts } from "./attempts.ts"
import { type LiquidMovement, liveOf } from "./movement.ts"
import type { LiquidNode } from "./node.ts"
import type { FeeSettings } from "./settings.ts"

/** Whether anything of it may have been sent. */
export const isSigned = ({ attempts: made }: LiquidMovement): boolean => made.length > 0

export const makePush = (quorum: Quorum<LiquidNode>, attempts: Attempts, fees: FeeSettings) => {
  /** Sends the newest bytes; older ones where no node takes those. */
  const sent = Effect.fnUntraced(function*(movement: LiquidMovement) {
    const refusals: Array<string> = []
    for (const { raw } of (movement[liveOf(movement)] ?? []).toReversed()) {
      const answers = yield* quorum.toAll((node) => node.send(raw))
      const given = answers.flatMap((exit) => Exit.isSuccess(exit) ? [exit.value] : [])
      if (given.some((each) => each === "taken" || each === "mined")) return
      // Who does not answer may have it.
      if (given.length === 0) return
      refusals.push(...given)
    }
    yield* Effect.logWarning("No node takes a transaction", {
      operationId: movement.id,
      refusals: refusals.join(", ")
    })
  })

  // Bytes that are there go out also while the signer is away.
  const ifPossible = (before: Stored<LiquidMovement>, signing: ReturnType<Attempts["another"]>) =>
    signing.pipe(
      Effect.catchTags({
        SignerAway: ({ reason }) => Effect.as(Effect.logWarning("The signer is away", { reason }), before),
        SignerRefused: ({ reason }) => Effect.as(Effect.logError("The signer does not sign", { reason }), before)
      })
    )

  /** A transaction that pays more, where the newest has waited for long. */
  const raised = Effect.fnUntraced(function*(before: Stored<LiquidMovement>) {
    const last = before.value[liveOf(before.value)]?.at(-1)
    const waited = (yield* Clock.currentTimeMillis) - (last?.madeAt ?? 0)
    if (last === undefined || waited < fees.raiseAfterMs) return before
    const [market, least] = [yield* attempts.marketRate, last.rate + fees.floor]
    const rate = market > least ? market : least
    return rate > fees.ceiling ? before : yield* ifPossible(before, attempts.another(before, rate))
  })

  return Effect.fnUntraced(function*(before: Stored<LiquidMovement>) {
    const ready = yield* ifPossible(before, attempts.signed(before))
    if (!isSigned(ready.value)) {
      return ready.value.withdrawnAt === undefined ? held("custody", "the signer gave no signature") : unknown("busy")
    }
    // What was Done at one fee stays the same transaction.
    const newest = ready.value.verdict === null ? yield* raised(ready) : ready
    yield* sent(newest.value)
    return unknown("underWay", "in no block")
  })
}

/** One step of a delivery that is in no block; Held where nothing of it was ever sent. */
export type Push = ReturnType<typeof makePush>
