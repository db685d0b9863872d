// The pool of durable nonce accounts. One belongs to one spend from its signature until that spend is final, so two spends never meet on
// one value. Which is whose is in the data store, and committed with the message that was made over its value.
import { Effect, Option } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { type Stored, get, insert, replace } from "../../core/engine/store/records.ts"
import type { Write } from "../../core/engine/store/store.ts"
import { type Nodes, nonceValue } from "./attempt-status.ts"
import { type SolanaNonce, SolanaNonces } from "./transfer-record.ts"

export interface Lease {
  readonly account: string
  readonly value: string
  /** To be committed with the transfer. */
  readonly write: Write
}

export const makeNonces = (nodes: Nodes, genesis: string, accounts: ReadonlyArray<string>) => {
  const rowOf = (account: string) => Effect.map(get(SolanaNonces, `${genesis}/${account}`), Option.getOrUndefined)

  const leaseOf = (account: string, row: Stored<SolanaNonce> | undefined, holder: string): Write => {
    const value = { id: `${genesis}/${account}`, owner: operatorOwner, holder }
    return row === undefined ? insert(SolanaNonces, value) : replace(SolanaNonces, row, value)
  }

  /** A free account for a spend; undefined where none is. */
  const lease = Effect.fnUntraced(function*(holder: string) {
    for (const account of inTurn(accounts, holder)) {
      const row = yield* rowOf(account)
      if (row !== undefined && row.value.holder !== null) continue
      const value = yield* nonceValue(nodes, account)
      if (value === null) continue
      const found: Lease = { account, value, write: leaseOf(account, row, holder) }
      return found
    }
    return undefined
  })

  /** The spends that have accounts now. */
  const holders = Effect.gen(function*() {
    const rows = yield* Effect.forEach(accounts, rowOf)
    return rows.flatMap((row) => row === undefined || row.value.holder === null ? [] : [row.value.holder])
  })

  return { holders, lease }
}

export type Nonces = ReturnType<typeof makeNonces>

// Spends that are signed at the same time begin at different accounts, so that they seldom want the same one.
const inTurn = (accounts: ReadonlyArray<string>, holder: string): ReadonlyArray<string> => {
  const start = Buffer.from(holder).reduce((sum, byte) => sum + byte, 0) % Math.max(1, accounts.length)
  return [...accounts.slice(start), ...accounts.slice(0, start)]
}
