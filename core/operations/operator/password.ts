// What a password of an operator is: 12 characters or more of any kind, and not one that is guessed early. There are no rules of
// composition: they make passwords harder to remember and no harder to guess (NIST SP 800-63B, OWASP ASVS 5.0 6.2).
// Invariant: judged when it is set, never when it is checked.
import { Effect, Redacted } from "effect"
import { type ValidationFailed, invalidField } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"

/** The text that is hashed: one for all ways in which keyboards compose the same characters (Unicode NFKC). */
export const normalPassword = (password: Redacted.Redacted): Redacted.Redacted =>
  Redacted.make(Redacted.value(password).normalize("NFKC"))

/** What passwords are mostly made of, by lists of leaked ones in English and Portuguese; in small letters. */
const common =
  ("password passw0rd p@ssw0rd senha minhasenha mudar trocar qwertyuiop qwerty asdfghjkl asdfgh zxcvbnm zxcvbn "
    + "1q2w3e4r5t 1qaz2wsx qazwsx abc123 iloveyou letmein welcome bemvindo admin administrator administrador root login secret "
    + "segredo changeme monkey dragon sunshine princess princesa football futebol baseball superman batman shadow master "
    + "!@#$%^&*() michael jennifer computer computador brasil flamengo corinthians palmeiras saopaulo vasco gremio cruzeiro santos "
    + "jesus cristo deusefiel teamo amor familia google facebook pontepay bitcoin lightning pagamento dinheiro banco")
    .split(" ").toSorted((a, b) => b.length - a.length)

/** Different characters that a password has at least. */
const leastDistinct = 6
/** Characters that have to be left when what anybody tries is taken out. */
const leastOwn = 6
/** Shorter words are in other words. */
const leastWord = 4

// 1234, 4321, abcd, aaaa: each of a run but its first is foretold.
const withoutRuns = (text: string): string => {
  const characters = Array.from(text)
  const stepAt = (at: number) => (characters[at]?.codePointAt(0) ?? 0) - (characters[at - 1]?.codePointAt(0) ?? 0)
  return characters.filter((_, at) => at < 2 || Math.abs(stepAt(at)) > 1 || stepAt(at) !== stepAt(at - 1)).join("")
}

// abcdabcd: what is said again adds nothing.
const withoutRepeats = (text: string): string => text.replace(/(.{3,}?)\1+/gu, "$1")

/** Whom a password is for. */
interface PasswordOwner {
  readonly name: string
  readonly email: string
}

const wordsOf = ({ email, name }: PasswordOwner): ReadonlyArray<string> =>
  [...name.split(/\s+/), ...email.split(/[@.]/), email]
    .map((word) => word.normalize("NFKC").toLowerCase()).filter((word) => Array.from(word).length >= leastWord)

/** What is wrong with a password that is set; undefined where nothing is. Says nothing of its text. */
export const passwordProblem = (password: Redacted.Redacted, person: PasswordOwner): string | undefined => {
  const text = Redacted.value(normalPassword(password))
  const { maximum, minimum } = limits.operatorPassword
  const { length } = Array.from(text)
  if (length < minimum || length > maximum) return `must be of ${minimum} to ${maximum} characters`
  const small = text.toLowerCase()
  if (wordsOf(person).some((word) => small.includes(word))) return "must not hold a name or the e-mail address"
  const own = common.reduce((left, word) => left.replaceAll(word, ""), withoutRepeats(small))
  const left = withoutRuns(own).replace(/[\d\p{P}]{1,4}$/u, "")
  const isGuessable = new Set(small).size < leastDistinct || /^[\d\s]*$/.test(small) ||
    Array.from(left).length < leastOwn
  return isGuessable ? "is easy to guess: choose a longer one, or several words that do not belong together" : undefined
}

/** Lets a password be set that is not easy to guess. */
export const settablePassword = (
  field: string,
  password: Redacted.Redacted,
  person: PasswordOwner
): Effect.Effect<void, ValidationFailed> => {
  const problem = passwordProblem(password, person)
  return problem === undefined ? Effect.void : Effect.fail(invalidField(field, problem))
}
