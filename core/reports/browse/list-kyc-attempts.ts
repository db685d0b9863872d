// KYC and KYB attempts and proofs of a scope, the newest first; a filter looks past so many rows at once.
import { Effect } from "effect"
import { KycAttempts } from "../../customers/kyc/kyc-attempt.ts"
import { limits } from "../../base/limits/limits.ts"
import { cursorAt, placeOf } from "../../engine/store/cursor.ts"
import { type Scope, listOf, newestListed, subaccountsIn } from "./newest-operations.ts"
import { attemptView } from "./person-view.ts"

export interface ListKycAttempts extends Scope {
  /** The attempt's own status, where REVIEW is told from PENDING. */
  readonly status?: string | undefined
  readonly cursor?: string | undefined
}

const scanned = 500

/** One page. */
export const listKycAttempts = Effect.fnUntraced(function*({ cursor, status, ...scope }: ListKycAttempts) {
  const listName = listOf("kycAttempt", scope)
  const before = cursor === undefined ? undefined : yield* placeOf(listName, cursor)
  const subaccounts = yield* subaccountsIn(scope)
  const size = limits.eventPage
  const limit = status === undefined ? size + 1 : scanned
  const lists = subaccounts.flatMap((value) =>
    ["bySubAccount", "proofs"].map((list) => ({ kind: KycAttempts.kind, list, value }))
  )
  const rows = yield* newestListed(lists, before, limit)
  const read = rows.map(({ record, seq }) => ({ attempt: KycAttempts.decode(record.body), seq }))
  const wanted = read.filter(({ attempt }) => status === undefined || attempt.status === status)
  const shown = wanted.slice(0, size)
  const last = shown.length < wanted.length ? shown.at(-1) : rows.length === limit ? read.at(-1) : undefined
  return {
    attempts: shown.map(({ attempt }) => attemptView(attempt)),
    nextCursor: last === undefined ? null : yield* cursorAt(listName, last.seq)
  }
})
