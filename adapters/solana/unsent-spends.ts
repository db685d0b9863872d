// Spends of which our records say that nothing was sent. Records may be older than what was sent, so the chain is asked: a spend ends by
// what used its nonce up, and once it is late or not wanted any more we use it up ourselves.
import { Clock, Effect } from "effect"
import type { DeliveryReceipt, SignedSpend } from "../../core/ports/chain.ts"
import { type LookUp, absent, differs, refused, unknown } from "../../core/ports/outcome.ts"
import type { NonceKiller } from "./nonce-accounts.ts"
import type { NonceLifetime, NonceUse, SignedTransfer } from "./nonce-use.ts"
import { decodePayload } from "./signed-payload.ts"
import type { SolanaTransfer } from "./transfer-record.ts"
import { type StoredTransfer, type Transfers, answerOf, liveAttempt, signedAttempt } from "./transfers.ts"

interface Signed {
  readonly spend: SignedTransfer
  readonly lifetime: NonceLifetime
}

const signedOf = (value: SolanaTransfer): Signed | undefined => {
  const attempt = liveAttempt(value)
  if (attempt?.lifetime._tag !== "Nonce") return undefined
  return { spend: { ...value, createsAccount: attempt.createsAccount }, lifetime: attempt.lifetime }
}

/** The nonce that a spend was signed over, as far as its record goes never sent; undefined where there is none. */
export const unsentOver = ({ value }: StoredTransfer): NonceLifetime | undefined =>
  value.verdict === null && signedAttempt(value) === undefined ? signedOf(value)?.lifetime : undefined

export const makeUnsentSpends = (transfers: Transfers, fateOf: NonceUse, useUp: NonceKiller) => {
  /** Ends an unsent spend that is late or not wanted any more; undefined where another process changed it. */
  const conclude = Effect.fnUntraced(function*(before: StoredTransfer) {
    const { value } = before
    const signed = signedOf(value)
    if (signed === undefined) return unknown("notKept", "message")
    const fate = yield* fateOf(signed.spend, signed.lifetime)
    switch (fate._tag) {
      case "Made":
        return (yield* transfers.end(before, value, fate.verdict)) && answerOf(fate.verdict)
      case "Refused": {
        const { reason } = fate
        const verdict = value.withdrawnAt === undefined
          ? { _tag: "Refused", reason } as const
          : { _tag: "Withdrawn" } as const
        return (yield* transfers.end(before, value, verdict)) && answerOf(verdict)
      }
      case "Unused":
        yield* useUp(signed.lifetime)
        return unknown("underWay", "its nonce is being used up")
      case "Open":
        return unknown("underWay", fate.because)
      case "Odd":
        return differs(fate.because)
    }
  })

  /** What became of a spend, by the chain and what was signed. After its deadline it is kept from taking effect. */
  const lookUpSigned = Effect.fnUntraced(function*({ payload, sendBefore }: SignedSpend) {
    const signed = signedOf(decodePayload(payload).transfer)
    if (signed === undefined) return unknown("notKept", "message")
    const fate = yield* fateOf(signed.spend, signed.lifetime)
    switch (fate._tag) {
      case "Made":
        return answerOf(fate.verdict)
      case "Refused":
        return refused(fate.reason)
      case "Open":
        return unknown("underWay", fate.because)
      case "Odd":
        return differs(fate.because)
      case "Unused": {
        const isLate = (yield* Clock.currentTimeMillis) >= sendBefore
        if (isLate) yield* useUp(signed.lifetime)
        // Sent again it is the same transaction, so before its deadline it may be.
        const answer: LookUp<DeliveryReceipt> = isLate || fate.because !== null
          ? unknown("underWay", fate.because ?? "its nonce is being used up")
          : absent
        return answer
      }
    }
  })

  return { conclude, lookUpSigned }
}

export type UnsentSpends = ReturnType<typeof makeUnsentSpends>
