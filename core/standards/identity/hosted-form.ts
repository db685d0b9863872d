// What the hosted pages take (0145): a person's form, a company's data, and who signs for it. The specification leaves the
// fields of KYB open; a company is asked what its registration says, its representative what every person is.
import { Schema } from "effect"
import { Cnpj } from "../pix/tax-id.ts"
import { emailAddress } from "../../base/text/text.ts"
import { Country } from "./countries.ts"
import { type KycForm, KycFormRequest, line, phoneNumber, realDate } from "./kyc-form.ts"

const { subAccountId: _, ...person } = KycFormRequest.fields

/** The form of `POST /api/kyc` without the subaccount, which the session knows. */
export const HostedPersonRequest = Schema.Struct(person)
export type HostedPersonRequest = typeof HostedPersonRequest.Type

/** The same of who signs for a company, and as what he does. */
export const HostedRepresentativeRequest = Schema.Struct({ ...person, role: line })
export type HostedRepresentativeRequest = typeof HostedRepresentativeRequest.Type

export const HostedCompanyRequest = Schema.Struct({
  legalName: line,
  tradeName: Schema.optionalKey(line),
  taxIdNumber: Cnpj,
  incorporationDate: realDate,
  email: emailAddress,
  phone: Schema.optionalKey(phoneNumber),
  country: Country,
  state: line,
  city: line,
  zipCode: line,
  streetAddress: line
})
export type HostedCompanyRequest = typeof HostedCompanyRequest.Type

/** What a page hands to the provider. */
export type HostedForm =
  | { readonly _tag: "Person"; readonly form: KycForm }
  | { readonly _tag: "Company"; readonly form: HostedCompanyRequest }
  | { readonly _tag: "Representative"; readonly form: KycForm; readonly role: string }
