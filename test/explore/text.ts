// What a state of a run is, as a text: two states from which the same can happen have the same. Invoices are signed once for
// all runs and called by a number in these texts; which has which number decides nothing.
import { createHash } from "node:crypto"
import { givenInvoice } from "../support/lightning.ts"

/** Invoices that were signed, by what they are called. */
const signed = new Map<string, string>()

/** The n-th invoice that an address gives in a run. All are dated at its start, and valid for longer than it lasts. */
export const signedOnce = (n: number, amount: bigint, startsAt: number): string => {
  const name = `<invoice ${n}>`
  const bolt11 = signed.get(name) ?? givenInvoice(n, amount, startsAt)
  signed.set(name, bolt11)
  return bolt11
}

export const textOf = (value: unknown): string => {
  const text = JSON.stringify(value, (_, value: unknown) => typeof value === "bigint" ? String(value) : value)
  return [...signed].reduce((shorter, [name, bolt11]) => shorter?.replaceAll(bolt11, name), text)
}

const names = /<invoice \d+>/g

/** Texts whose order decides nothing, in an order that depends on numbers of invoices only where all else is equal. */
export const inOrder = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const before = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0
  return texts.map((text) => ({ text, plain: text.replace(names, "") }))
    .toSorted((a, b) => before(a.plain, b.plain) || before(a.text, b.text))
    .map(({ text }) => text)
}

/** The digest of a text, with the invoices numbered in the order in which they stand in it. */
export const digest = (text: string): string => {
  const seen: Array<string> = []
  const renamed = text.replace(names, (name) => {
    if (!seen.includes(name)) seen.push(name)
    return `<${seen.indexOf(name)}>`
  })
  return createHash("sha1").update(renamed).digest("base64")
}
