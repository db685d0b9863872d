// Violations to be planted into a copy of the scene: for each, SQL that tampers with the data, the invariants that have to
// notice, and words that the report has to say. Several notice where one fact is told in several places.
import type { Cast, Scene } from "./scene.ts"

export interface Planted {
  readonly what: string
  readonly sql: (sql: Sql) => string
  readonly found: ReadonlyArray<string>
  readonly says: RegExp
}

/** Writes the SQL of a scene. */
export class Sql {
  readonly ids: Scene["ids"]

  constructor(scene: Scene) {
    this.ids = scene.ids
  }

  /** Sets a field of the body of records. */
  set(field: string, value: string, where: string): string {
    return `update record set body = json_set(body, '$.${field}', ${value}) where ${where};`
  }

  deposit(name: Cast): string {
    return `kind = 'deposit' and id = '${this.ids[name]}'`
  }

  event(name: Cast, event: string): string {
    return `kind = 'event' and json_extract(body, '$.subject') = '${
      this.ids[name]
    }' and json_extract(body, '$.name') = '${event}'`
  }

  of(kind: string, name: Cast): string {
    return `kind = '${kind}' and json_extract(body, '$.depositId') = '${this.ids[name]}'`
  }

  transfer(name: Cast): string {
    return `kind = 'sandboxTransfer' and id = 'deliver/${this.ids[name]}'`
  }

  /** Deletes records with all that leads to them. */
  remove(where: string): string {
    const numbers = `(select n from record where ${where})`
    return `delete from record_list where record in ${numbers}; delete from record_key where record in ${numbers};
      delete from record where ${where};`
  }

  /** The number of an entry of a deposit. */
  entry(name: Cast, template: string): string {
    return `(select seq from entry where source = '${this.ids[name]}' and template = '${template}')`
  }

  balance(account: string, asset = "BRL"): string {
    return `(select n from balance where account like '${account}%' and asset = '${asset}')`
  }

  /** Books a balanced entry at the end of the journal, with right balances. */
  book(id: string, template: string, source: string, debit: string, credit: string, cents: number): string {
    const side = (account: string, amount: number, line: number) => `
      update balance set amount = cast(cast(amount as integer) + ${amount} as text) where n = ${this.balance(account)};
      insert into posting (entry, line, balance, amount, after)
      select (select max(seq) from entry), ${line}, n, '${amount}', amount from balance where n = ${
      this.balance(account)
    };`
    return `insert into entry (id, template, source, owner, at)
      select '${id}', '${template}', '${source}', owner, 1 from record where kind = 'account' and id in
        (select owner from record where kind = 'deposit');
      ${side(debit, cents, 0)} ${side(credit, -cents, 1)}`
  }
}

const success = "DEPOSIT_ASSET_SUCCESS"
const failure = "DEPOSIT_ASSET_FAILED"
const refund = "DEPOSIT_ASSET_REFUNDED"

const deliveries = (events: string): string =>
  `kind = 'delivery' and json_extract(body, '$.eventId') in (select id from record where ${events})`

/** A second record with another id and the same body, found under one list. */
const twin = (where: string, id: string, list: string): string => `
  insert into record (kind, id, owner, version, body)
  select kind, ${id}, owner, 1, json_set(body, '$.id', ${id}) from record where ${where};
  insert into record_list (kind, name, value, seq, record)
  select kind, '${list}', value, 0, (select max(n) from record) from record_list
  where name = '${list}' and record = (select min(n) from record where ${where});`

export const planted: ReadonlyArray<Planted> = [
  {
    what: "books in which an amount was changed on both sides, with all balances",
    sql: (sql) => {
      const entry = sql.entry("partial", "depositReceived")
      const lifted = (sign: 1 | -1) => {
        const balance = `(select balance from posting where entry = ${entry} and amount ${
          sign === 1 ? "not " : ""
        }like '-%')`
        const less = (column: string) => `${column} = cast(cast(${column} as integer) - ${sign} as text)`
        return `update balance set ${less("amount")} where n = ${balance};
          update posting set ${less("after")} where entry >= ${entry} and balance = ${balance};
          update posting set ${less("amount")} where entry = ${entry} and balance = ${balance};`
      }
      return lifted(1) + lifted(-1)
    },
    found: ["journal-sealed", "paid-or-pending"],
    says: /seal \d+ \(\d+ entr(?:y|ies)\): an entry is not what it was when it was sealed, places \d+ \(.+\) to \d+/
  },
  {
    what: "a posting of another amount",
    sql: (sql) =>
      `update posting set amount = '10001' where entry = ${sql.entry("completed", "depositReceived")} and line = 0`,
    found: ["conservation", "paid-or-pending", "journal-sealed"],
    says: /entry .*: its postings in BRL do not balance\n *expected {2}sum 0\n *found {5}sum 1/
  },
  {
    what: "a posting that is missing",
    sql: (sql) => `delete from posting where entry = ${sql.entry("completed", "depositReceived")} and line = 1`,
    found: ["conservation", "paid-or-pending", "journal-sealed"],
    says: /it has one posting, and one side alone moves nothing/
  },
  {
    what: "a posting that is no whole number",
    sql: (sql) =>
      `update posting set amount = '1e4' where entry = ${sql.entry("completed", "depositReceived")} and line = 0`,
    found: ["conservation", "paid-or-pending", "journal-sealed"],
    says: /moves nothing\n *expected {2}a whole number other than 0\n *found {5}1e4/
  },
  {
    what: "a wrong running balance",
    sql: (sql) =>
      `update posting set after = '1' where entry = ${sql.entry("completed", "depositReceived")} and line = 0`,
    found: ["conservation"],
    says: /is not the sum of the postings so far/
  },
  {
    what: "a balance that was changed",
    sql: (sql) => `update balance set amount = '-1' where n = ${sql.balance("fee-income")}`,
    found: ["conservation"],
    says: /balance in BRL of account fee-income: it is not the sum of its postings/
  },
  {
    what: "a balance that is missing",
    sql: (sql) => `delete from balance where n = ${sql.balance("fee-income")}`,
    found: ["storage-sound", "conservation", "fee-exact", "payout-paid-once", "journal-sealed"],
    says: /refers to a row of table balance that is gone/
  },
  {
    what: "an overdraft that balances",
    sql: (sql) => sql.book("correction/1", "correction", "nothing", "deposit-owed", "pix-settlement", 90_000),
    found: ["no-overdraft", "references"],
    says:
      /balance in BRL of account deposit-owed\/acc_.*: it is overdrawn\n *expected {2}0 or less \(a credit balance\)\n *found {5}\d+/
  },
  {
    what: "an account of an unknown kind",
    sql: () => "insert into balance (account, asset, amount) values ('pocket', 'BRL', '0')",
    found: ["no-overdraft"],
    says: /no one knows on which side this kind of account has to stand/
  },
  {
    what: "a second transfer for a deposit",
    sql: (sql) => twin(sql.transfer("completed"), "id || '/again'", "byAddress"),
    found: ["delivered-once"],
    says:
      /deposit dep_\w+ \(COMPLETED\): its asset was sent more than once\n *expected {2}at most 1 transfer\n *found {5}deliver\/dep_\w+, deliver\/dep_\w+\/again/
  },
  {
    what: "a second delivery in the books",
    sql: (sql) =>
      sql.book(
        `${sql.ids.completed}/depositDelivered/again`,
        "depositDelivered",
        sql.ids.completed,
        "pix-settlement",
        "conversion",
        5
      ),
    found: ["delivered-once"],
    says: /the books must hold one depositDelivered entry for it\n *expected {2}1\n *found {5}2/
  },
  {
    what: "a delivery that never was",
    sql: (sql) => sql.remove(sql.transfer("completed")),
    found: ["delivered-once"],
    says: /it has a transaction hash, but no transfer was made/
  },
  {
    what: "another transaction hash",
    sql: (sql) => sql.set("transactionHash", "'0x1'", sql.deposit("completed")),
    found: ["delivered-once"],
    says: /its transaction hash is not that of its deposit\n *expected {2}0x1/
  },
  {
    what: "a transfer of another amount",
    sql: (sql) => sql.set("units", "'1'", sql.transfer("completed")),
    found: ["delivered-once"],
    says: /its amount is not that of its deposit/
  },
  {
    what: "a transfer for a deposit that is not there",
    sql: (sql) =>
      `${sql.set("id", "'deliver/dep_x'", sql.transfer("pending"))}
      insert into record (kind, id, owner, version, body)
      select kind, 'deliver/dep_x', owner, 1, json_set(body, '$.id', 'deliver/dep_x') from record where ${
        sql.transfer("completed")
      };
      insert into record_list select kind, name, value, 0, (select max(n) from record) from record_list
      where record = (select n from record where ${sql.transfer("completed")})`,
    found: ["delivered-once"],
    says: /an asset was sent for a deposit that does not exist/
  },
  {
    what: "a completed deposit without a transaction",
    sql: (sql) => sql.set("transactionHash", "null", sql.deposit("completed")),
    found: ["delivered-once", "fee-exact", "events-at-least-once", "deposit-ends"],
    says: /it has no transaction hash/
  },
  {
    what: "a debit that was never made",
    sql: (sql) => sql.remove("kind = 'sandboxTransfer' and id like 'debit/%'"),
    found: ["movements-made"],
    says:
      /payout pay_\w+ \((?:COMPLETED|RESTORED)\): it counts as done, but nothing was moved\n *expected {2}movement debit\/pay_\w+/
  },
  {
    what: "a refund that sent more",
    sql: (sql) => sql.set("units", "'1'", "kind = 'sandboxTransfer' and id like 'restore/%'"),
    found: ["movements-made"],
    says: /refund restore\/pay_\w+ \(SENT\): what was moved is not what it says/
  },
  {
    what: "a transfer that counts as failed and was made",
    sql: (sql) =>
      sql.set("state", "'FAILED'", "kind = 'transfer'") + sql.set("txHash", "null", "kind = 'transfer'")
      + sql.set("refusal", "json('{\"code\":\"failed\"}')", "kind = 'transfer'"),
    found: ["movements-made"],
    says: /it counts as failed, but it was made\n *expected {2}no movement\n *found {5}movement transfer\/trf_/
  },
  {
    what: "kept sums that no one booked",
    sql: () =>
      `insert into record (kind, id, owner, version, body)
        values ('bookMonth', '2026-03', 'operator', 1,
          '{"id":"2026-03","owner":"operator","sums":{"fee-income BRL":"-7"}}')`,
    found: ["books-kept"],
    says: /month 2026-03 fee-income BRL: what is kept is not what was booked\n *expected {2}0\n *found {5}-7/
  },
  {
    what: "a movement that no one requested",
    sql: () =>
      `insert into record (kind, id, owner, version, body)
      select kind, 'restore/pay_x', owner, 1, json_set(body, '$.id', 'restore/pay_x') from record where kind = 'sandboxTransfer' limit 1;
      insert into record_list select kind, name, value, 0, (select max(n) from record) from record_list
      where record = (select min(n) from record where kind = 'sandboxTransfer')`,
    found: ["movements-made"],
    says: /movement restore\/pay_x: no one requested it/
  },
  {
    what: "a paid deposit without its PIX",
    sql: (sql) => sql.remove(sql.of("pixReceipt", "completed")),
    found: ["paid-or-pending"],
    says: /no funding PIX is on record, or several\n *expected {2}1 receipt\n *found {5}none/
  },
  {
    what: "a PIX of another amount",
    sql: (sql) => sql.set("value", "1", sql.of("pixReceipt", "completed")),
    found: ["paid-or-pending"],
    says: /what it funds is not the value of the charge\n *expected {2}10000 cents\n *found {5}1 cents/
  },
  {
    what: "a PIX that cost what the books do not know when it came in",
    sql: (sql) => sql.set("cost", "44", sql.of("pixReceipt", "completed")),
    found: ["movement-books"],
    says:
      /an entry that its facts ask for is not in the books\n *expected {2}dep_\w+\/receivingFeePaid\/\w+\n *found {5}none/
  },
  {
    what: "a paid deposit that counts as unpaid",
    sql: (sql) => sql.set("state", "'EXPIRED'", sql.deposit("failed")),
    found: ["paid-or-pending", "ambiguous-is-processing"],
    says: /a PIX settled, but it counts as unpaid/
  },
  {
    what: "another fee",
    sql: (sql) => sql.set("fee", "251", sql.deposit("completed")),
    found: ["delivered-once", "fee-exact"],
    says: /it delivers another amount than value less fee and what was withheld, at its rate/
  },
  {
    what: "a loss that is not in the books",
    sql: (sql) =>
      `delete from posting where entry = ${sql.entry("lossOfAll", "lossRecognised")};
      delete from entry where seq = ${sql.entry("lossOfAll", "lossRecognised")}`,
    found: ["conservation", "fee-exact", "journal-sealed"],
    says: /the loss from delivering what had been returned is not what the books say/
  },
  {
    what: "an unknown delivery that is taken for a failure",
    sql: (sql) => sql.set("state", "'FAILED'", sql.deposit("unknown")),
    found: ["ambiguous-is-processing"],
    says: /its delivery is unknown, but it is decided\n *expected {2}PROCESSING or REFUNDED\n *found {5}FAILED/
  },
  {
    what: "a failed delivery that was sent",
    sql: (sql) => sql.set("refusal", "json('{\"code\":\"failed\"}')", sql.deposit("completed")),
    found: ["ambiguous-is-processing", "events-at-least-once"],
    says: /its delivery failed, but the asset was sent/
  },
  {
    what: "a refund above the value",
    sql: (sql) =>
      sql.set("value", "10001", `${sql.of("pixReturn", "partial")} and json_extract(body, '$.value') = 2000`)
      + sql.set("refunded", "11001", sql.deposit("partial")),
    found: ["refund-cap", "events-at-least-once"],
    says: /more went back than was paid\n *expected {2}at most 10000 cents\n *found {5}11001 cents/
  },
  {
    what: "a return that was counted twice",
    sql: (sql) => sql.set("refunded", "4000", sql.deposit("partial")),
    found: ["refund-cap"],
    says: /its refunded value is not the sum of its returns\n *expected {2}3000 cents\n *found {5}4000 cents/
  },
  {
    what: "a return that is not on record",
    sql: (sql) => sql.remove(`${sql.of("pixReturn", "partial")} and json_extract(body, '$.value') = 1000`),
    found: ["refund-cap", "events-at-least-once"],
    says: /it books a return that is not on record/
  },
  {
    what: "a return of a deposit that is not there",
    sql: (sql) =>
      `${twin(`${sql.of("pixReturn", "partial")} and json_extract(body, '$.value') = 1000`, "'D1'", "byDeposit")}
      ${sql.set("depositId", "'dep_x'", "id = 'D1'")} ${sql.set("returnId", "'D1'", "id = 'D1'")}
      update record_list set value = 'dep_x' where record = (select n from record where id = 'D1')`,
    found: ["refund-cap", "references"],
    says: /it returns the money of a deposit that is not there/
  },
  {
    what: "a refund that is not shown",
    sql: (sql) => sql.set("state", "'FAILED'", sql.deposit("refunded")),
    found: ["refunded-iff"],
    says: /all of its value went back, but it is not REFUNDED/
  },
  {
    what: "a refund that never was",
    sql: (sql) => sql.set("state", "'REFUNDED'", sql.deposit("completed")),
    found: ["refunded-iff"],
    says: /it is REFUNDED, but its value did not go back\n *expected {2}10000 cents\n *found {5}0 cents/
  },
  {
    what: "a receiver told to retry after a partial refund",
    sql: (sql) =>
      sql.set(
        "body",
        "json_set(json_extract(body, '$.body'), '$.data.retryable', json('true')) || ''",
        sql.event("partial", refund)
      ),
    found: ["retryable-iff"],
    says: /it says of retrying what its refund does not\n *expected {2}retryable: false\n *found {5}retryable: true/
  },
  {
    what: "a total that does not grow by its return",
    sql: (sql) =>
      sql.set(
        "body",
        "json_set(json_extract(body, '$.body'), '$.data.refundedValue', 2500) || ''",
        `${sql.event("partial", refund)} and body like '%refundedValue\\":3000%'`
      ),
    found: ["retryable-iff"],
    says: /the total it tells is not that of the returns so far\n *expected {2}3000 cents\n *found {5}2500 cents/
  },
  {
    what: "a surplus that no one returns",
    sql: (sql) =>
      `delete from posting where entry = ${sql.entry("surplus", "surplusReturned")};
      delete from entry where seq = ${sql.entry("surplus", "surplusReturned")};
      update balance set amount = '0' where 0`,
    found: ["conservation", "surplus-ends", "journal-sealed"],
    says:
      /no movement brings it on\n *expected {2}an open movement surplus\/E\w+\n *found {5}movement surplus\/E\w+ \(DONE\)/
  },
  {
    what: "a surplus that goes back from another account than its charge has",
    sql: () =>
      "update record set body = json_set(body, '$.via', 'another') where kind = 'movement' and id like 'surplus/%'",
    found: ["account-on-record"],
    says: /it is returned by another account than its charge has\n *expected {2}\S+\n *found {5}another/
  },
  {
    what: "a surplus that went back in the books alone",
    sql: (sql) => sql.remove("kind = 'sandboxReturn'"),
    found: ["surplus-ends"],
    says: /the books say that it went back, but no PIX was sent/
  },
  {
    what: "a surplus that went back twice",
    sql: () =>
      `insert into record (kind, id, owner, version, body)
      select kind, id || '/2', owner, 1, json_set(body, '$.id', id || '/2') from record where kind = 'sandboxReturn'`,
    found: ["surplus-ends"],
    says: /return surplus\/E\w+\/2: it is not the return of a surplus on record/
  },
  {
    what: "a success event that is missing",
    sql: (sql) => sql.remove(deliveries(sql.event("completed", success))) + sql.remove(sql.event("completed", success)),
    found: ["events-at-least-once"],
    says: /it was delivered, so it owes one DEPOSIT_ASSET_SUCCESS event\n *expected {2}1 event\n *found {5}none/
  },
  {
    what: "a failure event of a delivered deposit",
    sql: (sql) => sql.set("name", `'${failure}'`, sql.event("completed", success)),
    found: ["retryable-iff", "events-at-least-once", "event-bodies"],
    says: /it has a DEPOSIT_ASSET_FAILED event, but its delivery did not fail/
  },
  {
    what: "a refund event that is missing",
    sql: (sql) => sql.remove(deliveries(sql.event("refunded", refund))) + sql.remove(sql.event("refunded", refund)),
    found: ["events-at-least-once"],
    says: /a confirmed return owes one DEPOSIT_ASSET_REFUNDED event/
  },
  {
    what: "an event that was never handed out",
    sql: (sql) =>
      `${sql.remove(deliveries(sql.event("tiny", success)))}
      delete from job where id like 'notify/%' and substr(id, 8) not in (select id from record where kind = 'delivery')`,
    found: ["events-at-least-once"],
    says: /it was never handed to webhook whk_\w+, and no job will do it/
  },
  {
    what: "an event that tells another deposit's story",
    sql: (sql) =>
      sql.set(
        "body",
        "json_set(json_extract(body, '$.body'), '$.data.trackId', 'tkt_x') || ''",
        sql.event("completed", success)
      ),
    found: ["events-at-least-once"],
    says: /it tells another trackId than its deposit has/
  },
  {
    what: "a delivery that no one will send",
    sql: () => "delete from job where task = 'deliver-webhook'",
    found: ["events-at-least-once"],
    says: /\(PENDING\): no one will send it\n *expected {2}job notify\/evt_\w+\/whk_\w+\n *found {5}no job/
  },
  {
    what: "a delivery put aside",
    sql: () => "update job set dead = 1 where task = 'deliver-webhook'",
    found: ["events-at-least-once"],
    says: /no one will send it\n.*\n *found {5}job notify\/\S+, put aside as a dead letter/
  },
  {
    what: "a delivery that no one took",
    sql: (sql) =>
      sql.set("attempts", "json('[]')", "kind = 'delivery' and json_extract(body, '$.state') = 'DELIVERED'"),
    found: ["events-at-least-once"],
    says: /\(DELIVERED\): no try of it was answered with 2xx/
  },
  {
    what: "a failure event given up too early",
    sql: (sql) => sql.set("state", "'EXHAUSTED'", "kind = 'delivery' and json_extract(body, '$.state') = 'PENDING'"),
    found: ["events-at-least-once"],
    says: /it was given up before three days had passed/
  },
  {
    what: "a charge that no one will expire",
    sql: (sql) => `delete from job where id = 'expire/${sql.ids.pending}'`,
    found: ["deposit-ends"],
    says:
      /deposit dep_\w+ \(PENDING\): no one works on it\n *expected {2}job expire\/dep_\w+: expire-deposit of dep_\w+\n *found {5}no job/
  },
  {
    what: "a paid deposit that no one delivers",
    sql: (sql) => `update job set dead = 1 where id = 'move/deliver/${sql.ids.unknown}'`,
    found: ["deposit-ends"],
    says: /no one works on it\n.*\n *found {5}job move\/deliver\/dep_\w+, put aside as a dead letter/
  },
  // M12
  {
    what: "a failed deposit that no one returns",
    sql: (sql) => `delete from job where id = 'return-due/${sql.ids.failed}'`,
    found: ["deposit-ends"],
    says:
      /deposit dep_\w+ \(FAILED\): its payment is in no one's list\n *expected {2}an open return, job return-due\/dep_\w+/
  },
  {
    what: "a paid deposit whose delivery was given up",
    sql: (sql) => sql.set("state", "'CANCELLED'", `kind = 'movement' and id = 'deliver/${sql.ids.unknown}'`),
    found: ["deposit-ends"],
    says: /deposit dep_\w+ \(PROCESSING\): its payment is in no one's list/
  },
  {
    what: "a return that no one ordered",
    sql: (sql) =>
      `insert into record (kind, id, owner, version, body) select kind, 'return/${sql.ids.failed}', owner, version,
        json_set(body, '$.id', 'return/${sql.ids.failed}') from record where kind = 'sandboxReturn' limit 1`,
    found: ["returns-ordered"],
    says: /return return\/dep_\w+: it is not the return that was ordered/
  },
  {
    what: "a cancelled delivery of a deposit that no person has",
    sql: (sql) => sql.set("state", "'CANCELLED'", `kind = 'movement' and id = 'deliver/${sql.ids.unknown}'`),
    found: ["deposit-ends"],
    says: /no movement brings it on\n *expected {2}an open movement deliver\/dep_\w+\n.*\(CANCELLED\)/
  },
  {
    what: "a job about nothing",
    sql: () => "update job set subject = 'dep_x' where task = 'expire-deposit'",
    found: ["deposit-ends", "references"],
    says:
      /job expire\/dep_\w+: the deposit that it is about is not there\n *expected {2}deposit dep_x\n *found {5}nothing/
  },
  {
    what: "an entry of a deposit that is not there",
    sql: (sql) => sql.book("dep_x/depositReceived/E1", "depositReceived", "dep_x", "pix-settlement", "deposit-owed", 1),
    found: ["references"],
    says: /entry dep_x\/depositReceived\/E1: the deposit that it is about is not there/
  },
  {
    what: "an entry that no fact explains",
    sql: (sql) => sql.book("gift/1", "gift", sql.ids.completed, "pix-settlement", "deposit-owed", 1),
    found: ["references"],
    says: /a deposit has no entries of this template/
  },
  {
    what: "a key that leads nowhere",
    sql: () => "insert into record_key values ('deposit', 'trackId', 'tkt_x', 999999)",
    found: ["storage-sound", "keys-complete"],
    says: /key deposit\.trackId = tkt_x: it leads to a deposit that is not there/
  },
  {
    what: "a key that is missing",
    sql: (sql) =>
      `delete from record_key where name = 'externalId' and record = (select n from record where ${
        sql.deposit("pending")
      })`,
    found: ["keys-complete"],
    says: /deposit dep_\w+: it cannot be found: its key is missing\n *expected {2}key externalId = acc_\w+\/pending/
  },
  {
    what: "a key that leads to another deposit",
    sql: (sql) =>
      `update record_key set record = (select n from record where ${sql.deposit("failed")})
      where name = 'externalId' and record = (select n from record where ${sql.deposit("pending")})`,
    found: ["keys-complete"],
    says: /it leads to deposit dep_\w+, which does not belong there/
  },
  {
    what: "a record twice in a list",
    sql: (sql) =>
      `insert into record_list select kind, name, value, 0, record from record_list
      where record = (select n from record where ${sql.deposit("pending")})`,
    found: ["lists-complete"],
    says:
      /list deposit\.statementWithFee = sub_\S+: it leads to deposit dep_\w+, which does not belong there \(or not once more\)/
  },
  {
    what: "a record missing in a list",
    sql: (sql) => `delete from record_list where record = (select n from record where ${sql.deposit("pending")})`,
    found: ["lists-complete"],
    says: /its list is missing/
  },
  {
    what: "a count of places that fell back",
    sql: () => "update counter set value = 1",
    found: ["storage-sound"],
    says: /places were only counted up to 1/
  },
  {
    what: "a body that cannot be read",
    sql: (sql) => `update record set body = 'x' where ${sql.of("pixReceipt", "tiny")}`,
    found: ["records-readable", "paid-or-pending"],
    says: /its body cannot be read/
  },
  {
    what: "a state that does not exist",
    sql: (sql) => sql.set("state", "'PAID'", "kind = 'delivery'"),
    found: ["records-readable"],
    says: /its body cannot be read\n *expected {2}"PENDING" \| "DELIVERED" \| "EXHAUSTED" at \["state"\]/
  },
  {
    what: "a receipt of another key owner",
    sql: (sql) =>
      `update record set owner = 'acc_x', body = json_set(body, '$.owner', 'acc_x') where ${
        sql.of("pixReceipt", "tiny")
      }`,
    found: ["no-cross-tenant"],
    says: /it belongs to another key owner than its deposit\n *expected {2}acc_\w+\n *found {5}acc_x/
  },
  {
    what: "a row with another owner than its body",
    sql: (sql) => `update record set owner = 'acc_x' where ${sql.of("pixReceipt", "tiny")}`,
    found: ["records-readable"],
    says: /its body has another owner than its row/
  },
  {
    what: "two deposits with one trackId",
    sql: (sql) => `${sql.set("trackId", "'tkt_x'", `${sql.deposit("pending")} or id = '${sql.ids.unknown}'`)}`,
    found: ["keys-complete", "idempotent-replay"],
    says: /another deposit has its trackId/
  },
  {
    what: "an answer that promises a deposit that is not there",
    sql: (sql) => sql.set("body", "'{\"walletCharge\":\"dep_x\"}'", "kind = 'answer' and id like '%/key-pending'"),
    found: ["idempotent-replay"],
    says: /it promised a deposit that its owner does not have/
  },
  {
    what: "an account of production in the sandbox",
    sql: (sql) =>
      sql.set(
        "environment",
        "'production'",
        "kind = 'account' and id in (select owner from record where kind = 'deposit')"
      ),
    found: ["sandbox-isolated"],
    says: /it is of another environment than the data plane/
  }
]
