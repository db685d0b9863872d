// Every endpoint of the interface as plain data: what a call needs to become a request. A test holds each row to the
// definition in hosts/http/api, so neither can change alone; nothing of that definition is in a bundle (0126).

/** What a request is made of besides its method and path. */
export interface Route {
  readonly method: "GET" | "POST"
  /** With `:name` where a parameter goes. */
  readonly path: string
  /** Names of the parameters in the path. */
  readonly params: ReadonlyArray<string>
  /** Names of the parameters in the query. */
  readonly query: ReadonlyArray<string>
  readonly body: boolean
  /** Whole numbers of the answer that may pass 2^53 and are read as bigint, by the name of their field (C36). */
  readonly exact: ReadonlyArray<string>
  /** Needs no API key, so none is sent. */
  readonly isPublic: boolean
  /** Changes nothing: a POST that only reads needs no Idempotency-Key, and the service would keep its answer under one. */
  readonly isRead: boolean
}

const none: ReadonlyArray<string> = []

const get = (path: string, parts: Partial<Route> = {}): Route => ({
  method: "GET",
  path,
  params: none,
  query: none,
  body: false,
  exact: none,
  isPublic: false,
  isRead: true,
  ...parts
})

const post = (path: string, parts: Partial<Route> = {}): Route => ({
  ...get(path),
  method: "POST",
  body: true,
  isRead: false,
  ...parts
})

/** Every endpoint by its name in the interface. */
export const routes = {
  createSubaccount: post("/api/subaccount"),
  listSubaccounts: get("/api/subaccount", { query: ["name", "cursor"] }),
  readSubaccount: get("/api/subaccount/:subAccountId", { params: ["subAccountId"] }),
  createWallet: post("/api/wallet/create"),
  readWallet: get("/api/wallet", { query: ["subAccountId", "walletId"] }),
  getWallet: post("/api/wallet/get", { isRead: true }),
  readWalletKeys: post("/api/wallet/keys", { query: ["subAccountId", "walletId"] }),
  startPinSession: post("/api/wallet/pin-session"),
  createTransfer: post("/api/wallet/transfer"),
  createPayout: post("/api/wallet/payout", { query: ["dryRun"] }),
  readPayout: get("/api/wallet/payout/:transactionId", { params: ["transactionId"] }),
  registerDocument: post("/api/kyc/document"),
  readDocument: get("/api/kyc/document/:documentId", { params: ["documentId"], query: ["subAccountId"] }),
  validateLiveness: post("/api/public/liveness/validate", { isPublic: true }),
  createKyc: post("/api/kyc"),
  importKyc: post("/api/kyc/import-token"),
  readKyc: get("/api/kyc", { query: ["subAccountId"] }),
  readKycAttempt: get("/api/kyc/:attemptId", { params: ["attemptId"] }),
  startKyb: post("/api/kyb"),
  proveAddress: post("/api/kyb/proof-of-address"),
  proveFinancialCapacity: post("/api/kyb/proof-of-financial-capacity"),
  createDeposit: post("/api/deposit/asset", { query: ["dryRun"] }),
  readDeposit: get("/api/deposit/asset/:externalId", { params: ["externalId"], exact: ["receivedAmount"] }),
  createLightningInvoice: post("/api/lightning/invoice"),
  readLightningInvoice: get("/api/lightning/invoice/:paymentHash", { params: ["paymentHash"] }),
  createQuote: post("/api/quote", { isRead: true }),
  readStatement: get("/api/account/statement", { query: ["from", "to", "limit", "cursor", "type"] }),
  postStatement: post("/api/account/statement", { isRead: true }),
  listEvents: get("/api/events", { query: ["cursor"] }),
  withdrawPix: post("/api/withdraw/pix", { body: false }),
  createSwap: post("/api/wallet/swap"),
  readSwap: get("/api/wallet/swap/:swapId", { params: ["swapId"], query: ["subAccountId"] }),
  providerWebhook: post("/provider/webhook"),
  namedProviderWebhook: post("/provider/:name/webhook", { params: ["name"], body: false })
} as const satisfies Readonly<Record<string, Route>>

/** What hosts answer beside the interface, without a key. */
export const probes = {
  health: get("/health", { isPublic: true }),
  ready: get("/ready", { isPublic: true })
} as const
