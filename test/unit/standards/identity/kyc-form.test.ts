// Every field of the KYC form, at and beyond its edges, with the specification's own sentences.
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { isStateOf } from "../../../../core/standards/identity/countries.ts"
import { KycFormRequest, checkKycForm } from "../../../../core/standards/identity/kyc-form.ts"
import { reader } from "../../../../core/base/text/text.ts"
import { startOfTests } from "../../../support/world.ts"
import { Scene } from "../../customers/kyc/scene.ts"

const read = reader(KycFormRequest, "error")
let form: Record<string, unknown>

beforeAll(async () => {
  form = { ...(await (await Scene.open()).form("sub_1")) }
})

const problems = (parts: Readonly<Record<string, unknown>>, extras: ReadonlyArray<string> = ["sandboxReject"]) =>
  Effect.runPromise(
    read({ ...form, ...parts }).pipe(
      Effect.flatMap((request) => checkKycForm(request, extras, startOfTests)),
      Effect.match({
        onSuccess: () => [] as ReadonlyArray<string>,
        onFailure: (error) =>
          error._tag === "FormFieldRefused"
            ? [error.message]
            : error.details.map(({ field, message }) => `${field}: ${message}`)
      })
    )
  )

const without = (field: string) => problems(Object.fromEntries([[field, undefined]]))

describe("the KYC form", () => {
  it("takes a form that is in order, with and without a phone", async () => {
    expect(await problems({})).toEqual([])
    expect(await problems({ phone: "+5511987654321" })).toEqual([])
  })

  it.each([
    "subAccountId",
    "fullName",
    "dateOfBirth",
    "countryOfTaxId",
    "taxIdNumber",
    "email",
    "country",
    "state",
    "city",
    "zipCode",
    "streetAddress",
    "uploadedSelfieId",
    "uploadedDocumentId"
  ])("§kyc-form-required needs %s", async (field) => {
    expect((await without(field))[0]).toMatch(new RegExp(`^${field}: `))
    expect((await problems({ [field]: "" }))[0]).toMatch(new RegExp(`^${field}: `))
    expect((await problems({ [field]: 5 }))[0]).toMatch(new RegExp(`^${field}: `))
    expect((await problems({ [field]: null }))[0]).toMatch(new RegExp(`^${field}: `))
  })

  it.each(["111.444.777-35", "1114447773a", "１１１", " 1", "-1", "1.0"])(
    "§kyc-tax-id-digits says of the taxIdNumber %s that it must contain only digits",
    async (taxIdNumber) => {
      expect(await problems({ taxIdNumber })).toEqual(["taxIdNumber: must contain only digits"])
    }
  )

  it.each(["BR-SP", "sp", "XX", "São Paulo", "35"])("§kyc-state refuses the Brazilian state %s", async (state) => {
    expect(await problems({ state })).toEqual(["InvalidFieldError: state is invalid"])
  })

  it("§kyc-state takes states by their ISO 3166-2 code without the country", async () => {
    expect(await problems({ state: "DF" })).toEqual([])
    expect(await problems({ country: "USA", state: "CA" })).toEqual([])
    expect(await problems({ country: "FRA", state: "75C" })).toEqual([])
    expect(await problems({ country: "USA", state: "US-CA" })).toEqual(["InvalidFieldError: state is invalid"])
    expect(await problems({ country: "USA", state: "CALI" })).toEqual(["InvalidFieldError: state is invalid"])
    expect(isStateOf("BRA", "SP")).toBe(true)
  })

  it.each(["2026-02-28", "2024-02-29", "2000-02-29", "1900-01-01", "2026-03-01"])(
    "§kyc-date-of-birth takes %s, a day that was",
    async (dateOfBirth) => {
      expect(await problems({ dateOfBirth })).toEqual([])
    }
  )

  it.each(["2025-02-29", "1900-02-29", "1990-13-01", "1990-00-10", "1990-04-31", "1990-01-00", "90-01-01", "1990-1-1"])(
    "§kyc-date-of-birth refuses %s, a day that never was",
    async (dateOfBirth) => {
      expect((await problems({ dateOfBirth }))[0]).toMatch(/^dateOfBirth: /)
    }
  )

  it("§kyc-date-of-birth refuses a day to come, counted where it is tomorrow first", async () => {
    expect(await problems({ dateOfBirth: "2026-03-02" })).toEqual([])
    expect(await problems({ dateOfBirth: "2026-03-03" })).toEqual(["InvalidFieldError: dateOfBirth is invalid"])
  })

  it.each(["BR", "bra", "XXX", "BRAZ", "076"])("§kyc-countries refuses the country %s", async (country) => {
    expect((await problems({ country }))[0]).toMatch(/^country: /)
    expect((await problems({ countryOfTaxId: country }))[0]).toMatch(/^countryOfTaxId: /)
  })

  it("§kyc-countries lets the tax number come from another country than that of residence", async () => {
    expect(await problems({ countryOfTaxId: "PRT", country: "BRA" })).toEqual([])
    expect(await problems({ countryOfTaxId: "BRA", country: "PRT", state: "11" })).toEqual([])
  })

  it.each(["11987654321", "+0123456789", "+55 11 98765", "+1234567890123456", "+", ""])(
    "§kyc-phone refuses %s, which is no E.164 number",
    async (phone) => {
      expect((await problems({ phone }))[0]).toMatch(/^phone: /)
    }
  )

  it("§kyc-phone takes the shortest and the longest E.164 number", async () => {
    expect(await problems({ phone: "+12" })).toEqual([])
    expect(await problems({ phone: "+123456789012345" })).toEqual([])
  })

  it.each(["ana", "ana@", "@example.test", "ana@example", "a b@example.test"])(
    "§kyc-email refuses %s, which is no address",
    async (email) => {
      expect((await problems({ email }))[0]).toMatch(/^email: /)
    }
  )

  it("§kyc-sandbox-reject is an unknown field where the provider does not understand it, also when false", async () => {
    for (const sandboxReject of [true, false]) {
      expect(await problems({ sandboxReject })).toEqual([])
      expect(await problems({ sandboxReject }, [])).toEqual(["sandboxReject: is not a field of this request"])
    }
    expect((await problems({ sandboxReject: "true" }))[0]).toMatch(/^sandboxReject: /)
  })

  it("refuses a field that it does not have, and says it of every wrong one at once", async () => {
    expect(await problems({ level: "FULL" })).toEqual(["level: is not a field of this request"])
    expect((await problems({ taxIdNumber: "x", country: "??", city: "" })).map((each) => each.split(":")[0])).toEqual(
      expect.arrayContaining(["taxIdNumber", "country", "city"])
    )
  })
})
