// Tokens that are stopped: a transfer moved something else than it was sent for, as when a token begins to keep a fee, so no other is sent by
// itself. An operator releases a delivery to try the token; once a later transfer moved what it should, the token goes on.
import { Effect } from "effect"
import { openRecords } from "../../core/engine/store/open-records.ts"
import type { Stored } from "../../core/engine/store/records.ts"
import { held } from "../../core/ports/outcome.ts"
import { changed } from "./log.ts"
import { type TronOperation, TronOperations } from "./operation.ts"

export const makeStops = () => {
  const open = openRecords(TronOperations, "odd", "all", ({ odd }) => odd !== undefined)

  const ofToken = (token: string) =>
    Effect.map(
      open,
      (all) => all.filter(({ value: { call } }) => call?._tag === "TokenTransfer" && call.token === token)
    )

  const says = "a transfer of this token moved something else than it was sent for"

  return {
    /** Takes down, once, what an operation did instead; true for whoever was first. */
    stop: (before: Stored<TronOperation>, height: bigint) =>
      before.value.odd === undefined && before.value.call?._tag === "TokenTransfer"
        ? changed(before, { ...before.value, odd: { height, heldFor: [] } })
        : Effect.succeed(false),
    /** A transfer in this block moved what it should: the token goes on if none of a later block did otherwise. */
    goOn: Effect.fnUntraced(function*(token: string, height: bigint) {
      for (const each of yield* ofToken(token)) {
        const { odd, ...rest } = each.value
        // Whoever was faster saw the same.
        if (odd !== undefined && odd.height < height) yield* changed(each, rest)
      }
    }),
    /** Whether a spend of the token has to wait; it can do so until its deadline alone. */
    spendProblem: (token: string) =>
      Effect.map(ofToken(token), (stops) => stops.length === 0 ? undefined : held("paused", says)),
    /** What holds a delivery of the token: an operator is asked once for each, so whoever asks for it again was released. */
    deliveryProblem: Effect.fnUntraced(function*(token: string, id: string) {
      for (;;) {
        const stop = (yield* ofToken(token)).find(({ value }) => value.odd?.heldFor.includes(id) === false)
        const odd = stop?.value.odd
        if (stop === undefined || odd === undefined) return undefined
        const after = { ...stop.value, odd: { ...odd, heldFor: [...odd.heldFor, id] } }
        if (yield* changed(stop, after)) {
          return held("manual", `${says}, by ${stop.value.id}; it is sent once it is released`)
        }
      }
    })
  }
}

export type Stops = ReturnType<typeof makeStops>
