// What a KYC form may say: the shape of each field, then the rules with the specification's own sentences ("Errors", text
// cases). Everything here depends on the request and the day alone; who is too young is the provider's to say.
import { Effect, Schema } from "effect"
import { FormFieldRefused, type ValidationFailed, invalidField } from "../../base/errors/errors.ts"
import { emailAddress, text, unknownField } from "../../base/text/text.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { Country, isStateOf } from "./countries.ts"

/** One line of a form. */
export const line = text({ minimum: 1, maximum: 255 }).check(
  Schema.isPattern(/\S/, { expected: "text that is not blank" })
)

const leapYears = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const daysOf = (year: number, month: number): number =>
  [31, leapYears(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0

const isRealDate = (value: string): boolean => {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  return Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month))
}

/** A day of the calendar. */
export const realDate = Schema.String.check(
  Schema.makeFilter(isRealDate, { expected: "a date, as 1990-12-31", toJsonSchema: () => ({ format: "date" }) })
)

const digits = text({ minimum: 1, maximum: 32 }).check(
  Schema.makeFilter((value: string) => /^\d+$/.test(value) || "must contain only digits")
)

/** A phone number with its country. */
export const phoneNumber = Schema.String.check(
  Schema.isPattern(/^\+[1-9]\d{1,14}$/, { expected: "an E.164 number, as +5511987654321" })
)

export const KycFormRequest = Schema.Struct({
  subAccountId: text({ minimum: 1, maximum: 64 }).annotate({ description: "Who is examined" }),
  fullName: line.annotate({ description: "As on the document" }),
  dateOfBirth: realDate.annotate({ description: "YYYY-MM-DD" }),
  countryOfTaxId: Country.annotate({ description: "The country that issued the tax number, ISO 3166-1 alpha-3" }),
  taxIdNumber: digits.annotate({ description: "Digits only" }),
  email: emailAddress.annotate({
    description: "The one on file; it becomes the subaccount's when there is none"
  }),
  phone: Schema.optionalKey(phoneNumber.annotate({ description: "E.164" })),
  country: Country.annotate({ description: "The country of residence, ISO 3166-1 alpha-3" }),
  state: line.annotate({ description: "ISO 3166-2 code without the country: SP, not BR-SP" }),
  city: line,
  zipCode: line,
  streetAddress: line,
  uploadedSelfieId: line.annotate({ description: "A SELFIE-FROM-LIVENESS document that is ready" }),
  uploadedDocumentId: line.annotate({ description: "An ID, DRIVERS-LICENSE or PASSPORT that is ready" }),
  sandboxReject: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Sandbox only: `true` ends in REJECTED with SANDBOX_SIMULATED" })
  )
}).annotate({ identifier: "KycSubmitFormRequest" })
export type KycFormRequest = typeof KycFormRequest.Type

/** A form that holds together, as it is kept and handed in: personal data, sealed wherever it rests. */
export const KycForm = Schema.Struct({
  fullName: Schema.String,
  dateOfBirth: Schema.String,
  countryOfTaxId: Schema.String,
  taxIdNumber: Schema.String,
  email: Schema.String,
  phone: Schema.NullOr(Schema.String),
  country: Schema.String,
  state: Schema.String,
  city: Schema.String,
  zipCode: Schema.String,
  streetAddress: Schema.String,
  selfieId: Schema.String,
  documentId: Schema.String,
  /** Fields that only some providers understand. */
  extras: Schema.Record(Schema.String, Schema.Boolean)
})
export type KycForm = typeof KycForm.Type

/** The refusal of a field in the specification's words. */
export const refusedField = (field: keyof KycFormRequest): FormFieldRefused =>
  new FormFieldRefused({ field, message: `InvalidFieldError: ${field} is invalid` })

/** Checks what the fields say together; `understood` are the extras that the provider takes. */
export const checkKycForm = (
  request: KycFormRequest,
  understood: ReadonlyArray<string>,
  now: number
): Effect.Effect<KycForm, ValidationFailed | FormFieldRefused> => {
  const { phone, sandboxReject, subAccountId: _, uploadedDocumentId, uploadedSelfieId, ...form } = request
  const extras = sandboxReject === undefined ? {} : { sandboxReject }
  const unknown = Object.keys(extras).find((name) => !understood.includes(name))
  if (unknown !== undefined) return Effect.fail(invalidField(unknown, unknownField))
  // Somewhere on earth it is tomorrow already.
  if (form.dateOfBirth > isoInstant(now + dayMs).slice(0, 10)) return Effect.fail(refusedField("dateOfBirth"))
  if (!isStateOf(form.country, form.state)) return Effect.fail(refusedField("state"))
  return Effect.succeed({
    ...form,
    phone: phone ?? null,
    selfieId: uploadedSelfieId,
    documentId: uploadedDocumentId,
    extras
  })
}

const dayMs = 86_400_000
