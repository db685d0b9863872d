// What the definition of the interface leaves unsaid, added to its OpenAPI document: what each failure means, and the
// headers that every request may carry and every answer has (C1, C16, X-Request-Id).
import { limits } from "../../../../core/base/limits/limits.ts"
import { type Describable, withDescriptions } from "./field-descriptions.ts"
import { webhooksOfTheDocument } from "./webhooks.ts"

// The document is plain JSON here: only the places that are added to are named.
interface Answer {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, Content>
}

interface Content {
  example?: unknown
  schema?: Describable
}

interface Operation {
  requestBody?: { content: Record<string, Content> }
  parameters: Array<unknown>
  responses: Record<string, Answer>
}

interface Document {
  components: Record<string, unknown> & {
    securitySchemes: Record<string, { scheme?: string }>
    schemas: Record<string, Describable>
  }
  paths: Record<string, Record<string, Operation>>
}

interface Failure {
  readonly description: string
  readonly error: string
  readonly errorCode: string
  readonly details?: ReadonlyArray<{ readonly field: string; readonly message: string }>
}

const failures: Readonly<Record<string, Failure>> = {
  400: {
    description: "The request is wrong; `details` names every field",
    error: "Validation failed: value",
    errorCode: "VALIDATION_FAILED",
    details: [{ field: "value", message: "Expected an integer" }]
  },
  401: {
    description: "No key, an unknown key, or a key of another environment",
    error: "API key required: send it as Authorization: Bearer <API_KEY>",
    errorCode: "UNAUTHORIZED"
  },
  403: {
    description: "The account or its subaccount may not do this",
    error: "The most recent KYC attempt of this subaccount is not APPROVED",
    errorCode: "KYC_REQUIRED"
  },
  404: {
    description: "There is no such thing for this key; a foreign id answers the same",
    error: "Subaccount not found",
    errorCode: "NOT_FOUND"
  },
  409: {
    description: "The idempotency key was used for another request; nothing was done",
    error: "Idempotency-Key was already used for another request",
    errorCode: "IDEMPOTENCY_CONFLICT",
    details: [{ field: "Idempotency-Key", message: "Idempotency-Key was already used for another request" }]
  },
  410: {
    description: "The endpoint was replaced; the message names by what",
    error: "This endpoint is gone: use POST /api/wallet/payout",
    errorCode: "DEPRECATED"
  },
  412: {
    description: "The upload address was used",
    error: "This upload address was used already",
    errorCode: "UPLOAD_USED"
  },
  413: {
    description: `The body is larger than ${limits.body.bytes / 1_024} KiB`,
    error: "The body is larger than 64 KiB",
    errorCode: "PAYLOAD_TOO_LARGE"
  },
  415: {
    description: "The body is not declared as JSON",
    error: "Send the body as application/json",
    errorCode: "UNSUPPORTED_MEDIA_TYPE"
  },
  421: {
    description: "The Host header names no environment of this service",
    error: "The host api.example belongs to no environment of this service",
    errorCode: "ENVIRONMENT_UNKNOWN"
  },
  429: {
    description: "Too many requests; `Retry-After` says when to come back",
    error: "Too many requests; try again in 1 s",
    errorCode: "RATE_LIMITED"
  },
  500: { description: "A fault of the service", error: "Internal error", errorCode: "INTERNAL" },
  501: {
    description: "The operation does not exist in the sandbox",
    error: "DePix swap is not available in the sandbox",
    errorCode: "NOT_AVAILABLE_IN_SANDBOX"
  },
  502: {
    description: "The provider does not take this of the account",
    error: "Imports are not enabled for this account",
    errorCode: "IMPORT_NOT_ENABLED"
  },
  503: {
    description: "A provider or the store could not be asked; `Retry-After` says when to come back",
    error: "The store is not available; nothing was done",
    errorCode: "UPSTREAM_UNAVAILABLE"
  }
}

const headers = {
  RequestId: { description: "The request's own X-Request-Id, or one that was made for it", schema: { type: "string" } },
  Replayed: {
    description: "`true` when this is the first answer once more",
    schema: { type: "string", enum: ["true"] }
  },
  RetryAfter: { description: "Whole seconds to wait", schema: { type: "integer", minimum: 1 } },
  Challenge: { description: "How to authenticate", schema: { type: "string", enum: ["Bearer"] } }
}

const parameters = {
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    required: false,
    description: "Echoed by the answer, for finding it again in logs",
    schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,128}$" }
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Makes sending the request again safe: the first answer comes back byte for byte. Kept for at least 30 days",
    schema: { type: "string", pattern: "^[\\x20-\\x7e]{1,255}$" }
  }
}

/** Requests that a sandbox takes as they are, by path. */
const examples: Readonly<Record<string, unknown>> = {
  "/api/kyc/document": {
    subAccountId: "sub_01a1fd77f0f1785f9b4e718898d2cab6",
    documentType: "ID",
    isDoubleSided: true
  },
  "/api/public/liveness/validate": {
    validateLivenessToken: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJkb2NfMSJ9.c2ln"
  },
  "/api/kyc": {
    subAccountId: "sub_01a1fd77f0f1785f9b4e718898d2cab6",
    level: "FULL",
    redirectUrl: "https://app.example.com/done"
  },
  "/api/kyc/import-token": {
    subAccountId: "sub_01a1fd77f0f1785f9b4e718898d2cab6",
    importToken: "eyJhbGciOiJub25lIn0.share-token.of-your-identity-provider"
  },
  "/api/kyb": {
    subAccountId: "sub_01a1fd77f0f1785f9b4e718898d2cab6",
    redirectUrl: "https://app.example.com/done"
  },
  "/api/kyb/proof-of-address": {
    subAccountId: "sub_01a1fd77f0f1785f9b4e718898d2cab6",
    documentId: "doc_01a1fd77f0f1785f9b4e718898d2cab6"
  },
  "/api/kyb/proof-of-financial-capacity": {
    subAccountId: "sub_01a1fd77f0f1785f9b4e718898d2cab6",
    documentId: "doc_01a1fd77f0f1785f9b4e718898d2cab6",
    annualRevenueInBrl: "1000000.00"
  },
  "/api/subaccount": { name: "Ana Souza", email: "ana@example.com", accountType: "INDIVIDUAL" },
  "/api/wallet/payout": {
    value: 5_000,
    network: "polygon",
    pixKey: "maria@example.com",
    walletPin: "123456",
    protectedSymmetricKey: "AgJ8…",
    externalId: "payout-1"
  },
  "/api/wallet/create": { network: "base", walletPin: "123456" },
  "/api/wallet/get": {},
  "/api/wallet/keys": {},
  "/api/wallet/pin-session": {},
  "/api/wallet/transfer": {
    recipientAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
    amount: "1.50",
    network: "polygon",
    asset: "USDT",
    reference: "transfer-1",
    walletPin: "123456",
    protectedSymmetricKey: "the value of the keys endpoint"
  },
  "/api/deposit/asset": {
    value: 5_000,
    asset: "USDC",
    network: "base",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    externalId: "order-1"
  },
  "/api/account/statement": { from: "2026-11-01", to: "2026-11-30", limit: 50, type: ["deposit", "payout"] },
  "/api/quote": {
    inputCurrency: "BRL",
    inputPaymentMethod: "PIX",
    outputCurrency: "USDC",
    outputPaymentMethod: "BASE",
    inputAmount: "50.00"
  },
  "/api/lightning/invoice": {
    value: 1_000,
    pixKey: "ana@example.com",
    pixKeyType: "EMAIL",
    refundAddress: "ana@wallet.example.com"
  },
  "/api/wallet/swap": {
    fromAsset: "DEPIX",
    toAsset: "BTC",
    network: "lightning",
    amount: "50",
    clientRequestId: "swap-1",
    walletPin: "123456",
    protectedSymmetricKey: "from POST /api/wallet/keys",
    address: "ana@wallet.example.com"
  }
}

const header = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })
const parameter = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` })

const headersOf = (status: string, keepsKeys: boolean): Record<string, unknown> => ({
  "X-Request-Id": header("RequestId"),
  ...(keepsKeys && status.startsWith("2") ? { "Idempotency-Replayed": header("Replayed") } : {}),
  ...(status === "429" || status === "503" ? { "Retry-After": header("RetryAfter") } : {}),
  ...(status === "401" ? { "WWW-Authenticate": header("Challenge") } : {})
})

const describeFailure = (answer: Answer, { description, ...example }: Failure): void => {
  answer.description = description
  for (const content of Object.values(answer.content ?? {})) content.example = { success: false, ...example }
}

const describeContent = (content: Content): void => {
  if (content.schema !== undefined) content.schema = withDescriptions(content.schema, "")
}

const describeOperation = (operation: Operation, path: string, keepsKeys: boolean): void => {
  for (const content of Object.values(operation.requestBody?.content ?? {})) {
    if (path in examples) content.example = examples[path]
    describeContent(content)
  }
  operation.parameters.push(parameter("RequestId"))
  if (keepsKeys) operation.parameters.push(parameter("IdempotencyKey"))
  for (const [status, answer] of Object.entries(operation.responses)) {
    const failure = failures[status]
    if (failure !== undefined) describeFailure(answer, failure)
    answer.headers = headersOf(status, keepsKeys)
    Object.values(answer.content ?? {}).forEach(describeContent)
  }
}

/** Completes the document that was made of the definition. */
export const completed = (document: Record<string, unknown>): Record<string, unknown> => {
  const { components, paths } = document as unknown as Document
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      describeOperation(operation, path, method === "post" && path.startsWith("/api/"))
    }
  }
  // Names of schemes have no case (RFC 9110 11.1), but readers know this one in lower case.
  for (const scheme of Object.values(components.securitySchemes)) {
    if (scheme.scheme !== undefined) scheme.scheme = scheme.scheme.toLowerCase()
  }
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [name, withDescriptions(schema, name)])
  )
  Object.assign(components, { headers, parameters, schemas })
  return { ...document, webhooks: webhooksOfTheDocument() }
}
