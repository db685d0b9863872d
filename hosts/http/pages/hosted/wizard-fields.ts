// The fields of the hosted forms, step by step: what each page asks, and how what was typed is read.

/** How what is typed in a field is read and checked. */
export type FieldKind =
  | "text"
  | "date"
  | "personalTaxId"
  | "companyTaxId"
  | "country"
  | "state"
  | "email"
  | "phone"
  | "amount"

export interface Field {
  readonly name: string
  readonly kind: FieldKind
  readonly isOptional?: boolean
  /** What the browser may fill in by itself. */
  readonly autocomplete: string
}

export type PageName = "person" | "company" | "representative"

const address: ReadonlyArray<Field> = [
  { name: "country", kind: "country", autocomplete: "off" },
  { name: "zipCode", kind: "text", autocomplete: "postal-code" },
  { name: "streetAddress", kind: "text", autocomplete: "street-address" },
  { name: "city", kind: "text", autocomplete: "address-level2" },
  { name: "state", kind: "state", autocomplete: "address-level1" }
]

const contact: ReadonlyArray<Field> = [
  { name: "email", kind: "email", autocomplete: "email" },
  { name: "phone", kind: "phone", isOptional: true, autocomplete: "tel" }
]

const identity: ReadonlyArray<Field> = [
  { name: "fullName", kind: "text", autocomplete: "name" },
  { name: "dateOfBirth", kind: "date", autocomplete: "bday" },
  { name: "countryOfTaxId", kind: "country", autocomplete: "off" },
  { name: "taxIdNumber", kind: "personalTaxId", autocomplete: "off" },
  ...contact
]

const company: ReadonlyArray<Field> = [
  { name: "legalName", kind: "text", autocomplete: "organization" },
  { name: "tradeName", kind: "text", isOptional: true, autocomplete: "off" },
  { name: "taxIdNumber", kind: "companyTaxId", autocomplete: "off" },
  { name: "incorporationDate", kind: "date", autocomplete: "off" },
  ...contact
]

/** Steps of typed fields; pages about a person go on with document and capture. */
export const steps: Readonly<Record<PageName, ReadonlyArray<ReadonlyArray<Field>>>> = {
  person: [identity, address],
  company: [company, address],
  representative: [[...identity, { name: "role", kind: "text", autocomplete: "organization-title" }], address]
}

/** What a company types with its proof of financial capacity. */
export const revenue: Field = { name: "annualRevenueInBrl", kind: "amount", autocomplete: "off" }
