// What is the operator's own of what names an account: an owner reads none of it. And what an owner reads of people: tax numbers
// masked as receipts mask them, wherever they stand.
import { Result } from "effect"
import { type Traces, timeline } from "../explain/explained.ts"
import { everyResource } from "../../resources.ts"
import { maskTaxId, parseTaxId } from "../../standards/pix/tax-id.ts"

const inner = new Set(everyResource.flatMap(({ isInner, kind }) => isInner ? [kind] : []))

/** Whether records of a kind are the operator's own. */
export const isInner = (kind: string): boolean => inner.has(kind)

// A CPF may be written in many ways; whatever reads as one is one.
const looksLikeTaxId = /^(?:\d{11}|\d{3}\.\d{3}\.\d{3}-\d{2})$/

const maskedText = (name: string, text: string): string =>
  looksLikeTaxId.test(text) || /taxId|cpf|cnpj|document$|keyValue/i.test(name)
    ? Result.match(parseTaxId(text), { onSuccess: maskTaxId, onFailure: () => text })
    : text

/** A value with the tax numbers in it masked, at any depth. */
export const withoutTaxIds = (value: unknown, name = ""): unknown => {
  if (typeof value === "string") return maskedText(name, value)
  if (Array.isArray(value)) return value.map((each) => withoutTaxIds(each, name))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, withoutTaxIds(each, field)]))
}

interface Explained extends Traces {
  readonly record: unknown
  readonly acts: ReadonlyArray<Traces["acts"][number] & { readonly keyId: string | null }>
}

/** An explanation as its owner reads it: without what is the operator's, and of payers what his account is notified of them. */
export const asOwner = <A extends Explained>(explained: A, account: { readonly virtualAccount: boolean }): A => {
  const { deliveries, events, postings } = explained
  const transitions = explained.transitions.map((each) =>
    each.cause === null ? each : { ...each, evidence: null, cause: null }
  )
  const acts = explained.acts.filter(({ keyId }) => keyId !== null)
  const shown = { transitions, postings, events, deliveries, reviews: [], acts }
  return withoutTaxIds({
    ...explained,
    ...shown,
    record: ownRecord(explained.record, account.virtualAccount),
    // Made anew of what he is shown, so that nothing can stand in it that was left out elsewhere.
    timeline: timeline(shown),
    jobs: []
  }) as A
}

// Left out at any depth: why a provider refused is the operator's, and payers are told to virtual accounts.
const ownRecord = (value: unknown, showsPayer: boolean): unknown => {
  if (Array.isArray(value)) return value.map((each) => ownRecord(each, showsPayer))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isLeftOut = name === "refusal" || (name === "payer" && !showsPayer)
      return [name, isLeftOut ? null : ownRecord(each, showsPayer)]
    })
  )
}
