// What a dispute is about stands in its legs: each is told with what its status came with, and the latest word counts.
import { textIn } from "./record-text.ts"

const told = ["disputeId", "reason", "payerName"] as const

/** The contested value in cents, the reason, who contests and the dispute's id; undefined where no one told. */
export const contestedIn = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const legs: ReadonlyArray<unknown> = Array.isArray(record["legs"]) ? record["legs"].toReversed() : []
  const value = (legs[0] as { readonly value?: number } | undefined)?.value
  const texts = told.map((name) => [name, legs.map((leg) => textIn(leg, name)).find((text) => text !== undefined)])
  return { value, ...Object.fromEntries(texts) as Readonly<Record<string, unknown>> }
}
