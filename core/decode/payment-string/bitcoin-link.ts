// The parameters of a bitcoin: link (BIP-21): the amount, and the Lightning invoice to pay instead of the address. Those of
// a Liquid link are the same with an asset.
import { forms, readAs } from "./forms.ts"
import { type Said, readAmount } from "./link-amount.ts"
import { type ReadingResult, fault, moved } from "./reading.ts"
import { type Parameter, type ParsedLink, linkFault, onlyOne } from "./uri.ts"

const mostSats = 2_100_000_000_000_000n

// BIP-21: a parameter that begins with req- and is not understood makes the whole link invalid. None is understood.
const required = ({ parameters }: ParsedLink): ReadonlyArray<ReadingResult> =>
  parameters.filter(({ key }) => key.startsWith("req-")).map(({ at, name }) =>
    linkFault("required", `The link requires ${name}, which is not known here: no one may pay it without.`, at)
  )

const lightningForms = forms.filter(({ kind }) => kind === "bolt11" || kind === "lnurl")

/** An attempt at the value of a parameter, with its places in the link. */
const inLink = (attempt: ReadingResult, { isPlain, valueAt }: Parameter): ReadingResult => {
  if (isPlain || attempt._tag === "Reading") return moved(attempt, valueAt)
  return fault({ ...attempt.fault, at: valueAt })
}

const readLightning = (parameter: Parameter, now: number | undefined): ReadonlyArray<ReadingResult> => {
  const attempts = readAs(lightningForms, parameter.value, now)
  return attempts.length > 0 ? attempts.map((attempt) => inLink(attempt, parameter)) : [
    linkFault(
      "lightning",
      "The parameter lightning of a bitcoin: link wants a Lightning invoice (BOLT11) or an LNURL.",
      parameter.valueAt
    )
  ]
}

/** Two amounts in one link: whoever pays one of them pays another sum than the other asks for. */
const withRemark = (attempt: ReadingResult, asked: string | undefined): ReadingResult => {
  if (attempt._tag === "Fault" || attempt.reading.kind !== "bolt11" || asked === undefined) return attempt
  const amount = attempt.reading.facts.find(({ name }) => name === "amount")?.value ?? asked
  if (amount === asked || !amount.endsWith(" sat")) return attempt
  const remark = { message: `The link asks for ${asked}, and the invoice in it for ${amount}.` }
  return { _tag: "Reading", reading: { ...attempt.reading, remarks: [...attempt.reading.remarks, remark] } }
}

/** What the parameters of a bitcoin: link say. */
export const readBitcoinParameters = (link: ParsedLink, now: number | undefined): Said => {
  const amount = readAmount(link, { decimals: 8, isLoose: true, most: mostSats, shown: (sats) => `${sats} sat` })
  const invoices = link.parameters.filter(({ key }) => key === "lightning").flatMap((each) => readLightning(each, now))
  return {
    facts: amount.facts,
    attempts: [
      ...invoices.map((attempt) => withRemark(attempt, amount.facts[0]?.value)),
      ...amount.attempts,
      ...required(link)
    ]
  }
}

/** What the parameters of a Liquid link say. */
export const readLiquidParameters = (link: ParsedLink): Said => {
  const amount = readAmount(link, { decimals: 8, isLoose: true, shown: (_, text) => `${text} of the asset` })
  const { faults, parameter } = onlyOne(link, "assetid")
  const isAsset = parameter === undefined || /^[0-9a-f]{64}$/i.test(parameter.value)
  return {
    facts: [...amount.facts, ...(parameter === undefined ? [] : [{ name: "asset", value: parameter.value }])],
    attempts: [
      ...amount.attempts,
      ...faults,
      ...(isAsset ? [] : [linkFault("assetid", "An asset id has 64 hexadecimal digits.", parameter.valueAt)]),
      ...required(link)
    ]
  }
}
