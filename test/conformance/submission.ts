// A form that an identity provider examines.
import type { KycSubmission } from "../../core/standards/identity/kyc-submission.ts"

export const submission: KycSubmission = {
  _tag: "Form",
  form: {
    fullName: "Maria da Silva",
    dateOfBirth: "1990-01-31",
    countryOfTaxId: "BRA",
    taxIdNumber: "11144477735",
    email: "maria@example.com",
    phone: null,
    country: "BRA",
    state: "SP",
    city: "São Paulo",
    zipCode: "01310-100",
    streetAddress: "Avenida Paulista, 1",
    selfieId: "doc_1",
    documentId: "doc_2",
    extras: {}
  }
}
