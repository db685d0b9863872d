// PIX keys: five types, each with one normal form (spec "PixKeyType"; DICT API 1.8.0 patterns; C33).
// Invariant: normalising a normalised key changes nothing. A key is never guessed where two types fit.
import { Option, Result, Schema } from "effect"
import { parseBrCode } from "./parse-br-code.ts"
import { type TaxId, type TaxIdError, type TaxIdKind, parseCnpj, parseCpf } from "./tax-id.ts"

export const PixKeyType = Schema.Literals(["PHONE", "CPF", "EMAIL", "RANDOM", "CNPJ"])
export type PixKeyType = typeof PixKeyType.Type

/** A key in its normal form, as the directory of keys holds it. */
export interface PixKey {
  readonly type: PixKeyType
  readonly value: string
}

export interface PixKeyError {
  /**
   * `typeRequired`: eleven bare digits that may be a phone number. `format`: not the shape of that type. `repeated`: a tax
   * number of one character all the way, whose check digits may be right but which is never issued.
   */
  readonly reason: "empty" | "tooLong" | "unknownType" | "typeRequired" | "format" | "repeated" | "checkDigits"
}

const maxLength = 77
const email =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/
const random = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const phone = /^\+[1-9][0-9]\d{1,14}$/
/** Brazilian area codes in use (Anatel), as the source of a pattern. */
export const areaCodes = "(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])"
// The 9 of every mobile number after the area code: the shape of eleven digits that may be a phone.
const mobile = new RegExp(`^${areaCodes}9\\d{8}$`)

/** A phone number with its country; only a number written without one and known to be Brazilian gets +55. */
const withCountry = (text: string): string => {
  const bare = text.replace(/[ ().-]/g, "")
  if (/^\d{10,11}$/.test(bare)) return `+55${bare}`
  return /^55\d{10,11}$/.test(bare) ? `+${bare}` : bare
}

const refuse = (reason: PixKeyError["reason"]): Result.Result<never, PixKeyError> => Result.fail({ reason })

const shaped = (type: PixKeyType, pattern: RegExp, value: string): Result.Result<PixKey, PixKeyError> =>
  pattern.test(value) ? Result.succeed({ type, value }) : refuse("format")

const taxIdKey = (
  type: TaxIdKind,
  parsed: Result.Result<TaxId, TaxIdError>
): Result.Result<PixKey, PixKeyError> => {
  if (Result.isSuccess(parsed)) return Result.succeed({ type, value: parsed.success })
  switch (parsed.failure.reason) {
    case "length":
    case "characters":
      return refuse("format")
    case "repeated":
    case "checkDigits":
      return refuse(parsed.failure.reason)
  }
}

const detect = (text: string): Result.Result<PixKeyType, PixKeyError> => {
  if (text.includes("@")) return Result.succeed("EMAIL")
  if (text.startsWith("+")) return Result.succeed("PHONE")
  if (random.test(text.toLowerCase())) return Result.succeed("RANDOM")
  if (mobile.test(text)) return refuse("typeRequired")
  if (/^\d{11}$/.test(text) || /^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(text)) return Result.succeed("CPF")
  if (/^[0-9A-Z]{12}\d{2}$/i.test(text.replace(/[./-]/g, ""))) return Result.succeed("CNPJ")
  return refuse("unknownType")
}

const normalise = (text: string, type: PixKeyType): Result.Result<PixKey, PixKeyError> => {
  switch (type) {
    case "CPF":
      return taxIdKey(type, parseCpf(text))
    case "CNPJ":
      return taxIdKey(type, parseCnpj(text))
    case "PHONE":
      return shaped(type, phone, withCountry(text))
    case "EMAIL":
      return shaped(type, email, text.toLowerCase())
    case "RANDOM":
      return shaped(type, random, text.toLowerCase())
  }
}

/**
 * A PIX key in its normal form. The type is trusted when given; without it eleven bare digits that have the shape of a
 * Brazilian mobile number are refused with `typeRequired`, since they may be a CPF or a phone.
 */
export const parsePixKey = (text: string, type?: PixKeyType): Result.Result<PixKey, PixKeyError> => {
  const trimmed = text.trim()
  if (trimmed === "") return refuse("empty")
  if (trimmed.length > maxLength) return refuse("tooLong")
  return type === undefined
    ? Result.flatMap(detect(trimmed), (detected) => normalise(trimmed, detected))
    : normalise(trimmed, type)
}

// Who a PIX goes to, read from its destination: a PIX key, or a BR Code that names its receiver and may hold a key.

/** A key in its normal form, or the text of a BR Code. */
export type PixKeyOrBrCode =
  | { readonly by: "key"; readonly key: string }
  | { readonly by: "brCode"; readonly brCode: string }

/** The receiver as far as the destination names it. The key is in its normal form. */
export interface NamedReceiver {
  readonly name: string | null
  readonly key: string | null
}

const normalKey = (text: string): string =>
  Result.match(parsePixKey(text), { onSuccess: ({ value }) => value, onFailure: () => text })

/** The receiver that a destination names; of a dynamic code the name alone. */
export const namedReceiver = (destination: PixKeyOrBrCode): NamedReceiver => {
  if (destination.by === "key") return { name: null, key: destination.key }
  return Option.match(Result.getSuccess(parseBrCode(destination.brCode)), {
    onNone: () => ({ name: null, key: null }),
    onSome: (code) => ({ name: code.merchantName, key: code.kind === "static" ? normalKey(code.key) : null })
  })
}
