// What a PIN is: six digits or more, or a passphrase. One definition for the interface, the use cases and the page on which
// it is set. Invariant: how easy a PIN is to guess is judged when it is set and never when it is checked, so that no wallet
// is shut by a rule that came after its PIN.
import { Effect, Redacted, Schema } from "effect"
import { type ValidationFailed, invalidField } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { text } from "../../base/text/text.ts"

/** Why a PIN cannot be set: it has not the form of one, or it is easy to guess. */
export type PinProblem = "form" | "guessable"

/**
 * What is wrong with a PIN that is set; `form` are the limits of its length. Pages run this function as well, which is sent
 * to them as text, so it names nothing from outside itself.
 */
export const pinProblem = (typed: string, form: typeof limits.pin): PinProblem | undefined => {
  const pin = typed.normalize("NFC")
  const characters = Array.from(pin.toLowerCase())
  const isDigits = /^[0-9]+$/.test(pin)
  const shortest = isDigits ? form.digits : form.characters
  const { length } = Array.from(pin)
  if (length < shortest || length > form.longest || /\p{Cc}|\p{Cs}/u.test(pin)) return "form"
  const codeOf = (at: number): number => characters[at]?.codePointAt(0) ?? 0
  // 890123 goes on after the nine.
  const isStep = (by: number, step: number) => by === step || isDigits && Math.abs(by - step) === 10
  const isRun = [0, 1, -1].some((step) =>
    characters.slice(1).every((_, at) => isStep(codeOf(at + 1) - codeOf(at), step))
  )
  // 121212, 123123, abcdabcd.
  const isRepeated = [2, 3, 4].some((block) =>
    characters.length >= 2 * block && characters.every((each, at) => each === characters[at % block])
  )
  // 112233, 111222.
  const isPaired = isDigits && (/^(?:(\d)\1)+$/.test(pin) || /^(?:(\d)\1\1)+$/.test(pin))
  const isDay = (day: string, month: string): boolean =>
    Number(day) >= 1 && Number(day) <= ([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0)
  const [, a = "", b = "", c = ""] = /^(\d\d)(\d\d)(\d\d)$/.exec(pin) ?? []
  const [, day = "", month = ""] = /^(\d\d)(\d\d)(?:19|20)\d\d$/.exec(pin) ?? []
  const [, monthAfter = "", dayAfter = ""] = /^(?:19|20)\d\d(\d\d)(\d\d)$/.exec(pin) ?? []
  const isDate = isDay(a, b) || isDay(c, b) || isDay(day, month) || isDay(dayAfter, monthAfter)
  // Most common in leaks, beyond those shapes.
  const common =
    "789456 159753 123321 123654 147258 147852 159357 159951 142536 321654 456123 456789 753159 753951 789123 741852 852456 "
    + "951753 963852 369258 258456 456852 654123 987456 520520 696969 420420 147147 100000 102938 112358 314159 271828 "
    + "12345679 12341234 password password1 password123 passw0rd senha123 senha1234 senha12345 minhasenha mudar123 "
    + "qwertyui qwertyuiop qwerty123 qwerty12 1q2w3e4r 1qaz2wsx q1w2e3r4 asdfghjk asdfghjkl zxcvbnm1 iloveyou abc12345 "
    + "abcd1234 abc123456 1234abcd a1b2c3d4 admin123 welcome1 letmein1 trustno1 football baseball superman princess "
    + "sunshine computer brasil123 brasil2014 flamengo corinthians palmeiras saopaulo vascodagama gremio123 jesuscristo "
    + "deusefiel teamomuito princesa"
  return isRun || isRepeated || isPaired || isDate || common.split(" ").includes(characters.join(""))
    ? "guessable"
    : undefined
}

const problems: Readonly<Record<PinProblem, string>> = {
  form:
    `must be ${limits.pin.digits} digits or more, or a passphrase of ${limits.pin.characters} to ${limits.pin.longest} `
    + "characters",
  guessable: "is easy to guess: choose no repeated or consecutive digits, no date and none of the most common ones"
}

/** Lets a PIN be set that is not easy to guess. */
export const settablePin = (pin: Redacted.Redacted): Effect.Effect<void, ValidationFailed> => {
  const problem = pinProblem(Redacted.value(pin), limits.pin)
  return problem === undefined ? Effect.void : Effect.fail(invalidField("pin", problems[problem]))
}

/** The text that keys are derived from: one for all ways in which keyboards compose the same characters (Unicode NFC). */
export const normalPin = (pin: Redacted.Redacted): Redacted.Redacted =>
  Redacted.make(Redacted.value(pin).normalize("NFC"))

const isShort = Schema.is(text({ minimum: 1, maximum: limits.pin.longest }))

/** Whether a text can be tried as a PIN. Any shape can, so that a refusal tells nothing about the form of the right one. */
export const isTriedPin = (typed: string): boolean => isShort(typed.normalize("NFC"))

/** A PIN that is sent to be checked. */
export const WalletPin = Schema.RedactedFromValue(
  Schema.String.check(Schema.makeFilter(isTriedPin, {
    expected: `text of 1 to ${limits.pin.longest} characters`,
    toJsonSchema: () => ({ minLength: 1, maxLength: limits.pin.longest })
  })).annotate({
    description:
      `The holder's PIN: ${limits.pin.digits} digits or more, or a passphrase of ${limits.pin.characters} to `
      + `${limits.pin.longest} characters`
  })
)
