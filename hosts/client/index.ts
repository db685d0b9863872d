// pontepay/client: the interface for programs, in Node, browsers and edge workers. It holds no code of the service, only types.
export { type Client, type ClientOptions, clientOn, createClient } from "./client.ts"
export type { Platform } from "./platform.ts"
export type { CallOptions } from "./send.ts"
export type { DocumentFile } from "./upload.ts"
export type { Rows } from "./pages.ts"
export type { EventPage, Readiness } from "./accounts.ts"
export type * from "./api-types.ts"
export type { Answer, Body, EndpointName, Query } from "./wire.ts"
export { type ErrorCode, apiError } from "./api-errors.ts"
export * from "./error-classes.ts"
export {
  ApiError,
  CancelledError,
  type FieldProblem,
  NetworkError,
  PontepayError,
  RequestError,
  TimeoutError,
  UnexpectedAnswerError
} from "./errors.ts"
export {
  InvalidWalletKeysError,
  type UnlockOptions,
  type UnlockedWallet,
  type WalletKeys,
  type WalletProof,
  WrongPinError,
  unlockWallet
} from "./unlock-wallet.ts"
export { UnlockUnavailableError } from "./master-key.ts"
export type { EventData, EventType, ListedEvent, WebhookEvent } from "./event-types.ts"
export {
  type VerifyOptions,
  WebhookError,
  type WebhookHeaders,
  type WebhookProblem,
  verifyWebhook
} from "./verify-webhook.ts"
export type { WebhookSecret } from "./webhook-secret.ts"
export { type TestEvent, type TestEventOptions, makeTestEvent } from "./test-event.ts"
