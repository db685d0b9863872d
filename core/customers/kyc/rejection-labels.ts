// Why an attempt was rejected, in the specification's own labels ("Rejection labels"), each with what may be said of it to
// the person. Screening detail stays with the platform: such a label gets the general sentence.
import { Schema } from "effect"

/** What may be said of each label to the person. */
export const rejectionLabels = {
  OBIT_INDICATION: "general",
  NAME_MISMATCH: "name",
  BIRTHDATE_MISMATCH: "birthDate",
  TAX_ID_NOT_FOUND: "taxId",
  TAX_ID_IRREGULAR: "taxId",
  UNDERAGE: "underAge",
  PEP: "general",
  SANCTIONS: "general",
  KYC_STATUS_FAILED: "general",
  CRIMINAL_LAWSUITS: "general",
  EXCESSIVE_LAWSUITS: "general",
  DOCUMENT_UNREADABLE: "unreadable",
  DOCUMENT_NAME_MISMATCH: "documentName",
  INCONCLUSIVE: "inconclusive",
  COMPROMISED_PERSONS: "general",
  ADVERSE_MEDIA: "general",
  CRIMINAL: "general",
  DOCUMENT_IRREGULARITY: "document",
  SELFIE_MISMATCH: "selfie",
  FRAUDULENT_LIVENESS: "general",
  NOT_DOCUMENT: "document",
  FACE_MATCH_FAILED: "selfie",
  SOURCE_FACE_CONFIDENCE_TOO_LOW: "selfie",
  IMAGE_QUALITY_INSUFFICIENT: "selfie",
  FACE_POSE_NOT_SUITABLE: "selfie",
  FACE_PARTIALLY_OBSTRUCTED: "selfie",
  NO_FACE_DETECTED: "selfie",
  IMAGE_TOO_BLURRY: "selfie",
  IMAGE_OVEREXPOSED: "selfie",
  IMAGE_UNDEREXPOSED: "selfie",
  DICT_MARK: "general"
} as const

/** What a person may be told of a rejection. */
export type RejectionCode = (typeof rejectionLabels)[RejectionLabel]

const sentences: Readonly<Record<RejectionCode, string>> = {
  general: "The verification was not approved",
  name: "The name does not match the records",
  birthDate: "The date of birth does not match the records",
  taxId: "The tax number could not be confirmed",
  underAge: "The person is under age",
  unreadable: "The document cannot be read; send a clearer picture",
  documentName: "The name does not match the identity document",
  document: "The identity document could not be accepted; send a valid one",
  selfie: "The selfie could not be matched; repeat the capture in good light, facing the camera",
  inconclusive: "The verification was inconclusive"
}

export type RejectionLabel = keyof typeof rejectionLabels

export const RejectionLabel = Schema.Literals(Object.keys(rejectionLabels) as ReadonlyArray<RejectionLabel>)

const isKnown = (label: string): label is RejectionLabel => Object.hasOwn(rejectionLabels, label)

/** A provider's labels as the interface has them: each once, those it does not know as INCONCLUSIVE. */
export const labelsOf = (told: ReadonlyArray<string>): ReadonlyArray<RejectionLabel> => [
  ...new Set(told.map((label): RejectionLabel => isKnown(label) ? label : "INCONCLUSIVE"))
]

/** What a person may be told of labels; nothing more than the general sentence as soon as one label is not for them. */
export const rejectionCodeOf = (labels: ReadonlyArray<RejectionLabel>): RejectionCode => {
  const codes = labels.map((label) => rejectionLabels[label])
  return codes.includes("general") ? "general" : codes[0] ?? "general"
}

/** The sentence that a person may see. */
export const reasonOf = (labels: ReadonlyArray<RejectionLabel>): string => sentences[rejectionCodeOf(labels)]
