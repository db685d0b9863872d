// The parts of a travel rule message that we fill, by the names of the interVASP messaging standard (IVMS101 of 2020), and the
// standard's constraints on them. What is not here, such as birth and postal address, is never known to us (0231).
import { alpha2Codes } from "../../standards/identity/countries.ts"

export interface NaturalPerson {
  readonly name: {
    readonly nameIdentifier: readonly [{ readonly primaryIdentifier: string; readonly nameIdentifierType: "LEGL" }]
  }
  readonly nationalIdentification?: {
    readonly nationalIdentifier: string
    readonly nationalIdentifierType: "TXID"
    /** ISO 3166-1 alpha-2. */
    readonly countryOfIssue?: string
  }
  /** The customer's number with us. */
  readonly customerIdentification?: string
  /** ISO 3166-1 alpha-2. */
  readonly countryOfResidence?: string
}

export interface LegalPerson {
  readonly name: {
    readonly nameIdentifier: readonly [
      { readonly legalPersonName: string; readonly legalPersonNameIdentifierType: "LEGL" }
    ]
  }
  /** The customer's number with us. */
  readonly customerNumber?: string
  readonly nationalIdentification?: {
    readonly nationalIdentifier: string
    readonly nationalIdentifierType: "TXID"
    readonly registrationAuthority?: string
  }
}

export type IvmsPerson = { readonly naturalPerson: NaturalPerson } | { readonly legalPerson: LegalPerson }

/** A message; persons are absent where none is known, which `brokenConstraints` tells. */
export interface Ivms101 {
  readonly originator: {
    readonly originatorPersons: ReadonlyArray<IvmsPerson>
    readonly accountNumber: readonly [string]
  }
  readonly beneficiary: {
    readonly beneficiaryPersons: ReadonlyArray<IvmsPerson>
    readonly accountNumber: readonly [string]
  }
}

// The longest texts: Max100Text, Max50Text and Max35Text of the standard.
const longest = { name: 100, account: 100, customer: 50, nationalIdentifier: 35 }

const isTooLong = (text: string | undefined, most: number): boolean =>
  text !== undefined && Array.from(text).length > most

const isUnknownCountry = (code: string | undefined): boolean => code !== undefined && !alpha2Codes.has(code)

type IvmsSide = "originator" | "beneficiary"

const ofNaturalPerson = (side: IvmsSide, person: NaturalPerson): ReadonlyArray<string> => {
  const { countryOfResidence, customerIdentification, name, nationalIdentification } = person
  const [{ primaryIdentifier }] = name.nameIdentifier
  return [
    ...(side === "originator" && customerIdentification === undefined && nationalIdentification === undefined
      ? ["C1"]
      : []),
    ...([countryOfResidence, nationalIdentification?.countryOfIssue].some(isUnknownCountry) ? ["C3"] : []),
    ...(isTooLong(primaryIdentifier, longest.name) || isTooLong(customerIdentification, longest.customer)
        || isTooLong(nationalIdentification?.nationalIdentifier, longest.nationalIdentifier)
      ? ["length"]
      : [])
  ]
}

const ofLegalPerson = (side: IvmsSide, person: LegalPerson): ReadonlyArray<string> => {
  const { customerNumber, name, nationalIdentification } = person
  const [{ legalPersonName }] = name.nameIdentifier
  return [
    ...(side === "originator" && customerNumber === undefined && nationalIdentification === undefined ? ["C4"] : []),
    ...(nationalIdentification !== undefined && nationalIdentification.registrationAuthority === undefined
      ? ["C9"]
      : []),
    ...(isTooLong(legalPersonName, longest.name) || isTooLong(customerNumber, longest.customer)
        || isTooLong(nationalIdentification?.nationalIdentifier, longest.nationalIdentifier)
      ? ["length"]
      : [])
  ]
}

const ofSide = (
  side: IvmsSide,
  persons: ReadonlyArray<IvmsPerson>,
  [account]: readonly [string]
): ReadonlyArray<string> =>
  [
    ...(persons.length === 0 ? ["person"] : []),
    ...persons.flatMap((person) =>
      "naturalPerson" in person
        ? ofNaturalPerson(side, person.naturalPerson)
        : ofLegalPerson(side, person.legalPerson)
    ),
    ...(isTooLong(account, longest.account) ? ["accountNumber"] : [])
  ].map((rule) => `${side}.${rule}`)

/**
 * What a message breaks, as `originator.C1`: the constraints C1, C3, C4 and C9, `length` of a text, `accountNumber` for one that is
 * too long, and `person` where none is known. The types hold C5 and C6 (a legal name) and C7 (the kind of number of a company);
 * C2, C8, C10, C11 and C12 are about fields that we never fill.
 */
export const brokenConstraints = ({ beneficiary, originator }: Ivms101): ReadonlyArray<string> => [
  ...ofSide("originator", originator.originatorPersons, originator.accountNumber),
  ...ofSide("beneficiary", beneficiary.beneficiaryPersons, beneficiary.accountNumber)
]
