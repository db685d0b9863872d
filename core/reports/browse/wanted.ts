// What somebody may mean by a text that is searched for: PIX keys in their usual spellings, amounts as people write them, a
// name. One text can mean several of these, and each is looked for.
import { Result } from "effect"
import { PixKeyType, parsePixKey } from "../../standards/pix/pix-key.ts"
import { assetCodes } from "../../base/money/assets.ts"

/** An amount as it is compared: canonical decimal text, and its asset where the text names one. */
export interface WantedAmount {
  readonly value: string
  readonly asset: string | undefined
}

export interface Wanted {
  /** In their normal form: eleven digits may be a CPF and a phone number. */
  readonly pixKeys: ReadonlyArray<string>
  /** "1.234" is one thousand and more to some, and one and a bit to others. */
  readonly amounts: ReadonlyArray<WantedAmount>
  /** Folded; undefined for a text that cannot be a name. */
  readonly name: string | undefined
  /** Whether it has the form of an end-to-end id or of a transaction's hash. */
  readonly isForeignId: boolean
}

/** Without case, accents and repeated spaces, as names are compared. */
export const folded = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim()

const keysIn = (text: string): ReadonlyArray<string> => [
  ...new Set(
    PixKeyType.literals.flatMap((type) =>
      Result.match(parsePixKey(text, type), { onSuccess: ({ value }) => [value], onFailure: () => [] })
    )
  )
]

const forms: ReadonlyArray<readonly [form: RegExp, thousands: string]> = [
  [/^(\d{1,9})(?:[.,](\d{1,18}))?$/, ""],
  [/^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,18}))?$/, "."],
  [/^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,18}))?$/, ","]
]

const canonical = (whole: string, fraction: string): string => {
  const digits = whole.replace(/^0+(?=\d)/, "")
  const rest = fraction.replace(/0+$/, "")
  return rest === "" ? digits : `${digits}.${rest}`
}

/** Decimal text without zeros at the end. */
export const canonicalDecimal = (text: string): string => {
  const [whole = "", fraction = ""] = text.split(".")
  return canonical(whole, fraction)
}

const amountsIn = (text: string): ReadonlyArray<WantedAmount> => {
  const [, sign, number = "", code] = /^(R\$|BRL)?\s*([\d.,]+)\s*([A-Z]+)?$/.exec(text.toUpperCase()) ?? []
  const asset = sign === undefined ? code : "BRL"
  if (asset !== undefined && asset !== "BRL" && !assetCodes.some((known) => known === asset)) return []
  const values = forms.flatMap(([form, thousands]) => {
    const [, whole, fraction = ""] = form.exec(number) ?? []
    return whole === undefined ? [] : [canonical(whole.replaceAll(thousands, ""), fraction)]
  })
  return [...new Set(values)].map((value) => ({ value, asset }))
}

/** An end-to-end id, the hash of a transaction, or what a chain without hex gives for one. */
const foreignForm = /^(?:[A-Za-z0-9]{32}|(?:0[xX])?[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{80,90})$/
const ownId = /^[a-z]{3}_[0-9a-f]{32}$/
const randomKey = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** All that a text may mean. */
export const wantedBy = (text: string): Wanted => {
  const isForeignId = foreignForm.test(text)
  const amounts = amountsIn(text)
  const isName = !isForeignId && amounts.length === 0 && !ownId.test(text) && !randomKey.test(text) &&
    /\p{L}.*\p{L}/u.test(text)
  return { pixKeys: keysIn(text), amounts, name: isName ? folded(text) : undefined, isForeignId }
}
