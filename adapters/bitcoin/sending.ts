// Carries a delivery that is in no block: signs what is not signed, sends what is stored, and pays more where that is needed. Of one that
// is not wanted any more it carries what takes its coins back, and nothing else.
import { Clock, Effect, Exit } from "effect"
import { held, unknown } from "../../core/ports/outcome.ts"
import type { Stored } from "../../core/engine/store/records.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { Attempts } from "./attempts.ts"
import { type Attempt, type BitcoinMovement, anchorOf, liveOf } from "./movement.ts"
import type { BitcoinNode } from "./node.ts"
import type { FeeSettings } from "./settings.ts"

/** Whether anything of it may have been sent. */
export const isSigned = ({ attempts: made }: BitcoinMovement): boolean => made.some(({ raw }) => raw !== null)

export const makePush = (quorum: Quorum<BitcoinNode>, attempts: Attempts, fees: FeeSettings) => {
  /** Sends the newest bytes; older ones where no node takes those. */
  const sent = Effect.fnUntraced(function*(movement: BitcoinMovement) {
    const refusals: Array<string> = []
    for (const { raw } of (movement[liveOf(movement)] ?? []).toReversed()) {
      if (raw === null) continue
      const answers = yield* quorum.toAll((node) => node.send(raw))
      const heard = answers.flatMap((exit) => Exit.isSuccess(exit) ? [exit.value] : [])
      if (heard.some((each) => each === "taken" || each === "mined")) return "there"
      // Who does not answer may have it.
      if (heard.length === 0) return "unknown"
      refusals.push(...heard)
    }
    yield* Effect.logWarning("No node takes a transaction", {
      operationId: movement.id,
      refusals: refusals.join(", ")
    })
    return refusals.includes("inputs gone") ? "inputs gone" : "refused"
  })

  const thereOf = ({ coins }: Attempt, of: "chain" | "chain and waiting") =>
    Effect.filter(
      coins,
      ({ outpoint }) => quorum.agreed((node) => Effect.map(node.output(outpoint, of), (found) => found !== undefined)),
      { concurrency: "unbounded" }
    )

  /** Another recipe where the newest waits at too low a rate, or where a coin beside the anchor is gone. */
  const renewed = Effect.fnUntraced(function*(before: Stored<BitcoinMovement>, isLosingCoins: boolean) {
    const last = before.value.attempts.at(-1)
    if (last === undefined) return undefined
    const market = yield* attempts.marketRate
    const isHigher = market !== undefined && market >= last.rate + fees.step && market <= fees.ceiling
    if (isLosingCoins) {
      const there = yield* thereOf(last, "chain and waiting")
      const isOtherGone = there.length < last.coins.length && there[0]?.outpoint === anchorOf(before.value)
      return isOtherGone ? yield* attempts.another(before, isHigher ? market : last.rate, there) : undefined
    }
    const waited = (yield* Clock.currentTimeMillis) - last.madeAt
    return isHigher && waited >= fees.raiseAfterMs ? yield* attempts.another(before, market, last.coins) : undefined
  })

  /** A recipe that takes its coins back at a rate, of those that the chain has; what waits for a block is to be replaced. */
  const releasing = Effect.fnUntraced(function*(before: Stored<BitcoinMovement>, last: Attempt, rate: bigint) {
    const there = yield* thereOf(last, "chain")
    return there[0]?.outpoint === anchorOf(before.value) ? yield* attempts.release(before, rate, there) : undefined
  })

  /** The first recipe that takes its coins back; it is there already where one was made. */
  const released = Effect.fnUntraced(function*(before: Stored<BitcoinMovement>) {
    const { attempts: made, releases = [] } = before.value
    const last = made.at(-1)
    if (releases.length > 0 || last === undefined) return before
    const market = (yield* attempts.marketRate) ?? fees.fallback
    return yield* releasing(before, last, market < fees.ceiling ? market : fees.ceiling)
  })

  /** Another that pays more, where the newest has waited and the market is above it, or nodes do not take it. */
  const releasedAgain = Effect.fnUntraced(function*(before: Stored<BitcoinMovement>, isRefused: boolean) {
    const last = before.value.releases?.at(-1)
    if (last === undefined || (yield* Clock.currentTimeMillis) - last.madeAt < fees.raiseAfterMs) return undefined
    const least = last.rate + fees.step
    const market = (yield* attempts.marketRate) ?? 0n
    const rate = isRefused && market < least ? least : market
    return rate >= least && rate <= fees.ceiling ? yield* releasing(before, last, rate) : undefined
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
    const made = liveOf(before.value) === "releases" ? yield* released(before) : before
    if (made === undefined) return unknown("underWay", "its coins cannot be taken back now")
    const ready = yield* signedIfPossible(made)
    if (!isSigned(ready.value)) {
      return ready.value.withdrawnAt === undefined ? held("custody", "the signer gave no signature") : unknown("busy")
    }
    const state = yield* sent(ready.value)
    if (state === "unknown" || ready.value.verdict !== null) return unknown("underWay", "in no block")
    const next = liveOf(ready.value) === "releases"
      ? yield* releasedAgain(ready, state !== "there")
      : yield* renewed(ready, state === "inputs gone")
    if (next !== undefined) yield* sent((yield* signedIfPossible(next)).value)
    return unknown("underWay", "in no block")
  })
}

/** One step of a delivery that is in no block; Held where nothing of it was ever sent. */
export type Push = ReturnType<typeof makePush>
