// The travel rule message of a transfer: who is named on either side, what is never made up, and the constraints of IVMS101, judged
// here once more by their own words.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Customer } from "../../../../core/reports/books/customers.ts"
import { type Ivms101, type IvmsPerson, brokenConstraints } from "../../../../core/reports/books/ivms101.ts"
import type { OperationFacts } from "../../../../core/engine/resource/booked.ts"
import { operationOf } from "../../../../core/reports/books/operation-facts.ts"
import type { TransferRow } from "../../../../core/reports/books/transfer-row.ts"
import { travelRuleOf } from "../../../../core/reports/books/travel-rule.ts"
import { alpha2Of, countryCodes } from "../../../../core/standards/identity/countries.ts"
import type { Declaration } from "../../../../core/standards/identity/declaration.ts"

const cpf = "52998224725"
const cnpj = "11222333000181"

const row = { subAccountId: "sub_1", senderAddress: "0xfrom", recipientAddress: "0xto" } as TransferRow
const ana: Customer = { name: "Ana Prado", accountType: "INDIVIDUAL", taxId: "11144477735", taxResidence: "BRA" }
const acme: Customer = { name: "Acme Ltda", accountType: "COMPANY", taxId: cnpj, taxResidence: "BRA" }
const nothing: Declaration = {
  purpose: null,
  walletOwner: null,
  walletProof: null,
  counterpartyName: null,
  counterpartyTaxId: null,
  counterpartyCountry: null
}

const facts = (declared?: Partial<Declaration>, beneficiaryTaxId: string | null = null) => ({
  addressDeclared: declared === undefined ? undefined : { ...nothing, ...declared },
  beneficiaryTaxId
} as OperationFacts)

const messageOf = (operation: OperationFacts, customer = ana) => travelRuleOf(row, operation, customer)
const receiver = (operation: OperationFacts, customer = ana) =>
  messageOf(operation, customer).ivms101.beneficiary.beneficiaryPersons

const anaHerself = {
  naturalPerson: {
    name: { nameIdentifier: [{ primaryIdentifier: "Ana Prado", nameIdentifierType: "LEGL" }] },
    nationalIdentification: { nationalIdentifier: "11144477735", nationalIdentifierType: "TXID", countryOfIssue: "BR" },
    customerIdentification: "sub_1"
  }
}

describe("a travel rule message", () => {
  it("names the customer as KYC approved him, with the wallet or the account it left §travel-rule", () => {
    expect(messageOf(facts()).ivms101.originator).toEqual({
      originatorPersons: [anaHerself],
      accountNumber: ["0xfrom"]
    })
    const sent = travelRuleOf({ ...row, senderAddress: null }, facts(), acme).ivms101.originator
    expect(sent).toEqual({
      originatorPersons: [{
        legalPerson: {
          name: { nameIdentifier: [{ legalPersonName: "Acme Ltda", legalPersonNameIdentifierType: "LEGL" }] },
          customerNumber: "sub_1",
          nationalIdentification: { nationalIdentifier: cnpj, nationalIdentifierType: "TXID" }
        }
      }],
      accountNumber: ["sub_1"]
    })
  })

  it("names the customer as beneficiary only where he said so §travel-rule", () => {
    expect(receiver(facts({ walletOwner: "self" }))).toEqual([anaHerself])
    expect(receiver(facts(undefined, "11144477735"))).toEqual([anaHerself])
    expect(receiver(facts({ purpose: "rent" }, "11144477735"))).toEqual([anaHerself])
    for (const silent of [facts(), facts({ walletOwner: "other" }, "11144477735"), facts(undefined, cpf)]) {
      expect(receiver(silent)).toEqual([])
      expect(messageOf(silent).lacks).toBe("beneficiary.person")
    }
  })

  it("names the declared counterparty, a person or a company by the tax number §travel-rule", () => {
    const other = { walletOwner: "other", counterpartyName: "Bia Reis", counterpartyCountry: "PRT" } as const
    expect(receiver(facts({ ...other, counterpartyTaxId: cpf }))).toEqual([{
      naturalPerson: {
        name: { nameIdentifier: [{ primaryIdentifier: "Bia Reis", nameIdentifierType: "LEGL" }] },
        nationalIdentification: { nationalIdentifier: cpf, nationalIdentifierType: "TXID", countryOfIssue: "BR" },
        countryOfResidence: "PT"
      }
    }])
    expect(receiver(facts({ ...other, counterpartyTaxId: cnpj }))).toMatchObject([{
      legalPerson: { name: { nameIdentifier: [{ legalPersonName: "Bia Reis" }] } }
    }])
    expect(messageOf(facts({ ...other, counterpartyTaxId: cnpj })).lacks).toBe("beneficiary.C9")
    // A number of another country has no country of issue here, and does not say whose it is.
    const foreign = messageOf(facts({ ...other, counterpartyTaxId: "PT-501964843" }))
    expect(foreign.ivms101.beneficiary.beneficiaryPersons).toMatchObject([{
      naturalPerson: { nationalIdentification: { nationalIdentifier: "PT-501964843", nationalIdentifierType: "TXID" } }
    }])
    expect(foreign.lacks).toBe("beneficiary.kind")
  })

  it("takes no receiver of a PIX for the one who gets satoshis back §travel-rule", () => {
    const body = readFileSync(join(import.meta.dirname, "../../../golden/v1/lightningInvoice-declared.json"), "utf8")
      .trim()
    const refunded = operationOf("inv_1")?.factsOf(body)
    expect(refunded).toMatchObject({ declared: { counterpartyName: "Ana Prado" }, addressDeclared: undefined })
    expect(receiver(refunded ?? facts())).toEqual([])
  })

  it("has a code of two letters for every country §travel-rule", () => {
    const codes = countryCodes.map((code) => alpha2Of(code) ?? "")
    expect(codes.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([])
    expect(new Set(codes).size).toBe(countryCodes.length)
    const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
    expect(codes.filter((code) => regions.of(code) === undefined)).toEqual([])
    expect(["BRA", "PRT", "DEU", "CHE", "USA"].map(alpha2Of)).toEqual(["BR", "PT", "DE", "CH", "US"])
  })
})

const longest = (text: string | undefined, most: number) => Array.from(text ?? "").length <= most

/** The constraints as the standard words them, on a person of a side; C5 to C7 are in it although the types hold them. */
const keeps = (person: IvmsPerson, isOriginator: boolean): ReadonlyArray<string> => {
  const broken: Array<string> = []
  const check = (rule: string, holds: boolean) => holds ? undefined : broken.push(rule)
  if ("naturalPerson" in person) {
    const { countryOfResidence, customerIdentification, name, nationalIdentification } = person.naturalPerson
    check("C1", !isOriginator || customerIdentification !== undefined || nationalIdentification !== undefined)
    check(
      "C3",
      [countryOfResidence, nationalIdentification?.countryOfIssue].every((code) => /^[A-Z]{2}$/.test(code ?? "BR"))
    )
    check("C6", name.nameIdentifier.some(({ nameIdentifierType }) => nameIdentifierType === "LEGL"))
    const number = nationalIdentification?.nationalIdentifier
    const [{ primaryIdentifier }] = name.nameIdentifier
    check("length", longest(primaryIdentifier, 100) && longest(customerIdentification, 50) && longest(number, 35))
  } else {
    const { customerNumber, name, nationalIdentification } = person.legalPerson
    check("C4", !isOriginator || customerNumber !== undefined || nationalIdentification !== undefined)
    check(
      "C5",
      name.nameIdentifier.some(({ legalPersonNameIdentifierType }) => legalPersonNameIdentifierType === "LEGL")
    )
    check("C7", ["RAID", "MISC", "LEIX", "TXID", undefined].includes(nationalIdentification?.nationalIdentifierType))
    check(
      "C9",
      nationalIdentification === undefined
        || (!("countryOfIssue" in nationalIdentification) && nationalIdentification.registrationAuthority !== undefined)
    )
    const number = nationalIdentification?.nationalIdentifier
    const [{ legalPersonName }] = name.nameIdentifier
    check("length", longest(legalPersonName, 100) && longest(customerNumber, 50) && longest(number, 35))
  }
  return broken
}

const judged = ({ beneficiary, originator }: Ivms101): ReadonlyArray<string> => [
  ...originator.originatorPersons.flatMap((each) => keeps(each, true)).map((rule) => `originator.${rule}`),
  ...beneficiary.beneficiaryPersons.flatMap((each) => keeps(each, false)).map((rule) => `beneficiary.${rule}`)
]

describe("the constraints of IVMS101", () => {
  const words = fc.string({ minLength: 1, maxLength: 120 })
  const number = fc.constantFrom(null, cpf, cnpj, "X".repeat(36), "FR 12")
  const customer = fc.record({
    name: fc.option(words),
    accountType: fc.constantFrom("INDIVIDUAL" as const, "COMPANY" as const),
    taxId: fc.constantFrom(null, cpf, cnpj),
    taxResidence: fc.constant(null)
  })
  const declared = fc.record({
    purpose: fc.constant(null),
    walletOwner: fc.constantFrom(null, "self" as const, "other" as const, "provider" as const),
    walletProof: fc.constant(null),
    counterpartyName: fc.option(words),
    counterpartyTaxId: number,
    counterpartyCountry: fc.option(fc.constantFrom(...countryCodes))
  })

  it("hold of every message, or it says which does not §travel-rule", () => {
    fc.assert(
      fc.property(customer, declared, number, (of, parts, beneficiary) => {
        const { ivms101, lacks } = travelRuleOf(row, facts(parts, beneficiary), of)
        const told = lacks.split(" ").filter((each) => !/\.(person|kind)$|^$/.test(each))
        expect(told).toEqual(judged(ivms101))
        const { beneficiaryPersons } = ivms101.beneficiary
        expect(lacks.includes("beneficiary.person")).toBe(beneficiaryPersons.length === 0)
        expect(lacks.includes("originator.person")).toBe(of.name === null)
      }),
      { numRuns: 300 }
    )
  })

  it("are notified of messages that break each of them §travel-rule", () => {
    const name = { nameIdentifier: [{ primaryIdentifier: "Ana", nameIdentifierType: "LEGL" }] } as const
    const company = { nameIdentifier: [{ legalPersonName: "Acme", legalPersonNameIdentifierType: "LEGL" }] } as const
    const message = (person: IvmsPerson, account = "0x"): Ivms101 => ({
      originator: { originatorPersons: [person], accountNumber: [account] },
      beneficiary: { beneficiaryPersons: [anaHerself as unknown as IvmsPerson], accountNumber: ["0x"] }
    })
    const natural = { naturalPerson: { name, customerIdentification: "1" } }
    expect(brokenConstraints(message(natural))).toEqual([])
    expect(brokenConstraints(message({ naturalPerson: { name } }))).toEqual(["originator.C1"])
    expect(brokenConstraints(message({ naturalPerson: { ...natural.naturalPerson, countryOfResidence: "ZZ" } })))
      .toEqual(["originator.C3"])
    expect(brokenConstraints(message({ legalPerson: { name: company } }))).toEqual(["originator.C4"])
    expect(brokenConstraints(message({ legalPerson: { name: company, customerNumber: "1".repeat(51) } })))
      .toEqual(["originator.length"])
    expect(brokenConstraints(message(natural, "x".repeat(101)))).toEqual(["originator.accountNumber"])
  })
})
