// Transfers on their way to being final: a background step sends their stored bytes again, ends spends that no one sent or that missed
// their deadline, and gives their nonce accounts back. It makes no new attempt and takes nothing back: Done stays Done.
import { Clock, Effect, Option } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { onItsWayMs } from "../../core/ports/on-its-way.ts"
import { feed, get, insert, replace } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { raiseReview } from "../../core/engine/review/raise-review.ts"
import type { NonceKiller } from "./nonce-accounts.ts"
import { SolanaCarries, SolanaTransfers } from "./transfer-record.ts"
import { type StoredTransfer, type Transfers, signedAttempt } from "./transfers.ts"
import { type UnsentSpends, unsentOver } from "./unsent-spends.ts"

const pageSize = 100

export const makeCarry = (genesis: string, transfers: Transfers, unsent: UnsentSpends, useUp: NonceKiller) => {
  // A process that signed it just before its deadline may still be sending it.
  const isLate = ({ value: { sendBefore } }: StoredTransfer) =>
    Effect.map(Clock.currentTimeMillis, (now) => sendBefore !== null && now > sendBefore + onItsWayMs)

  const isUnwanted = (transfer: StoredTransfer) =>
    transfer.value.withdrawnAt === undefined ? isLate(transfer) : Effect.succeed(true)

  const lost = ({ value }: StoredTransfer) =>
    raiseReview({
      owner: operatorOwner,
      subject: value.id,
      reason: { code: "transferTakenBack", transaction: value.attempts.at(-1)?.signature ?? "" }
    })

  /** Gives back the nonce of a spend that is final, and ends one that no one sent by its deadline. */
  const settled = Effect.fnUntraced(function*(transfer: StoredTransfer) {
    const { value } = transfer
    if (value.verdict !== null) return yield* transfers.finish(transfer)
    if (signedAttempt(value) !== undefined) {
      yield* transfers.look(transfer)
    } else if (unsentOver(transfer) !== undefined && (yield* isUnwanted(transfer))) {
      yield* unsent.conclude(transfer)
    }
    return undefined
  })

  const isFinal = ({ value: { verdict } }: StoredTransfer): boolean =>
    verdict !== null && (verdict._tag !== "Done" || verdict.isFinal)

  /** One step of one transfer: whether it is final. */
  const carried = Effect.fnUntraced(function*(id: string) {
    const before = yield* transfers.stored(id)
    if (before === undefined || isFinal(before)) return true
    const finality = yield* settled(before)
    const now = (yield* transfers.stored(id)) ?? before
    if (isFinal(now)) return true
    if (finality === "lost") {
      yield* lost(now)
      return true
    }
    const attempt = signedAttempt(now.value)
    if (attempt === undefined) return false
    // Nothing of a spend is sent after its deadline, and nothing of what was withdrawn.
    const isOver = now.value.verdict === null && (yield* isUnwanted(now))
    if (!isOver) yield* transfers.send(attempt)
    else if (attempt.lifetime._tag === "Nonce") yield* useUp(attempt.lifetime)
    return false
  })

  const again = (id: string) => carried(id).pipe(Effect.catch(() => Effect.succeed(false)))

  /** Carries every transfer that is not final. */
  const carry = Effect.gen(function*() {
    const before = Option.getOrUndefined(yield* get(SolanaCarries, genesis))
    let { after, open } = before?.value ?? { after: 0n, open: [] }
    for (;;) {
      const page = yield* feed(SolanaTransfers, "ofNetwork", genesis, { after, limit: pageSize })
      open = [...new Set([...open, ...page.map(({ value }) => value.id)])]
      after = page.at(-1)?.seq ?? after
      if (page.length < pageSize) break
    }
    const ended = yield* Effect.forEach(open, again, { concurrency: 4 })
    const value = { id: genesis, owner: operatorOwner, after, open: open.filter((_, place) => ended[place] !== true) }
    const write = before === undefined ? insert(SolanaCarries, value) : replace(SolanaCarries, before, value)
    // Another process carried them.
    yield* Store.use((store) => store.commit(changeSet({ writes: [write] }))).pipe(
      Effect.catchTags({ VersionConflict: () => Effect.void, DuplicateKey: () => Effect.void })
    )
  })

  /** Of some transfers, gives back the nonce accounts of those that are final or were never sent. */
  const recover = Effect.fnUntraced(function*(ids: ReadonlyArray<string>) {
    for (const id of ids) {
      const transfer = yield* transfers.stored(id)
      if (transfer !== undefined) yield* settled(transfer)
    }
  })

  return { carry, recover }
}
