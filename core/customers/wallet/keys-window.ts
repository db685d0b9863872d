// When keys of wallets were given out: once a minute and wallet (spec "Limits", Keys endpoint), and for a bounded number of
// wallets of one account in an hour (0195), since whoever has the keys of a wallet can guess its PIN where no one counts.
import { Schema } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { type Stored, insert, recordKind, replace } from "../../engine/store/records.ts"
import type { Write } from "../../engine/store/store.ts"
import { type RaisedReview, Reviews, review } from "../../engine/review/review.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const KeysRead = Schema.Struct({
  /** The wallet's own id. */
  id: Schema.String,
  owner: Schema.String,
  readAt: Schema.Int
})
export type KeysRead = typeof KeysRead.Type

export const KeysReads = recordKind({ kind: "keysRead", schema: KeysRead, personal: noPersonalData("an instant") })

/** Unix milliseconds from which the keys can be read again. */
export const keysOpenAt = ({ readAt }: KeysRead): number => readAt + limits.keysRateMs

const KeysHour = Schema.Struct({
  /** The account's own id. */
  id: Schema.String,
  owner: Schema.String,
  /** When the first wallet of this hour was read, in Unix milliseconds. */
  startedAt: Schema.Int,
  /** Different wallets that were read since. */
  wallets: Schema.Int
})
export type KeysHour = typeof KeysHour.Type

export const KeysHours = recordKind({ kind: "keysHour", schema: KeysHour, personal: noPersonalData("counts") })

const hourMs = 3_600_000

/** Unix milliseconds at which an hour is over. */
export const hourEndsAt = ({ startedAt }: KeysHour): number => startedAt + hourMs

/** The hour that runs for an account; one begins now where none does. */
export const runningHour = (accountId: string, before: Stored<KeysHour> | undefined, now: number): KeysHour =>
  before !== undefined && now < hourEndsAt(before.value)
    ? before.value
    : { id: accountId, owner: accountId, startedAt: now, wallets: 0 }

/** Whether a wallet was counted in an hour before; `last` is its last read. */
export const isCounted = (hour: KeysHour, last: KeysRead | undefined): boolean =>
  last !== undefined && hour.wallets > 0 && last.readAt >= hour.startedAt

/** The hour with one more wallet. */
export const countedWrite = (hour: KeysHour, before: Stored<KeysHour> | undefined): Write => {
  const after = { ...hour, wallets: hour.wallets + 1 }
  return before === undefined ? insert(KeysHours, after) : replace(KeysHours, before, after)
}

/** What the operator looks at when an hour is full: one review an hour. */
export const fullHourWrite = (hour: KeysHour, now: number): Write => {
  const about: RaisedReview = {
    owner: hour.owner,
    subject: hour.id,
    reason: { code: "keysRead", wallets: hour.wallets, since: hour.startedAt },
    createdAt: now
  }
  return insert(Reviews, review(about))
}
