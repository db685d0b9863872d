// What the hosted pages call, and what a link in an event or an answer opens: forms of KYC, PIN, liveness, charges, receipts and
// uploads. No API key: the token of a session or link is all that whoever calls has. Only our own pages call most of it, so the
// description of the interface leaves it out.
import { Schema } from "effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import {
  HostedCompanyRequest,
  HostedPersonRequest,
  HostedRepresentativeRequest
} from "../../../../core/standards/identity/hosted-form.ts"
import { DocumentType } from "../../../../core/customers/kyc/document.ts"
import {
  ProofOfAddressRequest,
  ProofOfFinancialCapacityRequest
} from "../../../../core/customers/kyc/submit-kyb-proof.ts"
import { text } from "../../../../core/base/text/text.ts"
import { WalletPin } from "../../../../core/customers/wallet/pin.ts"

/** Under which paths all of this is; what follows may be a token, which belongs in no log. */
export const hostedPrefixes = {
  api: "/hosted/api/",
  charge: "/hosted/charge/",
  receipt: "/hosted/receipt/",
  upload: "/upload/"
} as const

const token = Schema.RedactedFromValue(text({ minimum: 1, maximum: 1_024 }))
const success = Schema.Struct({ success: Schema.Literal(true) })
const withData = Schema.Struct({ success: Schema.Literal(true), data: Schema.Unknown })

const ofAttempt = <const Name extends string, const Path extends string, Fields extends Schema.Struct.Fields>(
  name: Name,
  path: Path,
  fields: Fields
) =>
  HttpApiEndpoint.post(name, `${hostedPrefixes.api}attempt${path}`, {
    payload: Schema.Struct({ session: token, ...fields }),
    success: withData
  })

const { documentId, annualRevenueInBrl } = ProofOfFinancialCapacityRequest.fields

/** Submits an attempt without a form: what the simulated provider takes from automated tests. */
export const hostedAttempt = ofAttempt("hostedAttempt", "", {})
export const hostedState = ofAttempt("hostedState", "/state", {})
export const hostedDocument = ofAttempt("hostedDocument", "/document", {
  documentType: DocumentType,
  isDoubleSided: Schema.optionalKey(Schema.Boolean)
})
export const hostedPerson = ofAttempt("hostedPerson", "/person", HostedPersonRequest.fields)
export const hostedCompany = ofAttempt("hostedCompany", "/company", HostedCompanyRequest.fields)
export const hostedRepresentative = ofAttempt(
  "hostedRepresentative",
  "/representative",
  HostedRepresentativeRequest.fields
)
export const hostedProofOfAddress = ofAttempt("hostedProofOfAddress", "/proof-of-address", {
  documentId: ProofOfAddressRequest.fields.documentId
})
export const hostedProofOfFinancialCapacity = ofAttempt(
  "hostedProofOfFinancialCapacity",
  "/proof-of-financial-capacity",
  { documentId, annualRevenueInBrl }
)

const pinSession = Schema.RedactedFromValue(text({ minimum: 1, maximum: 128 }))

export const submitPin = HttpApiEndpoint.post("submitPin", `${hostedPrefixes.api}pin`, {
  payload: Schema.Struct({ session: pinSession, pin: WalletPin, currentPin: Schema.optionalKey(WalletPin) }),
  success
})
export const checkPinSession = HttpApiEndpoint.post("checkPinSession", `${hostedPrefixes.api}pin/session`, {
  payload: Schema.Struct({ session: pinSession }),
  success
})

export const livenessState = HttpApiEndpoint.post("livenessState", `${hostedPrefixes.api}liveness`, {
  payload: Schema.Struct({ validateLivenessToken: text({ minimum: 1, maximum: 1_024 }) }),
  success: withData
})

const opened = { params: { token: Schema.String }, success: Schema.String }

export const showCharge = HttpApiEndpoint.get("showCharge", `${hostedPrefixes.charge}:token`, opened)
export const readChargeStatus = HttpApiEndpoint.get("readChargeStatus", `${hostedPrefixes.charge}:token/status`, opened)
export const showChargeSvg = HttpApiEndpoint.get("showChargeSvg", `${hostedPrefixes.charge}:token/qr.svg`, opened)
export const showChargePng = HttpApiEndpoint.get("showChargePng", `${hostedPrefixes.charge}:token/qr.png`, opened)

export const showReceipt = HttpApiEndpoint.get("showReceipt", `${hostedPrefixes.receipt}:token`, opened)
export const printReceipt = HttpApiEndpoint.get("printReceipt", `${hostedPrefixes.receipt}:token/receipt.pdf`, opened)

/** Takes one side of a document, as its bytes. */
export const uploadDocument = HttpApiEndpoint.put("uploadDocument", `${hostedPrefixes.upload}:token`, opened)

export const hostedApi = HttpApi.make("pontepay-hosted").add(
  HttpApiGroup.make("hosted").add(
    hostedAttempt,
    hostedState,
    hostedDocument,
    hostedPerson,
    hostedCompany,
    hostedRepresentative,
    hostedProofOfAddress,
    hostedProofOfFinancialCapacity,
    submitPin,
    checkPinSession,
    livenessState,
    showCharge,
    readChargeStatus,
    showChargeSvg,
    showChargePng,
    showReceipt,
    printReceipt,
    uploadDocument
  )
)
