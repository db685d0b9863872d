// The operator's files of a civil month: the journal, and what was sent to addresses outside.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { text } from "../../../../core/base/text/text.ts"
import { OperatorRequired, cursorQuery, instant, paged } from "./admin-schemas.ts"
import { failsWith } from "./envelope.ts"

const maybe = Schema.NullOr(Schema.String)
const units = Schema.String.annotate({ description: "Smallest units, debit positive" })

const persons = Schema.Array(Schema.Unknown.annotate({ description: "A `naturalPerson` or a `legalPerson`" }))

const monthQuery = Schema.Struct({
  month: text({ minimum: 7, maximum: 7 }).annotate({
    description: "A civil month in São Paulo, such as 2026-11; one that is not over is read as far as it is"
  }),
  ...cursorQuery.fields
})

export const exportJournal = HttpApiEndpoint.get("exportJournal", "/admin/journal", {
  query: monthQuery,
  success: paged({
    month: Schema.String,
    isOver: Schema.Boolean.annotate({ description: "Whether nothing more is booked in it" }),
    isBalanced: Schema.Boolean,
    totals: Schema.Array(Schema.Struct({ kind: Schema.String, asset: Schema.String, amount: units })).annotate({
      description: "What all postings of the month come to, by kind of account and asset"
    }),
    rows: Schema.Array(Schema.Struct({
      date: Schema.String.annotate({ description: "The civil day in São Paulo" }),
      at: instant,
      entryId: Schema.String,
      line: Schema.String.annotate({ description: "The number of the posting in its entry" }),
      accountId: Schema.String,
      subAccountId: maybe,
      operation: maybe,
      operationId: maybe,
      fact: Schema.String.annotate({ description: "The name of the entry's template" }),
      ledgerAccount: Schema.String,
      asset: Schema.String,
      network: maybe,
      debit: maybe,
      credit: maybe,
      valueInBrl: maybe.annotate({
        description: "By the peg, the exchange of the same entry or the operation's price"
      }),
      feeInBrl: maybe.annotate({ description: "On one row of each operation" }),
      customerTaxId: maybe,
      taxResidence: maybe,
      counterpartyName: maybe,
      counterpartyTaxId: maybe,
      counterpartyCountry: maybe,
      purpose: maybe,
      walletOwner: maybe,
      walletProof: maybe,
      lacks: Schema.String.annotate({
        description: "The fields that a report of this row needs and that are null, separated by spaces"
      })
    }))
  }),
  error: failsWith("badRequest")
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Export the journal of a month",
  description: "One row for each posting, oldest first. Support reads masked tax ids."
}))

export const exportTransfers = HttpApiEndpoint.get("exportTransfers", "/admin/transfers", {
  query: monthQuery,
  success: paged({
    month: Schema.String,
    isOver: Schema.Boolean.annotate({ description: "Whether nothing more arrives in it" }),
    transfers: Schema.Array(Schema.Struct({
      date: Schema.String.annotate({ description: "The civil day in São Paulo on which it arrived" }),
      at: instant,
      movementId: Schema.String,
      accountId: Schema.String,
      subAccountId: Schema.String,
      operation: maybe,
      operationId: Schema.String,
      asset: Schema.String,
      network: Schema.String,
      amount: Schema.String.annotate({ description: "An exact decimal" }),
      valueInBrl: maybe.annotate({ description: "By the peg or the operation's price" }),
      senderAddress: maybe.annotate({
        description: "The customer's wallet that it left; null where the service sent it"
      }),
      recipientAddress: Schema.String,
      transactionHash: maybe.annotate({ description: "Of the chain; over Lightning the payment hash" }),
      isInJournal: Schema.Literals(["yes", "no"]).annotate({ description: "Whether the journal has postings for it" }),
      customerTaxId: maybe,
      taxResidence: maybe,
      counterpartyName: maybe,
      counterpartyTaxId: maybe,
      counterpartyCountry: maybe,
      purpose: maybe,
      walletOwner: maybe,
      walletProof: maybe,
      lacks: Schema.String.annotate({
        description: "The fields that a report of this row needs and that are null, separated by spaces"
      }),
      travelRule: Schema.Struct({
        ivms101: Schema.Struct({
          originator: Schema.Struct({ originatorPersons: persons, accountNumber: Schema.Array(Schema.String) }),
          beneficiary: Schema.Struct({ beneficiaryPersons: persons, accountNumber: Schema.Array(Schema.String) })
        }).annotate({ description: "The travel rule message, by the names of IVMS101" }),
        lacks: Schema.String.annotate({
          description: "What it lacks, such as `beneficiary.person`, and which constraints of the standard it breaks"
        })
      })
    }))
  }),
  error: failsWith("badRequest")
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Export what was sent out in a month",
  description: "One row for each transfer to an address outside, in the order of arrival. Support reads masked tax ids."
}))
