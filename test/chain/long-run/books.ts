// What the service has on record, read beside it: movements, what is still owed about anything, and the books.
import { DatabaseSync } from "node:sqlite"
import { type Movement, Movements } from "../../../core/payments/movement/movement.ts"
import type { Identified, RecordKind } from "../../../core/engine/store/records.ts"
import { Transfers } from "../../../core/payments/transfer/transfer.ts"

/** A record that something is still owed about. */
export interface Owed {
  readonly kind: string
  readonly id: string
}

const text = (value: unknown): string => typeof value === "string" ? value : ""

export const openBooks = (path: string) => {
  const read = <A>(act: (database: DatabaseSync) => A): A => {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 30_000 })
    try {
      return act(database)
    } finally {
      database.close()
    }
  }
  const bodies = (kind: string) => (database: DatabaseSync): ReadonlyArray<string> =>
    database.prepare("select body from record where kind = ?").all(kind).map(({ body }) => text(body))
  return {
    owed: (): ReadonlyArray<Owed> =>
      read((database) =>
        database.prepare("select kind, id from record where owed is not null and owed != '[]'").all()
          .map(({ id, kind }) => ({ kind: text(kind), id: text(id) }))
      ),
    /** How many movements of each network are under way. */
    underWay: (): ReadonlyMap<string, number> =>
      read((database) =>
        new Map(
          database.prepare(
            `select json_extract(body, '$.order.network') as network, count(*) as count from record
             where kind = ? and owed is not null and owed != '[]' group by network`
          ).all(Movements.kind).map(({ count, network }) => [text(network), Number(count)])
        )
      ),
    movements: (): ReadonlyArray<Movement> => read(bodies(Movements.kind)).map(Movements.decode),
    /** Every record of a kind. */
    records: <A extends Identified>(kind: RecordKind<A, string, string>): ReadonlyArray<A> =>
      read(bodies(kind.kind)).map(kind.decode),
    /** Where each transfer goes, by its id. */
    recipients: (): ReadonlyMap<string, string> =>
      new Map(
        read(bodies(Transfers.kind)).map(Transfers.decode).map(({ id, recipientAddress }) => [id, recipientAddress])
      ),
    /** How a record is shown, for a message. */
    bodyOf: ({ id, kind }: Owed): string =>
      read((database) =>
        text(database.prepare("select body from record where kind = ? and id = ?").get(kind, id)?.["body"])
      ),
    /** Balances of the books, debit positive, by account and asset. */
    balances: (): ReadonlyMap<string, bigint> =>
      read((database) =>
        new Map(
          database.prepare("select account, asset, amount from balance").all()
            .map(({ account, amount, asset }) => [`${text(account)} ${text(asset)}`, BigInt(text(amount))])
        )
      ),
    /** What the entries of a template moved of an asset off an account. */
    booked: (template: string, account: string): bigint =>
      read((database) =>
        database.prepare(
          `select posting.amount as amount from posting join entry on entry.seq = posting.entry
           join balance on balance.n = posting.balance where entry.template = ? and balance.account = ?`
        ).all(template, account).reduce((sum, { amount }) => sum + BigInt(text(amount)), 0n)
      )
  }
}

export type Books = ReturnType<typeof openBooks>
