// Transfers that are not wanted any more. That is stored before anything else, so that no process signs or sends them from then on, and
// they are over once nothing that was signed can take effect: its nonce was used up, or its blockhash expired, in finalized blocks.
import { Clock, Effect } from "effect"
import type { DeliveryReceipt } from "../../core/ports/chain.ts"
import { type LookUp, unknown } from "../../core/ports/outcome.ts"
import type { NonceKiller } from "./nonce-accounts.ts"
import { type StoredTransfer, type Transfers, freshTransfer, signedAttempt } from "./transfers.ts"
import { type UnsentSpends, unsentOver } from "./unsent-spends.ts"

/** How often a transfer that another process changed is read again. */
const mostTurns = 20

export const makeWithdrawal = (genesis: string, transfers: Transfers, unsent: UnsentSpends, useUp: NonceKiller) => {
  // It keeps whoever is about to begin one of this id from storing it.
  const neverBegun = Effect.fnUntraced(function*(id: string, withdrawnAt: number) {
    const none = { asset: "", mint: "", units: 0n, from: "", to: "", source: "", destination: "", sendBefore: null }
    const value = yield* freshTransfer({ id, genesis, kind: "delivery", ...none })
    return yield* transfers.write(undefined, { ...value, withdrawnAt, verdict: { _tag: "Withdrawn" } })
  })

  /** Stores that it is withdrawn; undefined where another process changed it. */
  const marked = (before: StoredTransfer, withdrawnAt: number) => {
    const { value } = before
    if (value.withdrawnAt !== undefined || value.verdict !== null) return Effect.succeed(before)
    const after = { ...value, withdrawnAt }
    return signedAttempt(value) === undefined && unsentOver(before) === undefined
      ? transfers.end(before, after, { _tag: "Withdrawn" })
      : transfers.write(before, after)
  }

  /** Absent once nothing of it can take effect any more, or what became of it. */
  const withdraw = Effect.fnUntraced(function*(id: string) {
    for (let turns = 0; turns < mostTurns; turns++) {
      const now = yield* Clock.currentTimeMillis
      const before = yield* transfers.stored(id)
      const after = before === undefined ? yield* neverBegun(id, now) : yield* marked(before, now)
      if (after === undefined) continue
      const found: LookUp<DeliveryReceipt> | undefined = unsentOver(after) === undefined
        ? yield* transfers.look(after)
        : yield* unsent.conclude(after)
      if (found === undefined) continue
      const lifetime = signedAttempt(after.value)?.lifetime
      if (found._tag === "Unknown" && lifetime?._tag === "Nonce") yield* useUp(lifetime)
      return found
    }
    return unknown("busy")
  })

  return { withdraw }
}
