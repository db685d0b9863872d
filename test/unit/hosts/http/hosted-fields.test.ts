// How the hosted forms read what people type, before anything is sent.
import { describe, expect, it } from "vitest"
import { KycFormRequest } from "../../../../core/standards/identity/kyc-form.ts"
import { HostedCompanyRequest, HostedRepresentativeRequest } from "../../../../core/standards/identity/hosted-form.ts"
import { countryCodes } from "../../../../core/standards/identity/countries.ts"
import { namedCountries } from "../../../../hosts/http/pages/hosted/countries.ts"
import { steps } from "../../../../hosts/http/pages/hosted/wizard-fields.ts"
import type { FieldKind } from "../../../../hosts/http/pages/hosted/wizard-fields.ts"
import { readField } from "../../../../hosts/http/pages/hosted/wizard-read.ts"

const read = (kind: FieldKind, typed: string, country = "BRA") => readField(kind, typed, country, "2026-11-21")

const rows: ReadonlyArray<readonly [kind: FieldKind, typed: string, expected: string | undefined, country?: string]> = [
  ["text", "  Ana Souza ", "Ana Souza"],
  ["text", "  ", undefined],
  ["date", "1990-05-17", "1990-05-17"],
  ["date", "2026-11-21", "2026-11-21"],
  ["date", "2026-11-22", undefined],
  ["date", "17/05/1990", undefined],
  ["personalTaxId", "111.444.777-35", "11144477735"],
  ["personalTaxId", "529.982.247-25", "52998224725"],
  ["personalTaxId", "111.444.777-34", undefined],
  ["personalTaxId", "111.444.777-45", undefined],
  ["personalTaxId", "111.111.111-11", undefined],
  ["personalTaxId", "1114447773", undefined],
  ["personalTaxId", "123-45", "12345", "USA"],
  ["personalTaxId", "12A", undefined, "USA"],
  ["companyTaxId", "11.222.333/0001-81", "11222333000181"],
  ["companyTaxId", "12.abc.345/01de-35", "12ABC34501DE35"],
  ["companyTaxId", "11.222.333/0001-82", undefined],
  ["companyTaxId", "00.000.000/0000-00", undefined],
  ["country", "bra", "BRA"],
  ["country", "BR", undefined],
  ["state", "sp", "SP"],
  ["state", "XX", undefined],
  ["state", "BR-SP", undefined],
  ["state", "ca", "CA", "USA"],
  ["email", " ana@example.com ", "ana@example.com"],
  ["email", "ana@example", undefined],
  ["phone", "(11) 98765-4321", "+5511987654321"],
  ["phone", "11 3456-7890", "+551134567890"],
  ["phone", "+351 912 345 678", "+351912345678"],
  ["phone", "98765-4321", undefined],
  ["amount", "250.000,00", "250000.00"],
  ["amount", "250,000.00", "250000.00"],
  ["amount", "250000,00", "250000.00"],
  ["amount", "250.000", "250000"],
  ["amount", "1.234.567", "1234567"],
  ["amount", "250000.5", "250000.5"],
  ["amount", "250,00,00", undefined],
  ["amount", "1.000.000.000.000,00", undefined],
  ["amount", "250.000.00", undefined],
  ["amount", "-1", undefined]
]

describe("a field §hosted-form", () => {
  it.each(rows.map(([kind, typed, expected, country]) => ({ kind, typed, expected, country })))(
    "of kind $kind reads $typed as $expected",
    ({ country, expected, kind, typed }) => expect(read(kind, typed, country)).toBe(expected)
  )

  it.each(["en", "pt-BR"] as const)("offers every country by its name in %s", (language) => {
    const named = namedCountries(language)
    expect(named.map(({ code }) => code).toSorted()).toEqual(countryCodes)
    expect(named.filter(({ name }) => /^[A-Z]{2,3}$/.test(name))).toEqual([])
    expect(new Set(named.map(({ name }) => name)).size).toBe(countryCodes.length)
    const nameOf = new Map(named.map(({ code, name }) => [code, name]))
    expect(["BRA", "AUT", "CHE"].map((code) => nameOf.get(code))).toEqual(
      language === "en" ? ["Brazil", "Austria", "Switzerland"] : ["Brasil", "Áustria", "Suíça"]
    )
  })

  it("is there for each field that can be sent", () => {
    const asked = (page: keyof typeof steps) => steps[page].flat().map(({ name }) => name).toSorted()
    const made = ["subAccountId", "uploadedSelfieId", "uploadedDocumentId", "sandboxReject"]
    const typed = (fields: object) => Object.keys(fields).filter((name) => !made.includes(name)).toSorted()
    expect(asked("person")).toEqual(typed(KycFormRequest.fields))
    expect(asked("representative")).toEqual(typed(HostedRepresentativeRequest.fields))
    expect(asked("company")).toEqual(typed(HostedCompanyRequest.fields))
  })
})
