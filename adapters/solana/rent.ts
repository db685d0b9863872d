// How many token accounts the service pays for one holder on one day: the rent stays with the holder, who could close the account and take
// it. Counted in the commit before which nothing was sent.
import { Clock, Effect, Option } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { get, insert, replace } from "../../core/engine/store/records.ts"
import { daysOf } from "../../core/base/time/instant.ts"
import type { Write } from "../../core/engine/store/store.ts"
import { SolanaRents } from "./transfer-record.ts"

/** The write that counts one account more; undefined where the holder has had them all today. */
export const rentWrite = Effect.fnUntraced(function*(genesis: string, holder: string, most: number) {
  const day = daysOf(yield* Clock.currentTimeMillis)
  const id = `${genesis}/${day}/${holder}`
  const row = Option.getOrUndefined(yield* get(SolanaRents, id))
  const accounts = (row?.value.accounts ?? 0) + 1
  if (accounts > most) return undefined
  const value = { id, owner: operatorOwner, accounts }
  const write: Write = row === undefined ? insert(SolanaRents, value) : replace(SolanaRents, row, value)
  return write
})
