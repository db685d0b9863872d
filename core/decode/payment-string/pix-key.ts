// PIX keys as readings: what each type looks like, and where a wrong one is wrong.
import { Result } from "effect"
import { type PixKeyError, PixKeyType, areaCodes, parsePixKey } from "../../standards/pix/pix-key.ts"
import { type ReadingResult, type Remark, fault, reading } from "./reading.ts"

const shapes: Readonly<Record<Exclude<PixKeyType, "RANDOM">, RegExp>> = {
  // A BR Code may hold an e-mail and is none.
  EMAIL: /^(?!000201).*@/s,
  PHONE: new RegExp(
    `^(?:\\+\\d[\\d ().-]{6,20}|(?:55)?${areaCodes}(?:9\\d{8}|[2-5]\\d{7})|\\(\\d\\d\\) ?[\\d -]{8,12})$`
  ),
  CPF: /^(?:\d{11}|\d{3}\.\d{3}\.\d{3}-\d{2})$/,
  CNPJ: /^(?:[0-9A-Z]{12}\d{2}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2})$/i
}

/** Nearly a UUID: about 32 characters of which nearly all are hexadecimal digits, hyphens left aside. */
const isNearlyRandom = (text: string): boolean => {
  const bare = text.replaceAll("-", "")
  return /^[0-9a-z]{30,34}$/i.test(bare) && bare.replace(/[^0-9a-f]/gi, "").length >= bare.length - 2
}

const looksLike = (text: string, type: PixKeyType): boolean =>
  type === "RANDOM" ? isNearlyRandom(text) : shapes[type].test(text)

const keyNames: Readonly<Record<PixKeyType, string>> = {
  EMAIL: "e-mail",
  PHONE: "phone number",
  CPF: "CPF",
  CNPJ: "CNPJ",
  RANDOM: "random key"
}

const keyForms: Readonly<Record<PixKeyType, string>> = {
  EMAIL: "a name, one @ and a domain, without spaces and accents",
  PHONE: "+ and the country, as +5511987654321",
  CPF: "eleven digits",
  CNPJ: "twelve letters or digits, then two digits",
  RANDOM: "8, 4, 4, 4 and 12 hexadecimal digits with hyphens between them"
}

const keyReasons: Readonly<Record<Exclude<PixKeyError["reason"], "format">, string>> = {
  empty: "it is empty",
  tooLong: "it has more than 77 characters",
  unknownType: "it is of no known type",
  typeRequired: "its type has to be told",
  repeated: "all its digits are the same, and no such number is issued",
  checkDigits: "its check digits, the last two, are wrong"
}

const why = ({ reason }: PixKeyError, type: PixKeyType | undefined): string => {
  if (reason !== "format") return keyReasons[reason]
  return type === undefined ? keyReasons.unknownType : `it has not that form, which is ${keyForms[type]}`
}

const found = (at: number): number | undefined => at === -1 ? undefined : at

/** The second @, or the first character that no e-mail has. */
const emailPlace = (text: string): number | undefined => {
  const second = text.indexOf("@", text.indexOf("@") + 1)
  const stray = text.search(/[^a-z0-9.!#$&'*+/=?^_`{|}~@-]/i)
  if (second !== -1 && stray !== -1) return Math.min(second, stray)
  return found(Math.max(second, stray))
}

const randomPattern = "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh"

/** Where a text leaves the form of a UUID: its end, where it is only too short. */
const randomPlace = (text: string): number => {
  const wrong = Array.from(randomPattern).findIndex((wanted, at) =>
    wanted === "-" ? text.charAt(at) !== "-" : !/[0-9a-f]/i.test(text.charAt(at))
  )
  return wrong === -1 ? randomPattern.length : wrong
}

const formPlace = (text: string, type: PixKeyType): number | undefined => {
  switch (type) {
    case "EMAIL":
      return emailPlace(text)
    case "RANDOM":
      return randomPlace(text)
    case "PHONE":
    case "CPF":
    case "CNPJ":
      return undefined
  }
}

const wrongPlace = (text: string, { reason }: PixKeyError, type: PixKeyType): number | undefined => {
  if (reason === "checkDigits") return text.length - 2
  return reason === "format" ? formPlace(text, type) : undefined
}

const strangeAreaCode = new RegExp(`^(?=\\+55)(?!\\+55${areaCodes})`)

// The directory takes any number of this form; in Brazil no one has one with such an area code.
const phoneRemarks = (value: string): ReadonlyArray<Remark> =>
  strangeAreaCode.test(value) ? [{ message: `Brazil has no area code ${value.slice(3, 5)}.` }] : []

const readKey = (text: string, type: PixKeyType): ReadingResult =>
  Result.match(parsePixKey(text, type), {
    onSuccess: ({ value }) =>
      reading({
        kind: "pixKey",
        what: `PIX key, ${keyNames[type]}`,
        canonical: value,
        facts: [{ name: "type", value: type }],
        remarks: phoneRemarks(value)
      }),
    onFailure: (error) =>
      fault({
        kind: "pixKey",
        reason: error.reason,
        message: `As a PIX key of type ${type} it is refused: ${why(error, type)}.`,
        at: wrongPlace(text, error, type),
        facts: []
      })
  })

/** Reads a PIX key as every type whose shape it has: eleven digits may be a CPF and a phone number. */
export const readPixKey = (text: string): ReadonlyArray<ReadingResult> => {
  const trimmed = text.trim()
  return PixKeyType.literals.filter((type) => looksLike(trimmed, type)).map((type) => readKey(trimmed, type))
}

const keyHint = (key: string): string => {
  if (key.includes("*")) return " Digits of it are hidden, so it names no one."
  const isPhone = !key.startsWith("+") && looksLike(key, "PHONE")
  return isPhone ? " A phone number is written with + and its country, as +5511987654321." : ""
}

/** What is wrong with a key inside a code, which has to be as the directory holds it; undefined where nothing is. */
export const keyProblem = (key: string): string | undefined => {
  // Only a CPF has eleven digits there, and a phone number begins with +.
  const shape = /^\d{11}$/.test(key) ? "CPF" : PixKeyType.literals.find((each) => looksLike(key, each))
  const type = shape === "PHONE" && !key.startsWith("+") ? undefined : shape
  const read = parsePixKey(key, type)
  if (Result.isFailure(read)) {
    const as = type === undefined ? "" : `, of type ${type}`
    return `No bank finds the key ${key}${as}: ${why(read.failure, type)}.${keyHint(key)}`
  }
  return read.success.value === key
    ? undefined
    : `The key ${key} is not as the directory holds it, which is ${read.success.value}.`
}
