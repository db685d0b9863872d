// The one list of the kinds of records that people know, each with its parts under the name of its kind: what goes through
// records of every kind goes through this. Records that serve others and that no one looks for are none of them, unless they
// hold something sealed, stand in statements, or need a job.
import { accountResource, apiKeyResource } from "./customers/account/resource.ts"
import { answerResource } from "./customers/idempotency/resource.ts"
import {
  kycAttemptResource,
  kycDocumentResource,
  kycImportResource,
  kycSubmissionResource
} from "./customers/kyc/resource.ts"
import { subaccountResource } from "./customers/subaccount/resource.ts"
import { walletResource } from "./customers/wallet/resource.ts"
import { approvalResource } from "./engine/approval/resource.ts"
import { commandResource } from "./engine/command/resource.ts"
import { eventResource, providerFactResource } from "./engine/event/resource.ts"
import type { None } from "./engine/resource/none.ts"
import type { Resource } from "./engine/resource/resource.ts"
import { operatorActResource, reviewResource } from "./engine/review/resource.ts"
import { operatorResource } from "./operations/operator/resource.ts"
import { erasureResource } from "./operations/person/resource.ts"
import type { Movement } from "./payments/movement/movement.ts"
import { paymentResources } from "./payments/resources.ts"
import { deliveryResource, webhookResource } from "./webhooks/webhook/resource.ts"

export const resources = {
  ...paymentResources,
  kycAttempt: kycAttemptResource,
  kycImport: kycImportResource,
  kycDocument: kycDocumentResource,
  kycSubmission: kycSubmissionResource,
  account: accountResource,
  apiKey: apiKeyResource,
  subaccount: subaccountResource,
  wallet: walletResource,
  answer: answerResource,
  webhook: webhookResource,
  delivery: deliveryResource,
  event: eventResource,
  providerFact: providerFactResource,
  command: commandResource,
  review: reviewResource,
  operatorAct: operatorActResource,
  approval: approvalResource,
  operator: operatorResource,
  erasure: erasureResource
} as const

type Resources = typeof resources

/** The kinds that have a part. */
export type KindsWith<P extends keyof Resource<Movement>> = {
  readonly [K in keyof Resources]: Resources[K][P] extends None ? never : K
}[keyof Resources]

/** What a kind says of a part that it has. */
export type PartOf<K extends keyof Resources, P extends keyof Resource<Movement>> = Exclude<Resources[K][P], None>

/** Every kind, in the order in which lists show them. */
export const everyResource: ReadonlyArray<Resource<Movement>> = Object.values(resources)
