// CPF and CNPJ, the tax numbers of people and companies (C33; IN RFB 2.229/2024 for CNPJ with letters).
// Invariant: a branded value is normalised, without punctuation and in upper case, and its check digits are right.
import { Result, Schema } from "effect"

export interface TaxIdError {
  /** `repeated`: one character all the way, which check digits alone let through but is never issued. */
  readonly reason: "characters" | "length" | "repeated" | "checkDigits"
}

const cpfWeights = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
const cnpjWeights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/** Check digit of `body`: the weights end at its last character, a letter counts its ASCII code minus 48. */
const checkDigit = (body: string, weights: ReadonlyArray<number>): string => {
  const from = weights.length - body.length
  const sum = weights.slice(from).reduce((total, weight, i) => total + weight * (body.charCodeAt(i) - 48), 0)
  const rest = sum % 11
  return rest < 2 ? "0" : String(11 - rest)
}

const hasCheckDigits = (text: string, weights: ReadonlyArray<number>): boolean => {
  const body = text.slice(0, -2)
  const first = checkDigit(body, weights)
  return text.slice(-2) === first + checkDigit(body + first, weights)
}

const refusal = (text: string, length: number, pattern: RegExp, weights: ReadonlyArray<number>) => {
  if (text.length !== length) return "length"
  if (!pattern.test(text)) return "characters"
  if (text === text.charAt(0).repeat(length)) return "repeated"
  return hasCheckDigits(text, weights) ? undefined : "checkDigits"
}

const cpfRefusal = (text: string): TaxIdError["reason"] | undefined => refusal(text, 11, /^\d{11}$/, cpfWeights)
const cnpjRefusal = (text: string): TaxIdError["reason"] | undefined =>
  refusal(text, 14, /^[0-9A-Z]{12}\d{2}$/, cnpjWeights)

/** A normalised CPF: eleven digits. */
export const Cpf = Schema.String.check(
  Schema.makeFilter((text: string) => cpfRefusal(text) === undefined, {
    expected: "a CPF, digits only",
    toJsonSchema: () => ({ pattern: "^\\d{11}$" })
  })
).pipe(Schema.brand("Cpf"))
export type Cpf = typeof Cpf.Type

/** A normalised CNPJ: twelve digits or upper-case letters, then two digits. */
export const Cnpj = Schema.String.check(
  Schema.makeFilter((text: string) => cnpjRefusal(text) === undefined, { expected: "a CNPJ without punctuation" })
).pipe(Schema.brand("Cnpj"))
export type Cnpj = typeof Cnpj.Type

/** A normalised tax number of a person or a company. */
export const TaxId = Schema.Union([Cpf, Cnpj])
export type TaxId = typeof TaxId.Type

export type TaxIdKind = "CPF" | "CNPJ"

/** A tax number as it is stored and compared: without `.`, `-` and `/`, in upper case. */
const normaliseTaxId = (text: string): string => text.replace(/[./-]/g, "").toUpperCase()

/** A CPF from its digits or from its printed form (529.982.247-25). */
export const parseCpf = (text: string): Result.Result<Cpf, TaxIdError> => {
  const normalised = normaliseTaxId(text)
  const reason = cpfRefusal(normalised)
  return reason === undefined ? Result.succeed(normalised as Cpf) : Result.fail({ reason })
}

/** A CNPJ from its characters or from its printed form (12.ABC.345/01DE-35). */
export const parseCnpj = (text: string): Result.Result<Cnpj, TaxIdError> => {
  const normalised = normaliseTaxId(text)
  const reason = cnpjRefusal(normalised)
  return reason === undefined ? Result.succeed(normalised as Cnpj) : Result.fail({ reason })
}

/** A CPF or a CNPJ, told apart by length. */
export const parseTaxId = (text: string): Result.Result<TaxId, TaxIdError> =>
  normaliseTaxId(text).length === 11 ? parseCpf(text) : parseCnpj(text)

/** Which of the two a tax number is. */
export const taxIdKind = (taxId: TaxId): TaxIdKind => taxId.length === 11 ? "CPF" : "CNPJ"

/** A tax number as receipts show it: the middle six digits of a CPF (`***.456.789-**`), a CNPJ whole. */
export const maskTaxId = (taxId: TaxId): string =>
  taxIdKind(taxId) === "CPF" ? `***.${taxId.slice(3, 6)}.${taxId.slice(6, 9)}-**` : taxId
