// The travel rule message of a row: who sent and who receives what went to an address outside. A pure function of records that were
// there before the value left and that never change, so nothing is stored twice (0231).
import { Result } from "effect"
import { alpha2Of } from "../../standards/identity/countries.ts"
import { parseTaxId, taxIdKind } from "../../standards/pix/tax-id.ts"
import type { Customer } from "./customers.ts"
import { type Ivms101, type IvmsPerson, type LegalPerson, type NaturalPerson, brokenConstraints } from "./ivms101.ts"
import type { OperationFacts } from "../../engine/resource/booked.ts"
import type { TransferRow } from "./transfer-row.ts"

/** A message with what is missing or wrong in it, separated by spaces. */
export interface TravelRule {
  readonly ivms101: Ivms101
  readonly lacks: string
}

interface KnownPerson {
  readonly name: string
  readonly taxId: string | null
  readonly kind: "natural" | "legal"
  /** The customer's number with us. */
  readonly number?: string
  /** ISO 3166-1 alpha-3. */
  readonly country?: string | null
}

/** Whose a Brazilian tax number is; undefined for a number of another country. */
const kindOf = (taxId: string | null): KnownPerson["kind"] | undefined =>
  Result.match(parseTaxId(taxId ?? ""), {
    onSuccess: (parsed) => taxIdKind(parsed) === "CPF" ? "natural" as const : "legal" as const,
    onFailure: () => undefined
  })

const personOf = (known: KnownPerson): IvmsPerson =>
  known.kind === "natural" ? { naturalPerson: naturalPerson(known) } : { legalPerson: legalPerson(known) }

// The whole name is the primary identifier where the sender cannot tell its parts apart, which the standard allows.
const naturalPerson = ({ country, name, number, taxId }: KnownPerson): NaturalPerson => {
  const residence = alpha2Of(country ?? "")
  return {
    name: { nameIdentifier: [{ primaryIdentifier: name, nameIdentifierType: "LEGL" }] },
    ...(taxId === null ? {} : {
      nationalIdentification: {
        nationalIdentifier: taxId,
        nationalIdentifierType: "TXID",
        ...(kindOf(taxId) === undefined ? {} : { countryOfIssue: "BR" })
      }
    }),
    ...(number === undefined ? {} : { customerIdentification: number }),
    ...(residence === undefined ? {} : { countryOfResidence: residence })
  }
}

const legalPerson = ({ name, number, taxId }: KnownPerson): LegalPerson => ({
  name: { nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: "LEGL" }] },
  ...(number === undefined ? {} : { customerNumber: number }),
  ...(taxId === null ? {} : { nationalIdentification: { nationalIdentifier: taxId, nationalIdentifierType: "TXID" } })
})

const customerAs = (subAccountId: string, { accountType, name, taxId }: Customer): KnownPerson | undefined =>
  name === null ? undefined : {
    name,
    taxId,
    kind: kindOf(taxId) ?? (accountType === "COMPANY" ? "legal" : "natural"),
    number: subAccountId
  }

/** Whether the customer said that the address is his own. Who says nothing of it says nothing. */
const isHisOwn = ({ addressDeclared, beneficiaryTaxId }: OperationFacts, { taxId }: Customer): boolean => {
  const { counterpartyName = null, walletOwner = null } = addressDeclared ?? {}
  if (walletOwner !== null) return walletOwner === "self"
  return counterpartyName === null && taxId !== null && beneficiaryTaxId === taxId
}

const counterpartyAs = ({ addressDeclared }: OperationFacts): KnownPerson | undefined => {
  const { counterpartyCountry: country = null, counterpartyName: name = null, counterpartyTaxId: taxId = null } =
    addressDeclared ?? {}
  if (name === null) return undefined
  // A number of another country does not say whether a person or a company has it.
  return { name, taxId, country, kind: kindOf(taxId) ?? "natural" }
}

/** The message of a row. */
export const travelRuleOf = (row: TransferRow, operation: OperationFacts, customer: Customer): TravelRule => {
  const holder = customerAs(row.subAccountId, customer)
  const isOwn = isHisOwn(operation, customer)
  const beneficiary = isOwn ? holder : counterpartyAs(operation)
  const isAssumed = !isOwn && beneficiary !== undefined && kindOf(beneficiary.taxId) === undefined
  const ivms101: Ivms101 = {
    originator: {
      originatorPersons: holder === undefined ? [] : [personOf(holder)],
      // What the service sends leaves no account of the customer but the one with us.
      accountNumber: [row.senderAddress ?? row.subAccountId]
    },
    beneficiary: {
      beneficiaryPersons: beneficiary === undefined ? [] : [personOf(beneficiary)],
      accountNumber: [row.recipientAddress]
    }
  }
  const lacks = [...brokenConstraints(ivms101), ...(isAssumed ? ["beneficiary.kind"] : [])]
  return { ivms101, lacks: lacks.join(" ") }
}
