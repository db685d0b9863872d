// Why a payment destination is refused, and the checks every text form shares.
// Nothing is trimmed or repaired: a text is taken exactly as given or refused with the first thing that is wrong.
import { Result } from "effect"

/** What is wrong, for programs; the message says it for people. */
export type AddressReason =
  | "empty"
  | "length"
  | "character"
  | "case"
  | "form"
  | "network"
  | "checksum"
  | "version"
  | "payload"
  | "amount"
  | "field"
  | "user"
  | "domain"

/** A refusal: `at` is the zero-based offset of the character at fault, where one is. */
export interface AddressProblem {
  readonly reason: AddressReason
  readonly at?: number
  readonly message: string
}

/** A parsed destination, or the reason it is none. */
export type Parsed<A> = Result.Result<A, AddressProblem>

/** A refusal as a result. */
export const refuse = (reason: AddressReason, message: string, at?: number): Parsed<never> =>
  Result.fail(at === undefined ? { reason, message } : { reason, at, message })

const nameOf = (text: string, at: number): string => {
  const code = text.codePointAt(at) ?? 0
  if (code === 0x20) return "a space"
  if (code > 0x20 && code < 0x7f) return `"${text.charAt(at)}"`
  return `the character U+${code.toString(16).toUpperCase().padStart(4, "0")}`
}

/** Refuses the character at an offset; `where` names the form that has no place for it. */
export const refuseCharacter = (text: string, at: number, where: string): Parsed<never> =>
  refuse("character", `The address contains ${nameOf(text, at)}, which ${where} does not use.`, at)

/** Accepts 1 to `maxLength` visible ASCII characters, unchanged. */
export const readText = (text: string, maxLength: number): Parsed<string> => {
  if (text === "") return refuse("empty", "The address is empty.")
  if (text.length > maxLength) return refuse("length", `The address is longer than ${maxLength} characters.`)
  const at = text.search(/[^\x21-\x7e]/)
  return at === -1 ? Result.succeed(text) : refuseCharacter(text, at, "an address")
}
