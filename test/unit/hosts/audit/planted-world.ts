// Violations to be planted into a copy of the scene of payouts, Lightning invoices, wallets, transfers, swaps, disputes and
// identities: SQL that tampers with the data, the invariants that have to notice, and words that the report has to say.
import type { WorldIds } from "./world-scene.ts"

export interface PlantedInWorld {
  readonly what: string
  readonly sql: (sql: WorldSql) => string
  readonly found: ReadonlyArray<string>
  readonly says: RegExp
}

/** Writes the SQL of a scene. */
export class WorldSql {
  private readonly ids: WorldIds

  constructor(ids: WorldIds) {
    this.ids = ids
  }

  id(name: string): string {
    const id = this.ids[name]
    if (id === undefined) throw new Error(`the scene made no ${name}`)
    return id
  }

  /** The record of a kind that took a turn. */
  of(kind: string, name: string): string {
    return `kind = '${kind}' and id = '${this.id(name)}'`
  }

  /** Records of a kind that name another one by a field. */
  by(kind: string, field: string, name: string): string {
    return `kind = '${kind}' and json_extract(body, '$.${field}') = '${this.id(name)}'`
  }

  /** Sets a field of the body of records. */
  set(field: string, value: string, where: string): string {
    return `update record set body = json_set(body, '$.${field}', ${value}) where ${where};`
  }

  /** Sets a field of what an event tells. */
  tell(field: string, value: string, where: string): string {
    return this.set("body", `json_set(json_extract(body, '$.body'), '$.data.${field}', ${value}) || ''`, where)
  }

  /** As if a movement had never been sent. */
  unsent(where: string): string {
    return this.set("sendings", "0", where) + this.set("sentAt", "json('null')", where)
      + this.set("via", "json('null')", where)
  }

  event(name: string, event: string): string {
    return `${this.by("event", "subject", name)} and json_extract(body, '$.name') = '${event}'`
  }

  /** Deletes records with all that leads to them. */
  remove(where: string): string {
    const numbers = `(select n from record where ${where})`
    return `delete from record_list where record in ${numbers}; delete from record_key where record in ${numbers};
      delete from record where ${where};`
  }

  /** Deletes events with their deliveries. */
  removeEvents(where: string): string {
    const deliveries = `kind = 'delivery' and json_extract(body, '$.eventId') in (select id from record where ${where})`
    return this.remove(deliveries) + this.remove(where)
  }

  /** Deletes jobs. */
  endJob(like: string): string {
    return `delete from job where id like '${like}';`
  }

  /** Moves an entry to another id, as if it had been booked for another fact. */
  rename(id: string, next: string): string {
    return `update entry set id = '${next}' where id = '${id}';`
  }
}

const withoutJob = /no one works on it\n *expected {2}job .*\n *found {5}no job/

export const plantedInWorld: ReadonlyArray<PlantedInWorld> = [
  {
    what: "a transfer that was made without its movement",
    sql: (sql) => sql.remove(`kind = 'movement' and id = 'transfer/${sql.id("transferOutside")}'`),
    found: ["moved-once"],
    says: /it was moved without a movement\n *expected {2}movement transfer\/trf_\w+\n *found {5}none/
  },
  {
    what: "a PIX of another amount than its payout",
    sql: (sql) => sql.set("order.value", "1001", `kind = 'movement' and id = 'pix/${sql.id("onBase")}'`),
    found: ["moved-once"],
    says: /another amount was moved for it\n *expected {2}1000 BRL\n *found {5}1001 BRL/
  },
  {
    what: "a PIX that was sent, and not on record by whom",
    sql: (sql) => sql.set("via", "json('null')", `kind = 'movement' and id = 'pix/${sql.id("onBase")}'`),
    found: ["account-on-record"],
    says: /it was sent, and not on record by whom\n *expected {2}an account\n *found {5}none/
  },
  {
    what: "a PIX that stands for two payouts",
    sql: (sql) => {
      const other = `kind = 'movement' and id = 'pix/${sql.id("completed")}'`
      const proof = `(select json_extract(body, '$.receipt.endToEndId') from record where ${other})`
      return sql.set("receipt.endToEndId", proof, `kind = 'movement' and id = 'pix/${sql.id("onBase")}'`)
    },
    // It is still found by the proof that it had.
    found: ["keys-complete", "proof-of-one"],
    says: /another movement has its proof\n *expected {2}one movement\n *found {5}pix\/pay_\w+ has it too/
  },
  {
    what: "a PIX that counts as done, and was neither sent nor found",
    sql: (sql) => sql.unsent(`kind = 'movement' and id = 'pix/${sql.id("onBase")}'`),
    found: ["moved-once"],
    says: /it was never sent\n *expected {2}1 or more\n *found {5}0/
  },
  {
    what: "a movement that is done without an answer",
    sql: (sql) => sql.set("receipt", "json('null')", `kind = 'movement' and id = 'pix/${sql.id("invoiceCompleted")}'`),
    // It is still found by the proof that is gone.
    found: ["keys-complete", "moved-once"],
    says: /state and receipt contradict each other\n *expected {2}pixPayment\n *found {5}none/
  },
  {
    what: "a difference that is not in suspense",
    sql: (sql) => sql.set("moved", "'1500'", `kind = 'movement' and id = 'pix/${sql.id("onBase")}'`),
    found: ["movement-books"],
    says: /the books keep another difference in suspense than its movement has\n *expected {2}\d+\n *found {5}0/
  },
  {
    what: "a PIX that cost what the books do not know",
    sql: (sql) => sql.set("receipt.cost", "35", `kind = 'movement' and id = 'pix/${sql.id("onBase")}'`),
    found: ["movement-books"],
    says:
      /an entry that its facts ask for is not in the books\n *expected {2}pix\/pay_\w+\/railFeePaid\n *found {5}none/
  },
  {
    what: "a delivery that counts on a float which keeps nothing for it",
    sql: (sql) => sql.set("reserved", "json('true')", `kind = 'movement' and id like 'restore/%'`),
    found: ["movement-books"],
    says: /the books reserve something else than movements that are under way take/
  },
  {
    what: "a movement of what is not there",
    sql: (sql) => sql.set("subject", "'inv_0'", `kind = 'movement' and id = 'pix/${sql.id("invoiceCompleted")}'`),
    found: ["moved-once", "lists-complete", "references"],
    says: /what it is for is not there/
  },
  {
    what: "a payout that was debited twice",
    sql: (sql) =>
      sql.rename(`${sql.id("onBase")}/payoutDebited`, `${sql.id("completed")}/payoutDebited/again`)
      + `update entry set source = '${sql.id("completed")}' where id = '${sql.id("completed")}/payoutDebited/again'`,
    found: ["payout-came-in-once"],
    says:
      /payout pay_\w+ \(COMPLETED\): the books hold entries for what did not happen\n *expected {2}none\n *found {5}pay_\w+\/payoutDebited\/again/
  },
  {
    what: "a payout whose debit is not in the books",
    sql: (sql) => sql.rename(`${sql.id("completed")}/payoutDebited`, `${sql.id("completed")}/other`),
    found: ["payout-came-in-once"],
    says: /an entry that its facts ask for is not in the books\n *expected {2}pay_\w+\/payoutDebited/
  },
  {
    what: "a payout that takes more than it costs",
    sql: (sql) => sql.set("units", "'2350001'", sql.of("payout", "completed")),
    found: ["payout-came-in-once", "payout-story", "wallet-holds", "moved-once"],
    says: /it takes another amount than value and fee cost at its price\n *expected {2}2350000\n *found {5}2350001/
  },
  {
    what: "a payout that was never debited and waits for its PIX",
    sql: (sql) => sql.set("transactionHash", "null", sql.of("payout", "unknown")),
    found: ["payout-debit-once"],
    says: /debit and transaction hash do not go together\n *expected {2}a hash\n *found {5}no hash/
  },
  {
    what: "a fee that was never earned",
    sql: (sql) => sql.rename(`${sql.id("completed")}/payoutFeeEarned`, `${sql.id("completed")}/payoutFeeEarned/x`),
    found: ["payout-paid-once"],
    says: /not in the books\n *expected {2}pay_\w+\/payoutFeeEarned\n/
  },
  {
    what: "a PIX that was paid although the asset was given back, and no loss",
    sql: (sql) =>
      `update entry set template = 'payoutSettled', id = '${sql.id("lost")}/payoutSettled'
        where id = '${sql.id("lost")}/settledAfterRestoring'`,
    found: ["payout-paid-once", "payout-events"],
    says: /it was paid and given back whole, and no one bears the loss/
  },
  {
    what: "a payout that is COMPLETED without a PIX",
    sql: (sql) => sql.set("state", "'COMPLETED'", sql.of("payout", "unknown")),
    found: ["payout-paid-once"],
    says: /it is COMPLETED, but no PIX settled/
  },
  {
    what: "a payout that failed and was not given back, and no one sees it",
    sql: (sql) => sql.remove(sql.by("review", "subject", "owed")),
    found: ["payout-restored-whole"],
    says: /its asset was taken and not given back, and no operator is to decide it/
  },
  {
    what: "a restoration without its refund",
    sql: (sql) => sql.remove(`kind = 'movement' and id = 'restore/${sql.id("restored")}'`),
    found: ["payout-restored-whole"],
    says: /it was restored, but not by one refund\n *expected {2}1 refund\n *found {5}none/
  },
  {
    what: "a reversal that counted twice",
    sql: (sql) => sql.set("returned", "800", sql.of("payout", "pending")),
    found: ["payout-returns"],
    says: /what came back is not the sum of its reversals\n *expected {2}400 cents\n *found {5}800 cents/
  },
  {
    what: "a reversal that is not on record",
    sql: (sql) => sql.set("reversals", "json('[]')", `kind = 'movement' and id = 'pix/${sql.id("pending")}'`),
    found: ["payout-returns", "payout-events", "payout-story"],
    says: /the books hold entries for what did not happen\n *expected {2}none\n *found {5}pay_\w+\/payoutReversed\/D/
  },
  {
    what: "a reversal that is owed and seen by no one",
    sql: (sql) => sql.remove(sql.by("review", "subject", "pending")),
    found: ["payout-returns"],
    says: /what came back is owed to who paid, and no one gives it back\n.*\n *found {5}400 cents owed/
  },
  {
    what: "a refund of more than its cents are worth",
    sql: (sql) =>
      sql.set("order.units", "'2000002'", `kind = 'movement' and id like 'refund/${sql.id("atOurLoss")}/%'`),
    found: ["payout-returns", "payout-story"],
    says: /it sends another amount than its cents are worth\n *expected {2}2000000\n *found {5}2000002/
  },
  {
    what: "a refund that was sent and is not shown",
    sql: (sql) => sql.set("state", "'COMPLETED'", sql.of("payout", "returned")),
    found: ["payout-returns"],
    says: /its state does not say what came or went back\n *expected {2}REFUNDED\n *found {5}COMPLETED/
  },
  {
    what: "a payout that no one debits",
    sql: (sql) => sql.endJob("move/debit/%"),
    found: ["payout-ends"],
    says: withoutJob
  },
  {
    what: "a payout whose PIX no one asks for",
    sql: (sql) => `update job set dead = 1 where id = 'move/pix/${sql.id("unknown")}'`,
    found: ["payout-ends"],
    says: /\(PAYING\): no one works on it\n.*\n *found {5}job move\/pix\/pay_\w+, put aside as a dead letter/
  },
  {
    what: "a refund that no one sends",
    sql: (sql) => sql.endJob("move/refund/%"),
    found: ["payout-ends"],
    says: /refund refund\/pay_\w+\/rfd_\w+ \(SENDING\): no one works on it/
  },
  {
    what: "a success that was never told",
    sql: (sql) => sql.removeEvents(sql.event("completed", "PAYOUT_SUCCESSFUL")),
    found: ["payout-events"],
    says: /it owes 1 PAYOUT_SUCCESSFUL event\n *expected {2}1\n *found {5}none/
  },
  {
    what: "one refund that was told twice",
    sql: (sql) =>
      sql.tell(
        "reversalTicketId",
        "'D99999999202601010000' || '00000000001'",
        sql.event("returned", "PAYOUT_REFUNDED")
      ),
    found: ["payout-story"],
    says: /another event told the same refund/
  },
  {
    what: "a receiver told another amount",
    sql: (sql) => sql.tell("valueInBrl", "'99.00'", sql.event("completed", "PAYOUT_SUCCESSFUL")),
    found: ["payout-story"],
    says: /it tells another valueInBrl than its payout has\n *expected {2}10\.00\n *found {5}99\.00/
  },
  {
    what: "a refund that was told to have gone elsewhere",
    sql: (sql) => sql.tell("refundAddress", "'0x1'", sql.event("returned", "PAYOUT_REFUNDED")),
    found: ["payout-story"],
    says: /it tells another refundAddress than its payout has/
  },
  {
    what: "a PIX of another end-to-end id than was told",
    sql: (sql) =>
      sql.set("endToEndId", "'E1'", sql.of("payout", "completed")) +
      sql.set("endToEndId", "'E2'", sql.of("lightningInvoice", "invoiceCompleted")),
    found: ["payout-story", "invoice-story"],
    says: /it tells another endToEndId than its payout has\n *expected {2}E1\n/
  },
  {
    what: "a delivery that carries another event",
    sql: (sql) =>
      sql.set("event", "'KYC_FAILED'", `kind = 'delivery' and id = '${sql.id("replayed")}/${sql.id("webhook")}'`),
    found: ["events-at-least-once"],
    says: /it carries an event of another name/
  },
  {
    what: "an account without its own subaccount",
    sql: (sql) => sql.set("mainSubAccountId", "'sub_x'", sql.of("account", "second")),
    found: ["references"],
    says: /account acc_\w+: the subaccount that it is about is not there/
  },
  {
    what: "an invoice whose sats are not in the books",
    sql: (sql) =>
      sql.rename(`${sql.id("invoiceCompleted")}/payoutDebited`, `${sql.id("invoiceCompleted")}/payoutDebited/x`),
    found: ["payout-came-in-once"],
    says: /Lightning invoice inv_\w+ \(COMPLETED\): an entry that its facts ask for is not in the books/
  },
  {
    what: "an invoice that asks for too little",
    sql: (sql) => sql.set("sats", "'1'", sql.of("lightningInvoice", "invoiceWaiting")),
    found: ["payout-came-in-once"],
    says: /it takes another amount than value and fee cost at its price\n.*\n *found {5}1$/m
  },
  {
    what: "an invoice that was paid out before anybody paid it",
    sql: (sql) => sql.set("state", "'WAITING'", sql.of("lightningInvoice", "invoiceCompleted")),
    found: ["payout-came-in-once"],
    says: /\(WAITING\): the books hold entries for what did not happen/
  },
  {
    what: "sats that went back twice what was returned",
    sql: (sql) => sql.set("cents", "800", `kind = 'movement' and id like 'refund/${sql.id("invoiceReturned")}/%'`),
    found: ["payout-returns"],
    says: /what was given back is not the sum of its refunds\n *expected {2}800 cents\n *found {5}400 cents/
  },
  {
    what: "a return of an invoice that is not in the books",
    sql: (sql) =>
      `update entry set id = id || '/x' where source = '${sql.id("invoiceReversed")}' and template = 'payoutReversed'`,
    found: ["payout-returns"],
    says: /not in the books\n *expected {2}inv_\w+\/payoutReversed\/D\d+\n/
  },
  {
    what: "routing that took too much",
    sql: (sql) =>
      `update posting set amount = case when amount like '-%' then '-500' else '500' end
        where entry = (select seq from entry where template = 'networkFeePaid' and source = '${
        sql.id("invoiceRefunded")
      }')`,
    found: ["conservation", "payout-returns"],
    says: /routing took more than it may\n *expected {2}at most \d+ sats\n *found {5}500 sats/
  },
  {
    what: "an invoice that never expires",
    sql: (sql) => sql.endJob(`expire-lightning-invoice/${sql.id("invoiceWaiting")}`),
    found: ["payout-ends"],
    says: withoutJob
  },
  {
    what: "sats that are owed and seen by no one",
    sql: (sql) => sql.remove(sql.by("review", "subject", "invoiceFailed")),
    found: ["payout-restored-whole"],
    says: /its asset was taken and not given back, and no operator is to decide it/
  },
  {
    what: "a failure that was never told",
    sql: (sql) => sql.removeEvents(sql.event("invoiceFailed", "PAYOUT_FAILED")),
    found: ["payout-events"],
    says: /it owes 1 PAYOUT_FAILED event\n *expected {2}1\n *found {5}none/
  },
  {
    what: "a receiver told of other sats",
    sql: (sql) => sql.tell("valueInSatoshis", "1", sql.event("invoiceCompleted", "PAYOUT_SUCCESSFUL")),
    found: ["invoice-story"],
    says: /it tells another valueInSatoshis than its invoice has/
  },
  {
    what: "a hold that was never ended",
    sql: (sql) =>
      sql.rename(`transfer/${sql.id("transferOutside")}/walletSpent`, `transfer/${sql.id("transferOutside")}/x`),
    found: ["wallet-holds"],
    says: /transfer trf_\w+ \(CONFIRMED\): an entry that its facts ask for is not in the books/
  },
  {
    what: "a hold for what no one ordered",
    sql: (sql) => `update entry set source = 'transfer/trf_x' where source = 'transfer/${sql.id("transferOutside")}'`,
    found: ["wallet-holds"],
    says: /it holds or spends for an operation that is not on record\n.*\n *found {5}transfer\/trf_x/
  },
  {
    what: "an adjustment that its mirror did not count",
    sql: () => "update entry set id = substr(id, 1, 24) || '/walletReceived/7' where template = 'walletReceived'",
    found: ["wallet-mirror"],
    says: /its adjustments are not those that its mirror counted\n *expected {2}0\n *found {5}7/
  },
  {
    what: "a fourth attempt on a PIN",
    sql: () =>
      `update record set body = json_set(body, '$.counted', 9, '$.attempts',
        json('[{"number":1,"at":1,"outcome":"wrong"},{"number":2,"at":1,"outcome":"wrong"},{"number":3,"at":1,"outcome":"wrong"},{"number":4,"at":1,"outcome":"open"}]'))
        where kind = 'pinState'`,
    found: ["pin-attempts"],
    says: /more attempts count than are allowed\n *expected {2}at most 3\n *found {5}4/
  },
  {
    what: "an attempt that was never counted",
    sql: (sql) => sql.set("counted", "0", "kind = 'pinState' and json_array_length(body, '$.attempts') > 0"),
    found: ["pin-attempts"],
    says: /its attempts are not in the order in which they were counted/
  },
  {
    what: "two default wallets of one holder",
    sql: (sql) => sql.set("role", "'default'", "kind = 'wallet' and json_extract(body, '$.role') = 'made'"),
    found: ["keys-complete", "wallet-status"],
    says: /its holder has another default wallet/
  },
  {
    what: "a token of a PIN session in the clear",
    sql: (sql) =>
      sql.set("digest", "'token'", "kind = 'pinSession'") +
      "update record_key set value = 'token' where kind = 'pinSession'",
    found: ["wallet-status"],
    says: /its token is not kept as a digest/
  },
  {
    what: "a transfer that is confirmed by nothing",
    sql: (sql) => sql.set("txHash", "null", sql.of("transfer", "transferOutside")),
    found: ["transfer-exact"],
    says: /state and hash contradict each other\n *expected {2}CONFIRMED\n *found {5}null/
  },
  {
    what: "a receiver who was shown another amount",
    sql: (sql) => sql.set("units", "'9'", sql.by("transferReceipt", "transferId", "transferInside")),
    found: ["transfer-exact"],
    says: /what its receiver was shown is not what was sent\n *expected {2}1500000 USDT.*\n *found {5}9 USDT/
  },
  {
    what: "a reference that stands for another's transfer",
    sql: (sql) => sql.set("transferId", "'trf_x'", "kind = 'transferClaim'"),
    found: ["transfer-exact"],
    says: /it promises a transfer that its owner does not have/
  },
  {
    what: "a transfer that no one looks up",
    sql: (sql) => sql.endJob("move/transfer/%"),
    found: ["transfer-ends"],
    says: withoutJob
  },
  {
    what: "a leg that went on too early",
    sql: (sql) => sql.set("state", "'SENDING'", `kind = 'movement' and id = 'leg-1/${sql.id("swapOnSpark")}'`),
    found: ["moved-once", "swap-legs"],
    says: /a leg went on before the one ahead of it was confirmed/
  },
  {
    what: "a swap that FAILED after its DePix had moved",
    sql: (sql) => sql.set("state", "'FAILED'", sql.of("swap", "swapStranded")),
    found: ["swap-legs"],
    says: /its state is not what its legs say\n *expected {2}nothing moved\n *found {5}DONE, REFUSED, PENDING/
  },
  {
    what: "a delivery of other satoshis",
    sql: (sql) => sql.set("receipt.sats", "'1'", `kind = 'movement' and id = 'leg-1/${sql.id("swapOnSpark")}'`),
    found: ["swap-legs"],
    says: /the pool gave less than was requested/
  },
  {
    what: "two swaps of one leg 0",
    sql: (sql) =>
      sql.set(
        "receipt.transferId",
        `(select json_extract(body, '$.receipt.transferId') from record where id = 'leg-0/${sql.id("swapOnSpark")}')`,
        `kind = 'movement' and id = 'leg-0/${sql.id("swapOverLightning")}'`
      ),
    // Nor is it found by the proof that it names now.
    found: ["keys-complete", "proof-of-one", "swap-never-repeated"],
    says: /one of its movements is that of another swap/
  },
  {
    what: "a seed that was kept",
    sql: (sql) => sql.set("sealed", "'seed'", sql.of("swapAuthorization", "swapOnSpark")),
    found: ["swap-never-repeated", "swap-ends"],
    says: /its authorization could be used again/
  },
  {
    what: "a swap under the id of another request",
    sql: (sql) =>
      sql.set("clientRequestId", "'other'", sql.of("swap", "swapOnSpark"))
      + `update record_key set value = replace(value, '/spark', '/other') where kind = 'swap'`,
    found: ["swap-never-repeated"],
    says: /its id is not that of its request/
  },
  {
    what: "a swap that no one takes up",
    sql: (sql) => sql.endJob("advance-swap/%"),
    found: ["swap-ends"],
    says: withoutJob
  },
  {
    what: "a stranded swap that no one sees",
    sql: (sql) => sql.remove(sql.by("review", "subject", "swapStranded")),
    found: ["swap-ends"],
    says: /it is stranded, and no operator is to decide it/
  },
  {
    what: "a decision that was taken back",
    sql: (sql) => sql.set("state", "'CREATED'", sql.of("dispute", "dispute")),
    found: ["dispute-legs"],
    says: /its state is not what its legs come to\n *expected {2}ACCEPTED\n *found {5}CREATED/
  },
  {
    what: "a dispute of a PIX that no one is asked about",
    sql: (sql) => sql.remove(sql.by("review", "subject", "unknownDispute")),
    found: ["dispute-legs"],
    says: /no one owns the PIX, and no operator is to decide it/
  },
  {
    what: "a status that was never told",
    sql: (sql) => sql.removeEvents(sql.event("dispute", "DISPUTE_ACCEPTED")),
    found: ["dispute-events"],
    says:
      /its events are not those of its statuses\n *expected {2}DISPUTE_ACCEPTED, DISPUTE_CREATED\n *found {5}DISPUTE_CREATED/
  },
  {
    what: "a contest of another amount",
    sql: (sql) => sql.tell("value", "7", sql.event("dispute", "DISPUTE_CREATED")),
    found: ["dispute-events"],
    says: /it tells another status, amount, PIX or contest than its dispute has/
  },
  {
    what: "an approval that was never told",
    sql: (sql) => sql.removeEvents(sql.event("approved", "kyc.completed")),
    found: ["kyc-decided-once"],
    says:
      /its events are not those of its decision\n *expected {2}KYC_APPROVED, kyc\.completed\n *found {5}KYC_APPROVED/
  },
  {
    what: "a company that may do what nothing proved",
    sql: (sql) => sql.set("unlocked", `json('["RAISED_LIMITS","USD_OPERATIONS"]')`, sql.of("subaccount", "company")),
    found: ["kyc-decided-once"],
    says: /it has not what its approved proofs open\n *expected {2}USD_OPERATIONS\n/
  },
  {
    what: "an attempt that no one asks about",
    sql: (sql) => sql.endJob(`advance-kyc/${sql.id("hosted")}`),
    found: ["kyc-ends"],
    says: withoutJob
  },
  {
    what: "pages that never expire",
    sql: (sql) => sql.endJob(`%/${sql.id("hosted")}`),
    found: ["kyc-ends"],
    says: /job expire-hosted\/kyc_\w+: expire-hosted-attempt/
  },
  {
    what: "a form that was kept",
    sql: (sql) => sql.set("sealed", "'form'", sql.of("kycSubmission", "approved")),
    found: ["kyc-ends"],
    says: /what was handed in is kept although it is decided/
  },
  {
    what: "an import that became nothing",
    sql: (sql) => sql.set("state", "'ASKING'", sql.of("kycImport", "imported")),
    found: ["kyc-ends"],
    says: /KYC import sub_\w+ \(ASKING\): no one works on it/
  },
  {
    what: "a document that was filled too late",
    sql: (sql) => sql.set("front.completedAt", "9999999999999", "kind = 'kycDocument' and id = 'proof_1'"),
    found: ["kyc-documents"],
    says: /a side was filled too late/
  },
  {
    what: "a document without its file",
    sql: (sql) => sql.set("front.fileId", "null", "kind = 'kycDocument' and id = 'proof_1'"),
    found: ["kyc-documents"],
    says: /a side and its file contradict each other/
  },
  {
    what: "an event without a field of its own",
    sql: (sql) =>
      sql.set(
        "body",
        "json_remove(json_extract(body, '$.body'), '$.data.errorCode') || ''",
        sql.event("invoiceFailed", "PAYOUT_FAILED")
      ),
    found: ["event-bodies"],
    says: /fields of it are missing\n *expected {2}all of its fields\n *found {5}errorCode/
  },
  {
    what: "an event of another name than its body",
    sql: (sql) =>
      sql.set(
        "body",
        "json_set(json_extract(body, '$.body'), '$.event', 'KYC_FAILED') || ''",
        sql.event("approved", "KYC_APPROVED")
      ),
    found: ["event-bodies"],
    says: /its body is not that of an event of its name\n *expected {2}KYC_APPROVED\n *found {5}KYC_FAILED/
  },
  {
    what: "a manual refund that no one ordered",
    sql: (sql) => sql.remove(sql.by("operatorAct", "subject", "atOurLoss")),
    found: ["acts-traced"],
    says: /refund refund\/pay_\w+\/rfd_\w+: no one is on record for having ordered it/
  },
  {
    what: "an act that changed nothing",
    sql: (sql) => `update record set version = 1 where ${sql.of("webhook", "removed")}`,
    found: ["acts-traced"],
    says: /it tells of a change that was not made/
  },
  {
    what: "a webhook that no one removed",
    sql: (sql) => sql.set("removedAt", "1", sql.of("webhook", "removed")),
    found: ["acts-traced"],
    says: /webhook whk_\w+: no one is on record for having removed it/
  },
  {
    what: "a sending by hand that was forgotten",
    sql: (sql) => sql.set("replays", "2", `kind = 'delivery' and id = '${sql.id("replayed")}/${sql.id("webhook")}'`),
    found: ["events-at-least-once"],
    says: /it was to be sent again by hand, and was not\n *expected {2}1 jobs\n *found {5}none/
  },
  {
    what: "a job that no worker knows",
    sql: () => "update job set task = 'pay-somebody' where task = 'expire-deposit'",
    found: ["pending-work"],
    says: /no worker knows its task/
  },
  {
    what: "a miscounted day of a statement",
    sql: (sql) => {
      const list = `$.counts."payout/statementWithFee"`
      const day = `(select fullkey from record, json_each(body, '${list}') where kind = 'statementBlock'
        and value > 0 limit 1)`
      return `update record set body = json_set(body, ${day}, 99) where kind = 'statementBlock'
        and owner = '${sql.id("second")}' and json_extract(body, '${list}') is not null`
    },
    found: ["statement-counts"],
    says: /payout\/statementWithFee is miscounted on 2026-03-01\n *expected {2}\d+\n *found {5}99/
  },
  {
    what: "a sweep that went to another address",
    sql: (sql) => sql.set("address", "'0xelsewhere'", sql.of("treasurySweep", "sweepDone")),
    found: ["sweep-exact"],
    says:
      /sweep tsw_\w+ \(DONE\): its movement sends something else\n *expected {2}100000000 USDC on gnosis to 0xelsewhere/
  },
  {
    what: "a sweep of another amount than its receipt and its entry",
    sql: (sql) => sql.set("units", "'1'", sql.of("treasurySweep", "sweepDone")),
    found: ["sweep-exact", "moved-once"],
    says: /entry tsw_\w+\/treasurySwept: it moves something else than its record says/
  },
  {
    what: "a sweep that is booked and was refused",
    sql: (sql) =>
      sql.set("state", "'REFUSED'", sql.of("treasurySweep", "sweepDone"))
      + sql.set("transactionHash", "null", sql.of("treasurySweep", "sweepDone")),
    found: ["sweep-exact"],
    says: /the books hold entries for what did not happen/
  },
  {
    what: "a sweep that no operator ordered",
    sql: (sql) => sql.remove(sql.by("operatorAct", "subject", "sweepDone")),
    found: ["sweep-exact"],
    says: /no operator is on record for having ordered it/
  },
  {
    what: "two sweeps of a treasury that are open at once",
    sql: (sql) => sql.set("state", "'ORDERED'", sql.of("treasurySweep", "sweepRefused")),
    found: ["sweep-exact"],
    says: /USDC@gnosis: several sweeps are open at once\n *expected {2}one\n *found {5}2/
  },
  {
    what: "a wallet that is not there",
    sql: (sql) => sql.set("walletId", "'w'", sql.of("payout", "untouched")),
    found: ["references", "wallet-holds"],
    says: /pay_\w+: the wallet that it is about is not there\n *expected {2}wallet w\n *found {5}nothing/
  },
  {
    what: "a wallet of another key owner",
    sql: (sql) =>
      `update record set owner = '${sql.id("second")}', body = json_set(body, '$.owner', '${sql.id("second")}')
        where kind = 'wallet' and json_extract(body, '$.role') = 'made'`,
    found: ["no-cross-tenant"],
    says: /it belongs to another key owner than its subaccount/
  },
  {
    what: "a refund of another key owner",
    sql: (sql) =>
      `update record set owner = 'acc_x', body = json_set(body, '$.owner', 'acc_x') where kind = 'movement' and id = 'restore/${
        sql.id("restored")
      }'`,
    found: ["no-cross-tenant"],
    says: /it belongs to another key owner than its payout/
  },
  {
    what: "a payout that is missing in its statement",
    sql: (sql) =>
      `delete from record_list where kind = 'payout' and record = (select n from record where ${
        sql.of("payout", "completed")
      })`,
    found: ["lists-complete"],
    says: /payout pay_\w+: it cannot be found: its list is missing\n *expected {2}list statementWithFee/
  },
  {
    what: "an open review that is not counted as opened",
    sql: (sql) =>
      `delete from record_list where name = 'opened' and record = (select n from record where ${
        sql.by("review", "subject", "owed")
      })`,
    found: ["lists-complete"],
    says: /review pay_\S+: it cannot be found: its list is missing\n *expected {2}list opened = \d{15}\/1/
  },
  {
    what: "an open review that is counted as ended",
    sql: (sql) =>
      `insert into record_list select kind, 'ended', value, seq, record from record_list
      where name = 'opened' and record = (select n from record where ${sql.by("review", "subject", "owed")})`,
    found: ["lists-complete"],
    says: /list review\.ended = \d{15}\/1: it leads to review pay_\S+, which does not belong there/
  },
  {
    what: "a review that lacks one of its openings",
    sql: (sql) => {
      const where = sql.by("review", "subject", "owed")
      return `${sql.set("times", "2", where)}
        update record_list set value = replace(value, '/1', '/2')
        where name = 'opened' and record = (select n from record where ${where})`
    },
    found: ["lists-complete"],
    says: /review pay_\S+: earlier places of its list opened are missing/
  },
  {
    what: "an invoice that its payment hash does not find",
    sql: () => "delete from record_key where kind = 'lightningInvoice'",
    found: ["keys-complete"],
    says: /its key is missing\n *expected {2}key paymentHash/
  }
]
