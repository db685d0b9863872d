// What the specification lists by name is there: endpoints, error codes, events. A thing that was never built has no code
// that could print a rule for it, so the names stand here.
import { describe, expect, it } from "vitest"
import { catalogue } from "../../core/base/errors/catalogue.ts"
import { EventName } from "../../core/engine/event/event.ts"
import { document } from "../../hosts/http/api/openapi.ts"

const endpoints = `
  POST /api/subaccount
  GET /api/subaccount
  GET /api/subaccount/{subAccountId}
  POST /api/quote
  GET /api/kyc
  POST /api/kyc
  POST /api/kyc/import-token
  GET /api/kyc/{attemptId}
  POST /api/kyc/document
  GET /api/kyc/document/{documentId}
  POST /api/public/liveness/validate
  POST /api/kyb
  POST /api/kyb/proof-of-address
  POST /api/kyb/proof-of-financial-capacity
  POST /api/wallet/create
  GET /api/wallet
  POST /api/wallet/get
  POST /api/wallet/keys
  POST /api/wallet/transfer
  POST /api/wallet/payout
  GET /api/wallet/payout/{transactionId}
  POST /api/wallet/swap
  GET /api/wallet/swap/{swapId}
  POST /api/deposit/asset
  GET /api/deposit/asset/{externalId}
  POST /api/lightning/invoice
  POST /provider/webhook
  GET /api/account/statement
  POST /api/account/statement
  POST /api/withdraw/pix
`.trim().split(/\n\s*/)

const operations = Object.entries(document().paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
)

describe("the interface", () => {
  it("has every endpoint of the specification §spec-endpoints §sandbox-mirrored", () => {
    expect(endpoints.filter((each) => !operations.includes(each))).toEqual([])
  })

  it("begins every path with /api and no version, but for the providers §paths-without-version", () => {
    const paths = Object.keys(document().paths).filter((path) => !path.startsWith("/provider/"))
    expect(paths.filter((path) => !path.startsWith("/api/") || /\/v\d+(?:\/|$)/.test(path))).toEqual([])
  })

  it("has every error code of the specification §spec-error-codes", () => {
    const codes = new Set(Object.values(catalogue).map(({ errorCode }) => errorCode))
    const listed = [
      "KYC_REQUIRED",
      "PER_TX_LIMIT_EXCEEDED",
      "INVALID_IMPORT_TOKEN",
      "IMPORT_TOKEN_ALREADY_USED",
      "IMPORT_IN_PROGRESS",
      "IMPORT_NOT_ENABLED",
      "IMPORT_FAILED",
      "INVALID_INPUT",
      "NO_SPARK_WALLET",
      "INVALID_SPARK_ADDRESS",
      "INVALID_LIGHTNING_DESTINATION",
      "BOLT11_NOT_SUPPORTED",
      "INVALID_PIN",
      "NOT_ENABLED",
      "IDEMPOTENCY_CONFLICT",
      "RATE_LIMITED",
      "QUEUE_UNAVAILABLE"
    ]
    expect(listed.filter((code) => !codes.has(code))).toEqual([])
  })

  it("has every event of the specification §event-names", () => {
    const names: ReadonlyArray<string> = EventName.literals
    const listed = [
      ...["SUCCESS", "FAILED", "REFUNDED"].map((end) => `DEPOSIT_ASSET_${end}`),
      ...["SUCCESSFUL", "FAILED", "REFUNDED"].map((end) => `PAYOUT_${end}`),
      ...["APPROVED", "REJECTED", "EXPIRED", "FAILED"].map((end) => `KYC_${end}`),
      "kyc.completed",
      ...["CREATED", "ACCEPTED", "REJECTED", "CANCELED"].map((end) => `DISPUTE_${end}`)
    ]
    expect(listed.filter((name) => !names.includes(name))).toEqual([])
  })
})
