// Why an attempt was rejected, in the specification's own labels ("Rejection labels"), each with what may be said of it to
// the person. Screening detail stays with the platform: such a label gets the general sentence.
import { Schema } from "effect"

const general = "The verification was not approved"

const paper = "The identity document could not be accepted; send a valid one"
const capture = "The selfie could not be matched; repeat the capture in good light, facing the camera"
const taxNumber = "The tax number could not be confirmed"

/** Every label with the sentence that a person may see. */
export const rejectionLabels = {
  OBIT_INDICATION: general,
  NAME_MISMATCH: "The name does not match the records",
  BIRTHDATE_MISMATCH: "The date of birth does not match the records",
  TAX_ID_NOT_FOUND: taxNumber,
  TAX_ID_IRREGULAR: taxNumber,
  UNDERAGE: "The person is under age",
  PEP: general,
  SANCTIONS: general,
  KYC_STATUS_FAILED: general,
  CRIMINAL_LAWSUITS: general,
  EXCESSIVE_LAWSUITS: general,
  DOCUMENT_UNREADABLE: "The document cannot be read; send a clearer picture",
  DOCUMENT_NAME_MISMATCH: "The name does not match the identity document",
  INCONCLUSIVE: "The verification was inconclusive",
  COMPROMISED_PERSONS: general,
  ADVERSE_MEDIA: general,
  CRIMINAL: general,
  DOCUMENT_IRREGULARITY: paper,
  SELFIE_MISMATCH: capture,
  FRAUDULENT_LIVENESS: general,
  NOT_DOCUMENT: paper,
  FACE_MATCH_FAILED: capture,
  SOURCE_FACE_CONFIDENCE_TOO_LOW: capture,
  IMAGE_QUALITY_INSUFFICIENT: capture,
  FACE_POSE_NOT_SUITABLE: capture,
  FACE_PARTIALLY_OBSTRUCTED: capture,
  NO_FACE_DETECTED: capture,
  IMAGE_TOO_BLURRY: capture,
  IMAGE_OVEREXPOSED: capture,
  IMAGE_UNDEREXPOSED: capture,
  DICT_MARK: general
} as const

export type RejectionLabel = keyof typeof rejectionLabels

export const RejectionLabel = Schema.Literals(Object.keys(rejectionLabels) as ReadonlyArray<RejectionLabel>)

const isKnown = (label: string): label is RejectionLabel => Object.hasOwn(rejectionLabels, label)

/** A provider's labels as the interface has them: each once, those it does not know as INCONCLUSIVE. */
export const labelsOf = (told: ReadonlyArray<string>): ReadonlyArray<RejectionLabel> => [
  ...new Set(told.map((label): RejectionLabel => isKnown(label) ? label : "INCONCLUSIVE"))
]

/** The sentence that a person may see; the general one as soon as one label is not for them. */
export const reasonOf = (labels: ReadonlyArray<RejectionLabel>): string => {
  const sentences = labels.map((label): string => rejectionLabels[label])
  return sentences.includes(general) ? general : sentences[0] ?? general
}
