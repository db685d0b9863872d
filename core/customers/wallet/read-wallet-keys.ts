// POST /api/wallet/keys: the envelope and the e-mail that a holder's client derives its key from (spec "Wallet"). Once a
// minute and wallet; each wallet has a window of its own. An account reads those of a bounded number of wallets in an hour.
import { Clock, Effect, Option, Redacted } from "effect"
import type { Caller } from "../access/caller.ts"
import { showTurn } from "../access/rate.ts"
import { hasFlag } from "../account/account.ts"
import { FeatureNotEnabled, RateLimited } from "../../base/errors/errors.ts"
import { type Attempt, answered, onceSealed } from "../idempotency/idempotency.ts"
import { limits } from "../../base/limits/limits.ts"
import { get, insert, replace } from "../../engine/store/records.ts"
import { DuplicateKey, Store, VersionConflict, type Write, changeSet } from "../../engine/store/store.ts"
import { subaccountInScope } from "../subaccount/subaccount.ts"
import { secondsUntil } from "../../base/time/instant.ts"
import { provisionedWallet } from "./first-wallet.ts"
import {
  type KeysHour,
  KeysHours,
  KeysReads,
  countedWrite,
  fullHourWrite,
  hourEndsAt,
  isCounted,
  keysOpenAt,
  runningHour
} from "./keys-window.ts"
import { envelopeOf } from "./unlock-wallet.ts"
import { walletOf } from "./find-wallet.ts"
import type { WalletSelection } from "./wallet-request.ts"
import { type WalletKeysAnswer, walletKeys } from "./wallet-view.ts"
import type { Wallet } from "./wallet.ts"

export interface ReadWalletKeys {
  readonly caller: Caller
  readonly selection: WalletSelection
  readonly attempt?: Attempt<WalletKeysAnswer> | undefined
}

/** Gives the pair of a wallet, or says when it can be requested again. */
export const readWalletKeys = ({ attempt, caller, selection }: ReadWalletKeys) =>
  onceSealed(caller.account.id, attempt, (remember) =>
    Effect.gen(function*() {
      const holder = yield* subaccountInScope(caller, selection.subAccountId)
      const { walletId } = selection
      const named = walletId === undefined ? undefined : yield* walletOf(caller, { subAccountId: holder.id, walletId })
      if (!hasFlag(caller.account, "WALLET_PAYOUT_API")) {
        return yield* new FeatureNotEnabled({ flag: "WALLET_PAYOUT_API" })
      }
      const wallet = named ?? (yield* provisionedWallet(holder))
      const answer = walletKeys(caller, wallet, Redacted.value(yield* envelopeOf(wallet)))
      const remembered = yield* remember(answer, yield* Clock.currentTimeMillis)
      yield* takeTurn(caller, wallet, remembered)
      return answered(answer)
    }))

// Of two that ask at once, one is given the keys and the other finds the window closed.
const takeTurn = ({ account }: Caller, wallet: Wallet, remembered: ReadonlyArray<Write>) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = Option.getOrUndefined(yield* get(KeysReads, wallet.id))
    if (before !== undefined && now < keysOpenAt(before.value)) {
      return yield* new RateLimited({ limit: 1, retryAfterSeconds: secondsUntil(now, keysOpenAt(before.value)) })
    }
    const counted = Option.getOrUndefined(yield* get(KeysHours, account.id))
    const hour = runningHour(account.id, counted, now)
    const isKnown = isCounted(hour, before?.value)
    const most = account.walletKeysPerHour ?? limits.keysPerHour
    if (!isKnown && hour.wallets >= most) {
      yield* raiseOnce(hour, now)
      return yield* new RateLimited({ limit: most, retryAfterSeconds: secondsUntil(now, hourEndsAt(hour)) })
    }
    const after = { id: wallet.id, owner: wallet.owner, readAt: now }
    const turn = before === undefined ? insert(KeysReads, after) : replace(KeysReads, before, after)
    const writes = [turn, ...(isKnown ? [] : [countedWrite(hour, counted)]), ...remembered]
    yield* Store.use((store) => store.commit(changeSet({ writes })))
    yield* showTurn(keysOpenAt(after))
  }).pipe(Effect.retry({ while: isTaken }))

const isTaken = (error: unknown): boolean =>
  error instanceof VersionConflict || error instanceof DuplicateKey && racedFor.has(error.kind)

const racedFor: ReadonlySet<string> = new Set([KeysReads.kind, KeysHours.kind])

// Beside the refusal, which has no commit of its own.
const raiseOnce = Effect.fnUntraced(function*(hour: KeysHour, now: number) {
  yield* Effect.logWarning("Keys of many wallets are read", { account: hour.owner, wallets: hour.wallets })
  yield* Store.use((store) => store.commit(changeSet({ writes: [fullHourWrite(hour, now)] }))).pipe(
    // Raised before in this hour.
    Effect.catchTag("DuplicateKey", () => Effect.void)
  )
})
