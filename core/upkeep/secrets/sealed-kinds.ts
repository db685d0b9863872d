// Where sealed texts are kept: each kind of record that holds one is listed under the key that sealed it.
import { Commands } from "../../engine/command/command.ts"
import { Answers } from "../../customers/idempotency/idempotency.ts"
import { SealedSubmissions } from "../../customers/kyc/sealed-submission.ts"
import { Operators } from "../../operations/operator/operator.ts"
import { Erasures } from "../../operations/person/erasure.ts"
import { SwapAuthorizations } from "../../payments/swap/swap.ts"
import { Wallets } from "../../customers/wallet/wallet.ts"
import { Webhooks } from "../../webhooks/webhook/webhook.ts"

/** Every list of records by the key of what they hold sealed; a record with two texts is in two lists. */
export const sealedLists = [
  { name: "webhook/sealedBy", kind: Webhooks, list: "sealedBy" },
  { name: "webhook/previousSealedBy", kind: Webhooks, list: "previousSealedBy" },
  { name: "wallet/sealedBy", kind: Wallets, list: "sealedBy" },
  { name: "wallet/seedSealedBy", kind: Wallets, list: "seedSealedBy" },
  { name: "swapAuthorization/sealedBy", kind: SwapAuthorizations, list: "sealedBy" },
  { name: "kycSubmission/sealedBy", kind: SealedSubmissions, list: "sealedBy" },
  { name: "operator/sealedBy", kind: Operators, list: "sealedBy" },
  { name: "operator/invitationSealedBy", kind: Operators, list: "invitationSealedBy" },
  { name: "erasure/sealedBy", kind: Erasures, list: "sealedBy" },
  { name: "command/sealedBy", kind: Commands, list: "sealedBy" },
  { name: "answer/sealedBy", kind: Answers, list: "sealedBy" }
] as const
