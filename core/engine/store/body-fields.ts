// What bodies of every kind have in common, read without their schema.
import type { RawRecord } from "./store.ts"

/** The state of a record as its body names it; null for one that has none. */
export const stateIn = ({ body }: RawRecord): string | null => {
  const { state, status } = JSON.parse(body) as { readonly state?: unknown; readonly status?: unknown }
  const named = state ?? status
  return typeof named === "string" ? named : null
}

/** When a record was made and last changed, in Unix milliseconds; 0 where it does not say. */
export const timesIn = ({ body }: RawRecord): { readonly createdAt: number; readonly updatedAt: number } => {
  const { createdAt, updatedAt } = JSON.parse(body) as { readonly createdAt?: unknown; readonly updatedAt?: unknown }
  const made = typeof createdAt === "number" ? createdAt : 0
  return { createdAt: made, updatedAt: typeof updatedAt === "number" ? updatedAt : made }
}
