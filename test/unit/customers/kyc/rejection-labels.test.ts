// Rejection labels are those of the specification, letter for letter, and what a person is notified of them gives no screening away.
import { describe, expect, it } from "vitest"
import { labelsOf, reasonOf, rejectionLabels } from "../../../../core/customers/kyc/rejection-labels.ts"

const labels =
  "OBIT_INDICATION NAME_MISMATCH BIRTHDATE_MISMATCH TAX_ID_NOT_FOUND TAX_ID_IRREGULAR UNDERAGE PEP SANCTIONS KYC_STATUS_FAILED CRIMINAL_LAWSUITS EXCESSIVE_LAWSUITS DOCUMENT_UNREADABLE DOCUMENT_NAME_MISMATCH INCONCLUSIVE COMPROMISED_PERSONS ADVERSE_MEDIA CRIMINAL DOCUMENT_IRREGULARITY SELFIE_MISMATCH FRAUDULENT_LIVENESS NOT_DOCUMENT FACE_MATCH_FAILED SOURCE_FACE_CONFIDENCE_TOO_LOW IMAGE_QUALITY_INSUFFICIENT FACE_POSE_NOT_SUITABLE FACE_PARTIALLY_OBSTRUCTED NO_FACE_DETECTED IMAGE_TOO_BLURRY IMAGE_OVEREXPOSED IMAGE_UNDEREXPOSED DICT_MARK"
    .split(" ")

const screening = [
  "PEP",
  "SANCTIONS",
  "CRIMINAL",
  "ADVERSE_MEDIA",
  "COMPROMISED_PERSONS",
  "OBIT_INDICATION",
  "DICT_MARK"
]

describe("rejection labels", () => {
  it("are those of the specification and no others §kyc-labels", () => {
    expect(Object.keys(rejectionLabels)).toEqual(labels)
    expect(labelsOf(labels)).toEqual(labels)
  })

  it("are each told once, what is not known as INCONCLUSIVE §kyc-labels", () => {
    expect(labelsOf(["PEP", "NEW", "PEP", "OTHER"])).toEqual(["PEP", "INCONCLUSIVE"])
  })

  it.each(screening)("of %s get the sentence that says nothing, beside any other §kyc-labels", (label) => {
    expect(reasonOf(labelsOf(["IMAGE_TOO_BLURRY", label]))).toBe("The verification was not approved")
  })
})
