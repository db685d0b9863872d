// What a caller handed in for an attempt, kept sealed until the provider has it and forgotten then: we store first and act
// after, and hold personal data no longer than that takes.
import { Schema } from "effect"
import { type Stored, recordKind, replace } from "../../engine/store/records.ts"
import type { Write } from "../../engine/store/store.ts"
import { KycSubmission } from "../../standards/identity/kyc-submission.ts"
import { sealedBy } from "../../base/ids/sealed-by.ts"

const SealedSubmission = Schema.Struct({
  /** The id of the attempt. */
  id: Schema.String,
  owner: Schema.String,
  /** The submission as JSON, sealed for `submissionPlace`; null once the provider has it, or never will. */
  sealed: Schema.NullOr(Schema.String),
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type SealedSubmission = typeof SealedSubmission.Type

export const SealedSubmissions = recordKind({
  kind: "kycSubmission",
  schema: SealedSubmission,
  personal: {
    purpose: "handing a form to the identity provider; forgotten once the provider has it (article 7 II)",
    seenBy: "no one: it is sealed",
    fields: {},
    secrets: ["sealed"]
  },
  lists: { sealedBy: ({ sealed }: SealedSubmission) => sealedBy(sealed) }
})

/** Where the submission of an attempt may be opened. */
export const submissionPlace = (attemptId: string): string => `kycSubmission/${attemptId}`

const json = Schema.fromJsonString(KycSubmission)
export const submissionText = Schema.encodeSync(json)
export const submissionOf = Schema.decodeSync(json)

/** Forgets what was handed in. */
export const forget = (before: Stored<SealedSubmission>, updatedAt: number): ReadonlyArray<Write> =>
  before.value.sealed === null
    ? []
    : [replace(SealedSubmissions, before, { ...before.value, sealed: null, updatedAt })]
