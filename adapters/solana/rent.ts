// How many token accounts the service pays for one holder on one day: the rent stays with the holder, who could close the account and take
// it. One is counted in the commit before which nothing was sent, once for all attempts of a transfer, and no longer where none was made.
import { Clock, Effect, Option } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { get, insert, replace } from "../../core/engine/store/records.ts"
import { daysOf } from "../../core/base/time/instant.ts"
import type { Write } from "../../core/engine/store/store.ts"
import { SolanaRents, type SolanaTransfer } from "./transfer-record.ts"

/** A transfer as it is stored, with what is stored beside it. */
export interface Counted {
  readonly value: SolanaTransfer
  readonly writes: ReadonlyArray<Write>
}

const rowOf = (id: string) => Effect.map(get(SolanaRents, id), Option.getOrUndefined)

const holderOf = ({ from, kind, to }: SolanaTransfer): string => kind === "delivery" ? to : from

/** Counts the account that a transfer makes; undefined where its holder has had them all today. */
export const countAccount = Effect.fnUntraced(function*(value: SolanaTransfer, most: number) {
  const none: Counted = { value, writes: [] }
  if (value.rent !== undefined) return none
  const id = `${value.genesis}/${daysOf(yield* Clock.currentTimeMillis)}/${holderOf(value)}`
  const row = yield* rowOf(id)
  const accounts = (row?.value.accounts ?? 0) + 1
  if (accounts > most) return undefined
  const rent = { id, owner: operatorOwner, accounts }
  const write: Write = row === undefined ? insert(SolanaRents, rent) : replace(SolanaRents, row, rent)
  const counted: Counted = { value: { ...value, rent: id }, writes: [write] }
  return counted
})

/** The writes that count the account of a transfer no longer, which is over and made none. */
export const uncountAccount = Effect.fnUntraced(function*({ rent }: SolanaTransfer) {
  const row = rent === undefined ? undefined : yield* rowOf(rent)
  return row === undefined ? [] : [replace(SolanaRents, row, { ...row.value, accounts: row.value.accounts - 1 })]
})
