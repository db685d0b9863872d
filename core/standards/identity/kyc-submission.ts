// What a caller submits for a KYC attempt: a form, or a document that proves something of a company.
import { Schema } from "effect"
import { KycForm } from "./kyc-form.ts"

export const KycSubmission = Schema.Union([
  Schema.TaggedStruct("Form", { form: KycForm }),
  Schema.TaggedStruct("ProofOfAddress", { documentId: Schema.String }),
  Schema.TaggedStruct("ProofOfFinancialCapacity", { documentId: Schema.String, annualRevenueInBrl: Schema.String })
])
export type KycSubmission = typeof KycSubmission.Type
