// The amount of a link as an integer of its smallest unit, and what is wrong with one that is none.
import { Result } from "effect"
import { type DecimalReason, parseScaled } from "../../base/money/decimal.ts"
import type { Fact, ReadingResult } from "./reading.ts"
import { type ParsedLink, linkFault, onlyOne } from "./uri.ts"

interface Amounts {
  readonly decimals: number
  /** In the smallest unit; undefined where no one can know it. */
  readonly most?: bigint | undefined
  /** Whether "5.", ".5" and "00.5" are amounts too, as BIP-21 has them. */
  readonly isLoose?: boolean
  /** The amount for people. */
  readonly shown: (amount: bigint, text: string) => string
}

export interface Said {
  readonly facts: ReadonlyArray<Fact>
  /** What else the link pays, and what is wrong with it. */
  readonly attempts: ReadonlyArray<ReadingResult>
}

const problem = (reason: DecimalReason, decimals: number): string => {
  switch (reason) {
    case "empty":
      return "is empty"
    case "sign":
      return "has a sign, and an amount has none"
    case "exponent":
      return "has an exponent, and an amount has none"
    case "malformed":
      return "is not digits with at most one point between them"
    case "leadingZero":
      return "begins with a zero that means nothing"
    case "excessDigits":
      return `has more than ${decimals} decimals`
    case "aboveBound":
      return "is more than there can be"
  }
}

const plain = (text: string): string => {
  const [, integer, fraction] = /^(?=.*\d)0*(\d*)\.?(\d*)$/.exec(text) ?? []
  return integer === undefined ? text : `${integer || "0"}.${fraction || "0"}`
}

/** The parameter `amount` of a link, in whole coins with a point before the decimals. */
export const readAmount = (link: ParsedLink, { decimals, isLoose = false, most, shown }: Amounts): Said => {
  const { faults, parameter } = onlyOne(link, "amount")
  if (parameter === undefined) return { facts: [], attempts: faults }
  const refused = (reason: DecimalReason): Said => ({
    facts: [],
    attempts: [
      ...faults,
      linkFault("amount", `The amount ${parameter.value} ${problem(reason, decimals)}.`, parameter.valueAt)
    ]
  })
  return Result.match(parseScaled(isLoose ? plain(parameter.value) : parameter.value, decimals), {
    onFailure: ({ reason }) => refused(reason),
    onSuccess: (amount) =>
      most !== undefined && amount > most
        ? refused("aboveBound")
        : { facts: [{ name: "amount", value: shown(amount, parameter.value) }], attempts: faults }
  })
}
