// Carries a delivery that is in no block: signs what is not signed, sends what is stored, and pays more where that is needed.
import { Clock, Effect, Exit } from "effect"
import { held, unknown } from "../../core/ports/outcome.ts"
import type { Stored } from "../../core/engine/store/records.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { Attempts } from "./attempts.ts"
import { type BitcoinMovement, anchorOf } from "./movement.ts"
import type { BitcoinNode } from "./node.ts"
import type { FeeSettings } from "./settings.ts"

/** Whether anything of it may have been sent. */
export const isSigned = ({ attempts: made }: BitcoinMovement): boolean => made.some(({ raw }) => raw !== null)

export const makePush = (quorum: Quorum<BitcoinNode>, attempts: Attempts, fees: FeeSettings) => {
  /** Sends the newest bytes; older ones where no node takes those. */
  const sent = Effect.fnUntraced(function*({ attempts: made, id }: BitcoinMovement) {
    const refusals: Array<string> = []
    for (const { raw } of made.toReversed()) {
      if (raw === null) continue
      const answers = yield* quorum.toAll((node) => node.send(raw))
      const heard = answers.flatMap((exit) => Exit.isSuccess(exit) ? [exit.value] : [])
      if (heard.some((each) => each === "taken" || each === "mined")) return "there"
      // Who does not answer may have it.
      if (heard.length === 0) return "unknown"
      refusals.push(...heard)
    }
    yield* Effect.logWarning("No node takes a transaction", { operationId: id, refusals: refusals.join(", ") })
    return refusals.includes("inputs gone") ? "inputs gone" : "refused"
  })

  const isThere = (outpoint: string) =>
    quorum.agreed((node) => Effect.map(node.output(outpoint, "chain and waiting"), (output) => output !== undefined))

  /** Another recipe where the newest waits at too low a rate, or where a coin beside the anchor is gone. */
  const renewed = Effect.fnUntraced(function*(before: Stored<BitcoinMovement>, isLosingCoins: boolean) {
    const last = before.value.attempts.at(-1)
    if (last === undefined) return undefined
    const market = yield* attempts.marketRate
    const isHigher = market !== undefined && market >= last.rate + fees.step && market <= fees.ceiling
    if (isLosingCoins) {
      const there = yield* Effect.filter(last.coins, ({ outpoint }) => isThere(outpoint))
      const isOtherGone = there.length < last.coins.length && there[0]?.outpoint === anchorOf(before.value)
      return isOtherGone ? yield* attempts.another(before, isHigher ? market : last.rate, there) : undefined
    }
    const waited = (yield* Clock.currentTimeMillis) - last.madeAt
    return isHigher && waited >= fees.raiseAfterMs ? yield* attempts.another(before, market, last.coins) : undefined
  })

  // Bytes that are there go out also while the signer is away.
  const signedIfPossible = (before: Stored<BitcoinMovement>) =>
    attempts.signed(before).pipe(
      Effect.catchTags({
        SignerAway: ({ reason }) => Effect.as(Effect.logWarning("The signer is away", { reason }), before),
        SignerRefused: ({ reason }) => Effect.as(Effect.logError("The signer does not sign", { reason }), before)
      })
    )

  return Effect.fnUntraced(function*(before: Stored<BitcoinMovement>) {
    const ready = yield* signedIfPossible(before)
    if (!isSigned(ready.value)) return held("custody", "the signer gave no signature")
    const state = yield* sent(ready.value)
    const next = state === "unknown" || ready.value.verdict !== null
      ? undefined
      : yield* renewed(ready, state === "inputs gone")
    if (next !== undefined) yield* sent((yield* signedIfPossible(next)).value)
    return unknown("underWay", "in no block")
  })
}

/** One step of a delivery that is in no block; Held where nothing of it was ever sent. */
export type Push = ReturnType<typeof makePush>
