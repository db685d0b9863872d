// What an attacker asks of each operation that names something: a request that is right but for one field, in which another
// tenant's id is then put. An operation that holds an id and has no row here fails the test.
import { evmAddress } from "../support/host.ts"
import type { Belongings } from "./victim.ts"

interface Row {
  /** By field: what of the victim is put into it. What all fields of that name hold by default. */
  readonly holds?: Readonly<Record<string, ReadonlyArray<string>>>
  readonly query?: (mine: Belongings) => Readonly<Record<string, string>>
  readonly body?: (mine: Belongings) => Readonly<Record<string, unknown>>
  /** The statuses that a missing id is answered with; 404 by default. */
  readonly statuses?: ReadonlyArray<number>
}

/** What of a tenant a field of a name holds; the first that is named in the row of the operation, or here. */
export const holds: Readonly<Record<string, ReadonlyArray<string>>> = {
  accountId: ["accountId"],
  // Of operators a tenant has nothing: whatever he names there is refused before it is looked at.
  approvalId: ["transactionId"],
  attemptId: ["attemptId", "businessId"],
  cursor: ["statementCursor", "eventCursor"],
  depositId: ["depositId"],
  documentId: ["documentId", "selfieId"],
  endToEndId: ["endToEndId"],
  eventId: ["eventId"],
  externalId: ["externalId"],
  fromSubAccountId: ["subAccountId", "mainSubAccountId"],
  jobId: ["depositId", "transactionId"],
  keyId: ["keyId"],
  movementId: ["transactionId", "depositId"],
  operatorId: ["accountId"],
  paymentHash: ["paymentHash"],
  q: [
    "depositId",
    "externalId",
    "transactionId",
    "paymentHash",
    "endToEndId",
    "paidEndToEndId",
    "subAccountId",
    "attemptId"
  ],
  // Reviews are the operator's: refused before they are looked at.
  reviewId: ["depositId"],
  session: ["session", "companySession"],
  subAccountId: ["subAccountId", "mainSubAccountId", "companyId"],
  swapId: ["transactionId"],
  toSubAccountId: ["subAccountId", "mainSubAccountId"],
  toUserId: ["accountId", "subAccountId"],
  token: ["charge", "receipt", "upload"],
  tokenId: ["keyId"],
  transactionId: ["transactionId"],
  uploadedDocumentId: ["documentId"],
  uploadedSelfieId: ["selfieId"],
  validateLivenessToken: ["validateLivenessToken"],
  walletId: ["walletId"],
  webhookId: ["webhookId"]
}

const person = {
  fullName: "Ana Souza",
  dateOfBirth: "1990-05-17",
  countryOfTaxId: "BRA",
  taxIdNumber: "52998224725",
  email: "ana@example.com",
  country: "BRA",
  state: "SP",
  city: "São Paulo",
  zipCode: "01310100",
  streetAddress: "Av. Paulista, 1"
}

const { fullName: _name, dateOfBirth: _birth, countryOfTaxId: _country, ...place } = person
const company = { ...place, legalName: "Padaria Ltda", taxIdNumber: "12ABC34501DE35", incorporationDate: "2010-01-02" }

const pin = { walletPin: "123456", protectedSymmetricKey: "A".repeat(132) }
const operatorOnly: Row = { statuses: [401] }
/** What is refused before it is looked at, whoever asks. */
const inProductionOnly: Row = { statuses: [501] }
const documents = ({ documentId, selfieId }: Belongings) => ({
  uploadedDocumentId: documentId,
  uploadedSelfieId: selfieId
})
const mine = ({ subAccountId = "" }: Belongings) => ({ subAccountId })
const ofCompany = ({ companyId }: Belongings) => ({ subAccountId: companyId })
const asked = (parts: Readonly<Record<string, unknown>>): Row => ({ body: () => parts })

/** A page that whoever has its token may open: a token that is altered opens nothing. */
const hosted = (parts: Row = {}): Row => ({ statuses: [400, 404, 410], ...parts })

export const rows: Readonly<Record<string, Row>> = {
  "GET /api/subaccount": { statuses: [400] },
  "GET /api/subaccount/:subAccountId": {},
  "POST /api/wallet/create": asked({ network: "polygon", walletPin: "123456" }),
  "GET /api/wallet": {},
  "POST /api/wallet/get": { body: mine },
  "POST /api/wallet/keys": {},
  "POST /api/wallet/pin-session": inProductionOnly,
  "POST /api/wallet/transfer": {
    ...asked({ ...pin, amount: "1", network: "polygon", asset: "USDC" }),
    // The wallet that pays is looked for before the one that is paid, and the holder's PIN is wrong here.
    statuses: [400, 404, 423, 429]
  },
  "POST /api/wallet/payout": asked({ ...pin, value: 5_000, network: "polygon", pixKey: "maria@example.com" }),
  "GET /api/wallet/payout/:transactionId": {},
  "POST /api/kyc/document": asked({ documentType: "ID" }),
  "GET /api/kyc/document/:documentId": { query: mine },
  "POST /api/public/liveness/validate": hosted(),
  "POST /api/kyc": {
    body: (own) => ({ ...mine(own), ...documents(own), ...person }),
    statuses: [400, 404]
  },
  "POST /api/kyc/import-token": asked({ importToken: "a-token" }),
  "GET /api/kyc": {},
  "GET /api/kyc/:attemptId": {},
  "POST /api/kyb": {},
  "POST /api/kyb/proof-of-address": {
    body: (own) => ({ ...ofCompany(own), documentId: own["documentId"] }),
    statuses: [400, 404]
  },
  "POST /api/kyb/proof-of-financial-capacity": {
    body: (own) => ({ ...ofCompany(own), documentId: own["documentId"], annualRevenueInBrl: 1_000 }),
    statuses: [400, 404]
  },
  "POST /api/deposit/asset": asked({ value: 5_000, asset: "USDC", network: "base", address: evmAddress }),
  "GET /api/deposit/asset/:externalId": {},
  "GET /api/lightning/invoice/:paymentHash": {},
  "GET /api/account/statement": { statuses: [200, 400] },
  "POST /api/account/statement": { statuses: [200, 400, 404] },
  "GET /api/events": { statuses: [400] },
  "POST /api/wallet/swap": inProductionOnly,
  "GET /api/wallet/swap/:swapId": {},
  "POST /provider/webhook": {
    holds: {
      "event.id": ["providerEventId"],
      "event.data.ticket.id": ["trackId", "paidTrackId"],
      "event.data.ticket.endToEndId": ["endToEndId", "paidEndToEndId"],
      "event.data.payment.id": ["transactionId"],
      "event.data.attempt.id": ["attemptId", "businessId"],
      "event.data.endToEndId": ["endToEndId", "paidEndToEndId"],
      "event.data.paymentHash": ["paymentHash"]
    },
    // A key settles its own charges; what is settled stays so, under whatever name it is said again.
    statuses: [200, 401, 404]
  },
  // An owner's list is his account alone, wherever it begins.
  "GET /admin/accounts": { statuses: [200] },
  "GET /admin/accounts/:accountId": {},
  "PATCH /admin/accounts/:accountId": { ...operatorOnly, ...asked({ chargeLifetimeMinutes: 90 }) },
  "GET /admin/accounts/:accountId/keys": { statuses: [400, 404] },
  "GET /admin/accounts/:accountId/keys/:keyId": {},
  "POST /admin/accounts/:accountId/keys": operatorOnly,
  "POST /admin/accounts/:accountId/keys/:keyId/rotate": operatorOnly,
  "DELETE /admin/accounts/:accountId/keys/:keyId": operatorOnly,
  "GET /admin/accounts/:accountId/webhooks": {},
  "POST /admin/accounts/:accountId/webhooks": asked({ url: "https://hooks.example/x" }),
  "GET /admin/webhooks/:webhookId": {},
  "PATCH /admin/webhooks/:webhookId": asked({ retry: true }),
  "DELETE /admin/webhooks/:webhookId": {},
  "POST /admin/webhooks/:webhookId/rotate": {},
  "POST /admin/webhooks/:webhookId/secret": {},
  "GET /admin/webhooks/:webhookId/deliveries": { statuses: [400, 404] },
  "POST /admin/webhooks/:webhookId/deliveries/:eventId/replay": {},
  "GET /admin/events/:eventId": {},
  "POST /admin/events/:eventId/replay": {},
  "GET /admin/dead-jobs": operatorOnly,
  "POST /admin/dead-jobs/:jobId/retry": operatorOnly,
  "GET /admin/reviews": operatorOnly,
  "POST /admin/reviews/:reviewId/close": { ...operatorOnly, ...asked({ note: "none" }) },
  "GET /admin/provider-facts": operatorOnly,
  "GET /admin/audit": operatorOnly,
  "GET /admin/journal": { ...operatorOnly, ...asked({ month: "2026-01" }) },
  "GET /admin/transfers": { ...operatorOnly, ...asked({ month: "2026-01" }) },
  "GET /admin/open": operatorOnly,
  "GET /admin/explain/:id": {
    holds: { id: ["depositId", "externalId", "transactionId", "paymentHash", "attemptId", "endToEndId"] }
  },
  "GET /admin/payouts/:transactionId/refund": operatorOnly,
  "POST /admin/payouts/:transactionId/refund": { ...operatorOnly, ...asked({ preview: "1" }) },
  "GET /admin/lightning/invoices/:paymentHash/refund": operatorOnly,
  "POST /admin/lightning/invoices/:paymentHash/refund": { ...operatorOnly, ...asked({ preview: "1" }) },
  "GET /admin/deposits/:depositId/deliver-rest": operatorOnly,
  "POST /admin/deposits/:depositId/deliver-rest": { ...operatorOnly, ...asked({ rest: 1 }) },
  "GET /admin/deposits/:depositId/return-rest": operatorOnly,
  "POST /admin/deposits/:depositId/return-rest": { ...operatorOnly, ...asked({ rest: 1 }) },
  "POST /admin/movements/:movementId/resolve": { ...operatorOnly, ...asked({ outcome: "DONE", evidence: "none" }) },
  "POST /admin/movements/:movementId/release": operatorOnly,
  "POST /admin/movements/:movementId/retry": operatorOnly,
  "POST /admin/movements/:movementId/cancel": { ...operatorOnly, ...asked({ reason: "none" }) },
  "GET /admin/sweeps": operatorOnly,
  "GET /admin/approvals": operatorOnly,
  "POST /admin/approvals/:approvalId/approve": operatorOnly,
  "POST /admin/approvals/:approvalId/decline": operatorOnly,
  "GET /admin/operators": operatorOnly,
  "POST /admin/operators/:operatorId/invitation": operatorOnly,
  "PATCH /admin/operators/:operatorId": { ...operatorOnly, ...asked({ role: "owner" }) },
  "DELETE /admin/operators/:operatorId": operatorOnly,
  "GET /admin/service-tokens": operatorOnly,
  "DELETE /admin/service-tokens/:tokenId": operatorOnly,
  "DELETE /admin/secrets/keys/:keyId": operatorOnly,
  "POST /admin/people/export": operatorOnly,
  "POST /admin/people/erasure": operatorOnly,
  "GET /dashboard/api/deposits": { statuses: [400, 404] },
  "GET /dashboard/api/payouts": { statuses: [400, 404] },
  "GET /dashboard/api/lightning-invoices": { statuses: [400, 404] },
  "GET /dashboard/api/transfers": { statuses: [400, 404] },
  "GET /dashboard/api/swaps": { statuses: [400, 404] },
  "GET /dashboard/api/disputes": { statuses: [200, 400, 404] },
  "GET /dashboard/api/subaccounts": { statuses: [400, 404] },
  "GET /dashboard/api/subaccounts/:subAccountId": {},
  "GET /dashboard/api/kyc": { statuses: [400, 404] },
  "GET /dashboard/api/search": { query: () => ({ q: "none" }), statuses: [200, 400, 404] },
  "GET /dashboard/api/series": {},
  "GET /dashboard/api/statement": { statuses: [200, 400, 404] },
  "GET /dashboard/api/statement/export": { query: () => ({ format: "csv" }) },
  "POST /dashboard/api/sandbox/deposits/:id/pay": { holds: { id: ["depositId"] }, ...asked({}) },
  "POST /dashboard/api/sandbox/deposits/:id/return": { holds: { id: ["depositId"] }, ...asked({}) },
  "POST /dashboard/api/sandbox/deposits/:id/dispute": { holds: { id: ["depositId"] }, ...asked({ status: "CREATED" }) },
  "POST /dashboard/api/sandbox/payouts/:id/move": {
    holds: { id: ["transactionId", "paymentHash"] },
    ...asked({ outcome: "settle" })
  },
  "POST /dashboard/api/sandbox/lightning-invoices/:id/pay": { holds: { id: ["paymentHash"] } },
  "POST /dashboard/api/sandbox/kyc/:id/decide": {
    holds: { id: ["attemptId", "businessId"] },
    ...asked({ status: "APPROVED" })
  },
  "POST /hosted/api/attempt": hosted(),
  "POST /hosted/api/attempt/state": hosted(),
  "POST /hosted/api/attempt/document": hosted(asked({ documentType: "ID" })),
  "POST /hosted/api/attempt/person": hosted({
    body: (own) => ({ session: own["session"], ...person, ...documents(own) })
  }),
  "POST /hosted/api/attempt/company": hosted(asked(company)),
  "POST /hosted/api/attempt/representative": hosted({
    body: (own) => ({ session: own["session"], ...person, ...documents(own), role: "Director" })
  }),
  "POST /hosted/api/attempt/proof-of-address": hosted({
    body: ({ companySession, documentId }) => ({ session: companySession, documentId })
  }),
  "POST /hosted/api/attempt/proof-of-financial-capacity": hosted({
    body: ({ companySession, documentId }) => ({ session: companySession, documentId, annualRevenueInBrl: 1_000 })
  }),
  "POST /hosted/api/pin": hosted(asked({ pin: "482913" })),
  "POST /hosted/api/pin/session": hosted(),
  "POST /hosted/api/liveness": hosted(),
  "GET /hosted/charge/:token": hosted({ holds: { token: ["charge"] } }),
  "GET /hosted/charge/:token/status": hosted({ holds: { token: ["charge"] } }),
  "GET /hosted/charge/:token/qr.svg": hosted({ holds: { token: ["charge"] } }),
  "GET /hosted/charge/:token/qr.png": hosted({ holds: { token: ["charge"] } }),
  "GET /hosted/receipt/:token": hosted({ holds: { token: ["receipt"] } }),
  "GET /hosted/receipt/:token/receipt.pdf": hosted({ holds: { token: ["receipt"] } }),
  "PUT /upload/:token": hosted({ holds: { token: ["upload"] } })
}
