// POST /api/wallet/pin-session: the address of the page on which a holder sets or changes the PIN. An addition: the
// specification leaves onboarding to the service, and the interface itself can neither mint nor learn a PIN.
import { Clock, Effect, Redacted } from "effect"
import type { Caller } from "../access/caller.ts"
import { NotAvailableInSandbox } from "../../base/errors/errors.ts"
import { type Attempt, answered, onceSealed } from "../idempotency/idempotency.ts"
import { limits } from "../../base/limits/limits.ts"
import { Ids } from "../../engine/store/ids.ts"
import { insert } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { subaccountInScope } from "../subaccount/subaccount.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { firstWallet, isProvisioned } from "./first-wallet.ts"
import { type PinSession, PinSessions, digestOf } from "./pin-session.ts"

export interface PinSessionAnswer {
  readonly success: true
  readonly data: { readonly sessionId: string; readonly url: string; readonly expiresAt: string }
}

export interface StartPinSession {
  readonly caller: Caller
  readonly subAccountId?: string | undefined
  /** Scheme and host of the page. */
  readonly origin: string
  readonly attempt?: Attempt<PinSessionAnswer> | undefined
}

/** Opens a page for a holder. Where the service knows every first PIN there is none to set. */
export const startPinSession = Effect.fnUntraced(function*({ attempt, caller, origin, subAccountId }: StartPinSession) {
  if (yield* isProvisioned) return yield* new NotAvailableInSandbox({ operation: "Setting a PIN" })
  return yield* onceSealed(caller.account.id, attempt, (remember) =>
    Effect.gen(function*() {
      const holder = yield* subaccountInScope(caller, subAccountId)
      const token = Redacted.make(yield* Ids.use((ids) => ids.secret(32)))
      const now = yield* Clock.currentTimeMillis
      const session: PinSession = {
        id: yield* Ids.use((ids) => ids.next("psn", caller.account.id)),
        owner: caller.account.id,
        subAccountId: holder.id,
        keyId: caller.keyId,
        digest: digestOf(token),
        expiresAt: now + limits.pinSessionMs,
        usedAt: null,
        createdAt: now
      }
      const task = (yield* firstWallet(holder)) === undefined ? "set" : "change"
      const answer: PinSessionAnswer = {
        success: true,
        data: {
          sessionId: session.id,
          // A fragment is never sent to a server, so the token is in no log.
          url: `${origin}/hosted/pin#${task}.${Redacted.value(token)}`,
          expiresAt: isoInstant(session.expiresAt)
        }
      }
      const writes = [insert(PinSessions, session), ...(yield* remember(answer, now))]
      yield* Store.use((store) => store.commit(changeSet({ writes })))
      return answered(answer)
    }))
})
