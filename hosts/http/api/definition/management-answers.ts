// What management answers where its declaration leaves the shape out, as types. Amounts are decimal text in whole units unless a line says otherwise, instants
// are ISO 8601 in UTC, and every list that goes on has a `nextCursor` that is null on its last page.
import type { Effect } from "effect"
import type { OperatorRole } from "../../../../core/operations/operator/role.ts"
import type { Environment } from "../../../../core/base/environment/environment.ts"
import type { WireFlag } from "../../../../core/customers/account/flags.ts"
import type { readSummary } from "../../../../core/reports/browse/read-summary.ts"
import type { Browsed, rowView } from "../../../../core/reports/browse/row.ts"
import type { EventName } from "../../../../core/engine/event/event.ts"
import type { readExplanation } from "../../../../core/reports/explain/read-explanation.ts"
import type { RejectionCode } from "../../../../core/customers/kyc/rejection-labels.ts"
import type { kycAttemptRecord } from "../../../../core/customers/kyc/kyc-view.ts"
import type { OperationRow } from "../../../../core/reports/statement/operation.ts"

type AnswerOf<F extends (...args: never) => unknown> = ReturnType<F> extends Effect.Effect<infer A, unknown, unknown>
  ? A
  : never

/** A list that goes on. */
type Page<Rows> = Rows & { readonly nextCursor: string | null }

/** Who is looking, at what. */
export interface Session {
  readonly viewer:
    | {
      readonly who: "operator"
      /** Null for the operator's token of the configuration. */
      readonly by: { readonly id: string; readonly name: string } | null
      readonly role: OperatorRole
      /** Of a session in a cookie; null for a bearer. */
      readonly csrf: string | null
    }
    | { readonly who: "owner"; readonly accountId: string; readonly name: string }
  readonly environment: Environment
  /** Names of the endpoints of the contract that this viewer can use here. */
  readonly may: ReadonlyArray<string>
  readonly now: string
  readonly events: ReadonlyArray<EventName>
  /** Flags of accounts by their names, with what each allows. */
  readonly flags: Readonly<Record<WireFlag, string>>
  readonly assets: ReadonlyArray<{ readonly code: string; readonly decimals: number }>
  /** The kinds that are browsed, with the statuses to filter by, and those that are ends. */
  readonly kinds: Readonly<
    Record<Browsed, { readonly statuses: ReadonlyArray<string>; readonly final: ReadonlyArray<string> }>
  >
  readonly limits: {
    readonly depositValueBrl: Range
    readonly payoutValueBrl: Range
    readonly lightningInvoiceValueBrl: Range
    readonly webhookEndpoints: number
    readonly webhookHeaders: number
    readonly rotationOverlapHours: number
    readonly statementWindowDays: number
    readonly eventsKeptDays: number
  }
  /** Null in production. */
  readonly sandbox: SandboxTime | null
}

interface Range {
  readonly minimum: string
  readonly maximum: string
}

/** The clock of the sandbox. */
export interface SandboxTime {
  /** How far it is ahead of the world's, in milliseconds. */
  readonly offsetMs: number
  readonly now: string
  /** Whether it can be moved here; false where several processes share the sandbox. */
  readonly canMove: boolean
}

/** A row of the subaccounts. */
export interface Subaccount {
  readonly subAccountId: string
  readonly accountId: string
  readonly name: string
  readonly email: string | null
  readonly accountType: "INDIVIDUAL" | "COMPANY"
  readonly owner: "SELF" | "CUSTOMER"
  readonly createdAt: string
}
export type Subaccounts = Page<{ readonly subaccounts: ReadonlyArray<Subaccount> }>

/** An attempt; `state` is the service's own, where REVIEW is shown as it is. */
export type KycAttempt = ReturnType<typeof kycAttemptRecord> & {
  /** What `rejectionReason` was made of; null where it is the provider's own. */
  readonly rejectionCode: RejectionCode | null
  readonly accountId: string
  readonly state: string
  readonly kind: "KYC" | "KYB" | "PROOF_OF_ADDRESS" | "PROOF_OF_FINANCIAL_CAPACITY" | null
  readonly source: "FORM" | "HOSTED" | "EXTERNAL_IMPORT" | "DOCUMENT" | null
}
export type KycAttempts = Page<{ readonly attempts: ReadonlyArray<KycAttempt> }>

export interface SubaccountDetail extends Subaccount {
  readonly kyc: { readonly status: string; readonly level: string | null; readonly approvedAt: string | null }
  /** The newest first; `default` is the first that a holder got. */
  readonly wallets: ReadonlyArray<{
    readonly walletId: string
    readonly role: "default" | "made"
    readonly networks: ReadonlyArray<string>
    readonly createdAt: string
  }>
  /** The latest 50, newest first. */
  readonly attempts: ReadonlyArray<KycAttempt>
}

/** A row of any list of operations. What a kind has not is null. */
export type Row = ReturnType<typeof rowView>

/** A page may be short, or empty, and yet go on: a filter looks past a bounded number of rows at once. */
export type Rows = Page<{ readonly rows: ReadonlyArray<Row> }>

export interface Found {
  /** `counterparty`: who paid a deposit or was paid by PIX, by name or PIX key; null where it is not known or not shown. */
  readonly rows: ReadonlyArray<Row & { readonly counterparty: string | null }>
  /** Customers and accounts by name, and whatever else has this very id; `name` is null for what has none. */
  readonly others: ReadonlyArray<{
    readonly kind: string
    readonly id: string
    readonly accountId: string
    readonly name: string | null
  }>
  /** False when older payments, or accounts beyond those that are looked through together, were not searched. */
  readonly isComplete: boolean
  /** The instant down to which payments were searched; null when all were, or none had to be. */
  readonly searchedSince: string | null
  /** Searches further back. */
  readonly nextCursor: string | null
}

/** What the page of a payment begins with. */
export type Summary = NonNullable<AnswerOf<typeof readSummary>>

/** A record with all that names it; postings in smallest units, debit positive. An owner sees tax ids masked. */
export type Explanation = AnswerOf<typeof readExplanation> & {
  /** Null for a record that is no payment. */
  readonly summary: Summary | null
}

export interface Statement {
  readonly operations: ReadonlyArray<OperationRow>
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly nextCursor: string | null
}

/** One stretch of time of the plots. */
export interface Point {
  /** Its first instant. */
  readonly at: string
  readonly count: number
  readonly succeeded: number
  readonly failed: number
  /** Of the operations that succeeded. */
  readonly volumeBrl: string
  readonly feeBrl: string
  /** Seconds from payment to settlement; null where nothing settled. */
  readonly p50: number | null
  readonly p95: number | null
}

export interface Series {
  readonly by: "hour" | "day"
  readonly from: string
  readonly to: string
  /** The oldest first, without gaps. */
  readonly points: ReadonlyArray<Point>
  /** Operations that are not at their end, whenever they were made, by how long they have been there. */
  readonly pending: ReadonlyArray<{
    readonly kind: Browsed
    readonly underMinute: number
    readonly underTenMinutes: number
    readonly underHour: number
    readonly underDay: number
    readonly older: number
  }>
  /** False when more is open than is looked at: there are then so many at least. */
  readonly isPendingComplete: boolean
  /** False when the window holds more operations than are read at once; `from` is then the first instant that is whole. */
  readonly isComplete: boolean
  /** False when not even one point was read whole: of the first one there is then the newest part alone. */
  readonly isFirstWhole: boolean
}

/**
 * The data of a `change` of the live stream. A stream begins with an event `hello` (data `{}`), carries one event `change`
 * for each record that changed, and a comment line every 15 s. After a gap the reader loads again what it shows.
 */
export interface Change {
  readonly kind: string
  readonly id: string
  readonly accountId: string
}

/** What a action of the sandbox's panel came to. */
export interface SandboxDone {
  readonly id: string
  readonly status: string
}
