// Takes back what is not wanted any more: it is put on record first, so that nothing of it is sent from then on, and then an operation of nothing
// uses its nonce up.
import { Clock, Effect } from "effect"
import { absent } from "../../core/ports/outcome.ts"
import { insert, replace } from "../../core/engine/store/records.ts"
import { type EvmTransaction, EvmTransactions, type Verdict } from "./movement.ts"
import type { Beginning, Movements } from "./movements.ts"
import type { Relayer } from "./relayer.ts"
import type { SignedOperation } from "./user-operation.ts"

export const makeWithdrawals = (movements: Movements, relayer: Relayer) => {
  const { advance, begunIn, committed, fresh, look, lookUp, push, stored } = movements

  // Also of one that is not on record yet; what another process stored meanwhile is read again.
  const stamped = (operationId: string, nothing: SignedOperation) =>
    Effect.gen(function*() {
      const movement = yield* stored(operationId)
      const withdrawnAt = yield* Clock.currentTimeMillis
      if (movement === undefined) {
        const { value } = yield* fresh(operationId, { operation: nothing }, 0n)
        const verdict: Verdict = { _tag: "Released" }
        return yield* committed([insert(EvmTransactions, { ...value, verdict, withdrawnAt })])
      }
      if (movement.value.verdict !== null || movement.value.withdrawnAt !== undefined) return
      yield* committed([replace(EvmTransactions, movement, { ...movement.value, withdrawnAt })])
    }).pipe(Effect.retry({ while: isOvertaken }))

  // Signed once it is on record, so that a signer that is away changes nothing of that.
  const released = <E, R>(
    operationId: string,
    releaseOf: (movement: EvmTransaction) => Effect.Effect<SignedOperation | undefined, E, R>
  ) =>
    Effect.gen(function*() {
      const movement = yield* stored(operationId)
      if (movement === undefined || movement.value.release !== undefined) return movement
      const release = yield* releaseOf(movement.value)
      if (release !== undefined) {
        yield* committed([replace(EvmTransactions, movement, { ...movement.value, release })])
      }
      return yield* stored(operationId)
    }).pipe(Effect.retry({ while: isOvertaken }))

  /**
   * Makes sure that a movement which is not wanted any more never takes effect. Absent once its nonce was used up in a final block, or where
   * nothing is on its way.
   */
  const withdraw = <E, R>(
    operationId: string,
    nothing: SignedOperation,
    releaseOf: (movement: EvmTransaction) => Effect.Effect<SignedOperation | undefined, E, R>
  ) =>
    Effect.gen(function*() {
      yield* stamped(operationId, nothing)
      const before = yield* stored(operationId)
      const found = before === undefined ? absent : yield* look(before)
      if (found._tag !== "Unknown") return found
      const movement = yield* released(operationId, releaseOf)
      if (movement !== undefined) yield* advance(movement, false)
      return yield* lookUp(operationId)
    })

  /** Uses the nonce of a spend up that is late, and that may have been sent although no record of ours says so. */
  const useUp = Effect.fnUntraced(function*(operationId: string, late: Required<Beginning>) {
    const before = yield* stored(operationId)
    if (before !== undefined && before.value.carriers.length > 0) return yield* push(before, false)
    if (!(yield* relayer.wouldPass(late.release))) return
    const from = before === undefined
      ? yield* fresh(operationId, late, (yield* begunIn(late.operation)).after)
      : { ...before, value: { ...before.value, ...late } }
    yield* relayer.sendOwn((yield* relayer.carry(from, late.release)).value)
  })

  /** Whether nothing of a movement was ever sent, as far as its record goes. */
  const isUnsent = (operationId: string) =>
    Effect.map(
      stored(operationId),
      (movement) =>
        movement === undefined || movement.value.carriers.length === 0 && movement.value.reverted === undefined
    )

  return { isUnsent, useUp, withdraw }
}

export type Withdrawals = ReturnType<typeof makeWithdrawals>

const isOvertaken = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error &&
  (error._tag === "VersionConflict" || error._tag === "DuplicateKey")
