// The dashboard's own interface, as data: every endpoint with who may use it, what it reads and what it answers. Handlers, the
// page and the tests are driven by it; an endpoint without a handler or a row of the test's table does not pass.
//
// Requests carry `Authorization: Bearer <operator token or API key>`; the environment is that of the Host. Success answers
// `{"success":true,"data":…}` with the status of the endpoint, refusals the envelope of the interface. Nothing is in cookies or
// addresses. Whatever is somebody else's answers exactly as if it were not there, and so does what a viewer may not do.
import { Schema } from "effect"
import { AccountChanges, AccountRequest } from "../../../core/account/account-request.ts"
import { limits } from "../../../core/limits/limits.ts"
import { StatementType } from "../../../core/statement/statement-request.ts"
import { text } from "../../../core/text/text.ts"
import { WebhookChanges, WebhookRequest } from "../../../core/webhook/webhook-request.ts"
import type { Browsed } from "../../../core/browse/row.ts"
import type * as Answers from "./answers.ts"

/** Under which every path of the contract is. */
export const prefix = "/dashboard/api"

/** Who may use an endpoint: whoever may see what it is about, or the operator alone. */
export type Who = "viewer" | "operator"

/** What comes back: data in an envelope, a file to save, or server-sent events. */
type Gives = "data" | "file" | "events"

type Fields = Schema.Codec<unknown, unknown>

interface Declared {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  /** Under the prefix; `:names` are ids, percent-encoded. */
  readonly path: `/${string}`
  readonly who: Who
  readonly about: string
  /** Only there in the sandbox. */
  readonly sandbox?: true
  readonly status?: 200 | 201 | 202
  readonly gives?: Gives
  readonly query?: Fields
  readonly body?: Fields
  readonly answer: Answer<unknown>
}

/** Stands for the type of an answer. */
interface Answer<A> {
  readonly "~answer"?: A
}

const is = <A>(): Answer<A> => ({})

const id = text({ minimum: 1, maximum: 512 })
const cursor = Schema.optionalKey(text({ minimum: 1, maximum: 512 }))
const instant = Schema.optionalKey(text({ minimum: 1, maximum: 40 }))
const page = Schema.Struct({ cursor })

/** Whose: the operator may name an account, and without one sees all; an owner sees his own. */
const scope = { accountId: Schema.optionalKey(id), subAccountId: Schema.optionalKey(id) }

/** What a list of operations is filtered by. */
const browse = Schema.Struct({
  ...scope,
  /** A status of the session's `kinds`. */
  status: Schema.optionalKey(text({ minimum: 1, maximum: 32 })),
  asset: Schema.optionalKey(text({ minimum: 1, maximum: 32 })),
  /** Created at or after, and before: ISO date or datetime. */
  from: instant,
  to: instant,
  cursor
})

const statement = {
  /** The main account's unless told. */
  subAccountId: Schema.optionalKey(id),
  /** The operator names one. */
  accountId: Schema.optionalKey(id),
  from: instant,
  to: instant,
  /** One of deposit, withdraw, payout, transfer; all unless told. */
  type: Schema.optionalKey(StatementType)
}

const cents = Schema.Int.check(Schema.isBetween(limits.depositValue))
const word = text({ minimum: 1, maximum: 255 })
/** The rest of a deposit in cents, as a preview gave it. */
const restSeen = Schema.Struct({ rest: cents })

const lists = {
  deposit: "/deposits",
  payout: "/payouts",
  lightningInvoice: "/lightning-invoices",
  transfer: "/transfers",
  swap: "/swaps",
  dispute: "/disputes"
} as const satisfies Record<Browsed, string>

export const contract = {
  readSession: {
    method: "GET",
    path: "/session",
    who: "viewer",
    about: "Who is looking, at which environment, and what he may do; 401 with a token that opens nothing.",
    answer: is<Answers.Session>()
  },

  listAccounts: {
    method: "GET",
    path: "/accounts",
    who: "viewer",
    about: "Accounts, the newest first; an owner finds his own alone.",
    query: page,
    answer: is<Answers.Accounts>()
  },
  createAccount: {
    method: "POST",
    path: "/accounts",
    who: "operator",
    about: "A key owner with its main subaccount.",
    status: 201,
    body: AccountRequest,
    answer: is<Answers.Account>()
  },
  readAccount: {
    method: "GET",
    path: "/accounts/:accountId",
    who: "viewer",
    about: "Flags, limits and fees of an account.",
    answer: is<Answers.Account>()
  },
  updateAccount: {
    method: "PATCH",
    path: "/accounts/:accountId",
    who: "operator",
    about: "Changes what is named; the rest stays.",
    body: AccountChanges,
    answer: is<Answers.Account>()
  },

  listKeys: {
    method: "GET",
    path: "/accounts/:accountId/keys",
    who: "viewer",
    about: "Masked, the newest first.",
    query: page,
    answer: is<Answers.Keys>()
  },
  createKey: {
    method: "POST",
    path: "/accounts/:accountId/keys",
    who: "viewer",
    about: "A new key; `secret` is shown this once.",
    status: 201,
    answer: is<Answers.NewKey>()
  },
  rotateKey: {
    method: "POST",
    path: "/accounts/:accountId/keys/:keyId/rotate",
    who: "viewer",
    about: "A new key at once; the old one opens everything for 24 hours yet.",
    status: 201,
    answer: is<Answers.RotatedKey>()
  },
  revokeKey: {
    method: "DELETE",
    path: "/accounts/:accountId/keys/:keyId",
    who: "viewer",
    about: "It opens nothing from now on; also one's own.",
    answer: is<Answers.Key>()
  },

  listWebhooks: {
    method: "GET",
    path: "/accounts/:accountId/webhooks",
    who: "viewer",
    about: "All endpoints of an account, the oldest first, removed ones included.",
    answer: is<Answers.Webhooks>()
  },
  registerWebhook: {
    method: "POST",
    path: "/accounts/:accountId/webhooks",
    who: "viewer",
    about: "Sends a signed WEBHOOK_TEST and saves the endpoint only if it answers 2xx; `secret` signs its deliveries.",
    status: 201,
    body: WebhookRequest,
    answer: is<Answers.NewWebhook>()
  },
  readWebhook: {
    method: "GET",
    path: "/webhooks/:webhookId",
    who: "viewer",
    about: "One endpoint, also one that was removed.",
    answer: is<Answers.Webhook>()
  },
  updateWebhook: {
    method: "PATCH",
    path: "/webhooks/:webhookId",
    who: "viewer",
    about: "Events, headers and retries, whichever are named.",
    body: WebhookChanges,
    answer: is<Answers.Webhook>()
  },
  removeWebhook: {
    method: "DELETE",
    path: "/webhooks/:webhookId",
    who: "viewer",
    about: "It gets nothing more; its log stays.",
    answer: is<Answers.Webhook>()
  },
  rotateWebhook: {
    method: "POST",
    path: "/webhooks/:webhookId/rotate",
    who: "viewer",
    about: "A new secret; the old one signs a second header for 24 hours.",
    status: 200,
    answer: is<Answers.NewWebhook>()
  },
  revealWebhook: {
    method: "POST",
    path: "/webhooks/:webhookId/secret",
    who: "viewer",
    about: "The secret that signs its deliveries; that it was shown is written down.",
    answer: is<Answers.WebhookSecret>()
  },
  listDeliveries: {
    method: "GET",
    path: "/webhooks/:webhookId/deliveries",
    who: "viewer",
    about: "The log of an endpoint, the newest first.",
    query: page,
    answer: is<Answers.Deliveries>()
  },
  replayDelivery: {
    method: "POST",
    path: "/webhooks/:webhookId/deliveries/:eventId/replay",
    who: "viewer",
    about: "The same event once more to one endpoint.",
    status: 202,
    answer: is<Answers.Delivery>()
  },
  readEvent: {
    method: "GET",
    path: "/events/:eventId",
    who: "viewer",
    about: "An event with its deliveries.",
    answer: is<Answers.EventDetail>()
  },
  replayEvent: {
    method: "POST",
    path: "/events/:eventId/replay",
    who: "viewer",
    about: "An event once more to every endpoint that wants it.",
    status: 202,
    answer: is<Answers.Replayed>()
  },

  listSubaccounts: {
    method: "GET",
    path: "/subaccounts",
    who: "viewer",
    about: "Of one account, the newest first; `name` is a part of it. The operator names the account.",
    query: Schema.Struct({
      accountId: Schema.optionalKey(id),
      name: Schema.optionalKey(text(limits.subaccountName)),
      cursor
    }),
    answer: is<Answers.Subaccounts>()
  },
  readSubaccount: {
    method: "GET",
    path: "/subaccounts/:subAccountId",
    who: "viewer",
    about: "A subaccount with its KYC, wallets and attempts.",
    answer: is<Answers.SubaccountDetail>()
  },
  listKycAttempts: {
    method: "GET",
    path: "/kyc",
    who: "viewer",
    about: "KYC and KYB attempts and proofs, the newest first.",
    query: Schema.Struct({ ...scope, status: Schema.optionalKey(text({ minimum: 1, maximum: 32 })), cursor }),
    answer: is<Answers.KycAttempts>()
  },

  listDeposits: {
    method: "GET",
    path: lists.deposit,
    who: "viewer",
    about: "Deposits, the newest first.",
    query: browse,
    answer: is<Answers.Rows>()
  },
  listPayouts: {
    method: "GET",
    path: lists.payout,
    who: "viewer",
    about: "Payouts, the newest first.",
    query: browse,
    answer: is<Answers.Rows>()
  },
  listLightningInvoices: {
    method: "GET",
    path: lists.lightningInvoice,
    who: "viewer",
    about: "Lightning invoices, the newest first.",
    query: browse,
    answer: is<Answers.Rows>()
  },
  listTransfers: {
    method: "GET",
    path: lists.transfer,
    who: "viewer",
    about: "Transfers, the newest first.",
    query: browse,
    answer: is<Answers.Rows>()
  },
  listSwaps: {
    method: "GET",
    path: lists.swap,
    who: "viewer",
    about: "DePix swaps, the newest first.",
    query: browse,
    answer: is<Answers.Rows>()
  },
  listDisputes: {
    method: "GET",
    path: lists.dispute,
    who: "viewer",
    about: "Disputes of received PIX, the newest first.",
    query: browse,
    answer: is<Answers.Rows>()
  },
  search: {
    method: "GET",
    path: "/search",
    who: "viewer",
    about:
      "Payments by PIX key, amount, name, end-to-end id or transaction hash, customers by name or e-mail address, and "
      + "whatever has exactly this id, external id or payment hash.",
    query: Schema.Struct({ q: text({ minimum: 1, maximum: 512 }), accountId: Schema.optionalKey(id), cursor }),
    answer: is<Answers.Found>()
  },
  explain: {
    method: "GET",
    path: "/explain/:id",
    who: "viewer",
    about: "Any record by its `recordId`: timeline, postings, events, deliveries, jobs and what may happen next.",
    answer: is<Answers.Explanation>()
  },

  listOpen: {
    method: "GET",
    path: "/open",
    who: "operator",
    about: "What has an end to come to, by kind, with its age and job; `unknown=true`: unknown outcomes alone.",
    query: Schema.Struct({ unknown: Schema.optionalKey(Schema.Literals(["true", "false"])), cursor }),
    answer: is<Answers.Open>()
  },
  readQueue: {
    method: "GET",
    path: "/queue",
    who: "operator",
    about: "How much work waits.",
    answer: is<Answers.Queue>()
  },
  listDeadJobs: {
    method: "GET",
    path: "/dead-jobs",
    who: "operator",
    about: "Jobs that broke again and again and were put aside.",
    query: page,
    answer: is<Answers.Jobs>()
  },
  retryDeadJob: {
    method: "POST",
    path: "/dead-jobs/:jobId/retry",
    who: "operator",
    about: "Gives a job that was put aside another chance.",
    status: 202,
    answer: is<Answers.Job>()
  },
  listReviews: {
    method: "GET",
    path: "/reviews",
    who: "operator",
    about: "What needs a person, the newest first.",
    query: page,
    answer: is<Answers.Reviews>()
  },
  listActs: {
    method: "GET",
    path: "/acts",
    who: "operator",
    about: "What operators and owners did, the newest first.",
    query: page,
    answer: is<Answers.Acts>()
  },

  previewPayoutRefund: {
    method: "GET",
    path: "/payouts/:id/refund",
    who: "operator",
    about: "What a refund of the payout would move and book.",
    answer: is<Answers.RefundPreview>()
  },
  refundPayout: {
    method: "POST",
    path: "/payouts/:id/refund",
    who: "operator",
    about: "Does what the preview said; 409 when the payout has changed since.",
    status: 202,
    body: Schema.Struct({ preview: word }),
    answer: is<Answers.Refund>()
  },
  previewInvoiceRefund: {
    method: "GET",
    path: "/lightning-invoices/:id/refund",
    who: "operator",
    about: "What a refund of the invoice (by payment hash) would move and book; `refundAddress`: another one to go to.",
    query: Schema.Struct({ refundAddress: Schema.optionalKey(word) }),
    answer: is<Answers.RefundPreview>()
  },
  refundInvoice: {
    method: "POST",
    path: "/lightning-invoices/:id/refund",
    who: "operator",
    about: "Does what the preview of the same address said; 409 when the invoice has changed since.",
    status: 202,
    body: Schema.Struct({ preview: word, refundAddress: Schema.optionalKey(word) }),
    answer: is<Answers.Refund>()
  },

  previewRestDelivery: {
    method: "GET",
    path: "/deposits/:id/rest/delivery",
    who: "operator",
    about: "What the delivery of the rest of the deposit would move and book; `preview` is the rest in cents.",
    answer: is<Answers.RefundPreview>()
  },
  deliverRest: {
    method: "POST",
    path: "/deposits/:id/rest/delivery",
    who: "operator",
    about: "Does what the preview said; 409 when more has come back since.",
    status: 202,
    body: restSeen,
    answer: is<Answers.Refund>()
  },
  previewRestReturn: {
    method: "GET",
    path: "/deposits/:id/rest/return",
    who: "operator",
    about: "What the return of the rest of the deposit would move and book; `preview` is the rest in cents.",
    answer: is<Answers.RefundPreview>()
  },
  returnRest: {
    method: "POST",
    path: "/deposits/:id/rest/return",
    who: "operator",
    about: "Does what the preview said; 409 when more has come back since.",
    status: 202,
    body: restSeen,
    answer: is<Answers.Refund>()
  },

  readTrialBalance: {
    method: "GET",
    path: "/ledger/balance",
    who: "operator",
    about: "The books at the end of the hour before `at` (ISO), or as they stand now without it.",
    query: Schema.Struct({ at: instant }),
    answer: is<Answers.TrialBalance>()
  },
  readStatement: {
    method: "GET",
    path: "/statement",
    who: "viewer",
    about: "The statement of a subaccount, a page of at most 90 days; the operator names the account or subaccount.",
    query: Schema.Struct({ ...statement, cursor }),
    answer: is<Answers.Statement>()
  },
  exportStatement: {
    method: "GET",
    path: "/statement/export",
    who: "viewer",
    about: "The same as a file, all of the window: CSV (RFC 4180) or OFX 2.2. Read it as a blob.",
    gives: "file",
    query: Schema.Struct({ ...statement, format: Schema.Literals(["csv", "ofx"]) }),
    answer: is<string>()
  },
  readSeries: {
    method: "GET",
    path: "/series",
    who: "viewer",
    about: "What the plots show: 24 hours by hour or 30 days by day unless told; at most 400 points.",
    query: Schema.Struct({
      ...scope,
      by: Schema.optionalKey(Schema.Literals(["hour", "day"])),
      from: instant,
      to: instant
    }),
    answer: is<Answers.Series>()
  },
  live: {
    method: "GET",
    path: "/live",
    who: "viewer",
    about: "Server-sent events: the names of records that change. Read it with fetch, since it needs the header.",
    gives: "events",
    answer: is<Answers.Change>()
  },

  payDeposit: {
    method: "POST",
    path: "/sandbox/deposits/:id/pay",
    who: "viewer",
    sandbox: true,
    about: "Pays the charge of a deposit.",
    status: 202,
    body: Schema.Struct({
      payer: Schema.optionalKey(Schema.Struct({ name: Schema.NullOr(word), taxId: Schema.NullOr(word) }))
    }),
    answer: is<Answers.SandboxDone>()
  },
  returnDeposit: {
    method: "POST",
    path: "/sandbox/deposits/:id/return",
    who: "viewer",
    sandbox: true,
    about: "Returns a paid PIX to its payer: `value` cents, all that is left unless told.",
    status: 202,
    body: Schema.Struct({ value: Schema.optionalKey(cents) }),
    answer: is<Answers.SandboxDone>()
  },
  disputeDeposit: {
    method: "POST",
    path: "/sandbox/deposits/:id/dispute",
    who: "viewer",
    sandbox: true,
    about: "Contests a paid PIX, or moves the contest on.",
    status: 202,
    body: Schema.Struct({
      status: Schema.Literals(["CREATED", "ACCEPTED", "REJECTED", "CANCELED"]),
      value: Schema.optionalKey(cents),
      reason: Schema.optionalKey(word)
    }),
    answer: is<Answers.SandboxDone>()
  },
  movePayout: {
    method: "POST",
    path: "/sandbox/payouts/:id/move",
    who: "viewer",
    sandbox: true,
    about:
      "Says what became of the PIX of a payout or Lightning invoice: settled, failed, or reversed afterwards. Left "
      + "alone it settles within a second; one to hold@sandbox.test waits for this.",
    status: 202,
    body: Schema.Struct({ outcome: Schema.Literals(["settle", "fail", "reverse"]), reason: Schema.optionalKey(word) }),
    answer: is<Answers.SandboxDone>()
  },
  payInvoice: {
    method: "POST",
    path: "/sandbox/lightning-invoices/:id/pay",
    who: "viewer",
    sandbox: true,
    about: "Pays a Lightning invoice, by its payment hash.",
    status: 202,
    answer: is<Answers.SandboxDone>()
  },
  decideKyc: {
    method: "POST",
    path: "/sandbox/kyc/:id/decide",
    who: "viewer",
    sandbox: true,
    about: "Decides an attempt as the provider would.",
    status: 202,
    body: Schema.Struct({
      status: Schema.Literals(["APPROVED", "REJECTED", "REVIEW", "EXPIRED", "FAILED"]),
      labels: Schema.optionalKey(Schema.Array(word).check(Schema.isMaxLength(20)))
    }),
    answer: is<Answers.SandboxDone>()
  },
  readTime: {
    method: "GET",
    path: "/sandbox/time",
    who: "viewer",
    sandbox: true,
    about: "The clock of the sandbox.",
    answer: is<Answers.SandboxTime>()
  },
  moveTime: {
    method: "POST",
    path: "/sandbox/time",
    who: "operator",
    sandbox: true,
    about:
      "Moves the clock of the sandbox forward: charges lapse, jobs fall due. It goes back when the process starts again.",
    body: Schema.Struct({
      /** At most 31 days at once. */
      forwardMs: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 31 * 86_400_000 }))
    }),
    answer: is<Answers.SandboxTime>()
  }
} as const satisfies Readonly<Record<string, Declared>>

export type Contract = typeof contract
export type EndpointName = keyof Contract

type NamesIn<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}` ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}` ? Name
  : never

/** The ids in the path of an endpoint. */
export type ParamsOf<N extends EndpointName> = { readonly [Name in NamesIn<Contract[N]["path"]>]: string }

/** The query of an endpoint. */
export type QueryOf<N extends EndpointName> = Contract[N] extends { readonly query: infer Q extends Schema.Top } ?
  Q["Type"]
  : Readonly<Record<never, never>>

/** The body of an endpoint; undefined where it takes none. */
export type BodyOf<N extends EndpointName> = Contract[N] extends { readonly body: infer B extends Schema.Top } ?
  B["Type"]
  : undefined

/** What an endpoint answers under `data`. */
export type AnswerOf<N extends EndpointName> = NonNullable<Contract[N]["answer"]["~answer"]>

/** The contract as whoever serves it reads it. */
export const endpoints: ReadonlyArray<readonly [EndpointName, Declared]> = Object.entries(contract) as ReadonlyArray<
  readonly [EndpointName, Declared]
>
