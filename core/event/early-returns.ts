// The returns that wait for the payment that they return.
import { Effect } from "effect"
import { list } from "../ports/records.ts"
import { FactTraces } from "./provider-fact.ts"

/** Traces of returns of a PIX that are not applied yet. A record never leaves a list, so those that are applied are left out. */
export const earlyReturns = (endToEndId: string) =>
  list(FactTraces, "returns", endToEndId.toUpperCase(), { limit: 50 }).pipe(
    Effect.map((rows) => rows.filter(({ value }) => value.fact !== null))
  )
