// Whether a try that failed is worth another, and when: after a pause that doubles and of which a random part is taken, so that
// many clients do not come back together, and never before Retry-After has passed.
import type { Came } from "./attempt.ts"

const firstMs = 250
const longestMs = 8_000
/** Whoever is asked to wait longer than this is told so instead. */
const patienceMs = 20_000

const passing: ReadonlySet<number> = new Set([429, 502, 503, 504])

// Answered with the status of a bad gateway, and yet final.
const isFinal = (text: string): boolean => text.includes("\"IMPORT_NOT_ENABLED\"")

const isPassing = (came: Came): boolean =>
  came._tag === "Silent" ? came.why !== "cancelled" : passing.has(came.status) && !isFinal(came.text)

/** Milliseconds to wait after the try of this number, from 1; undefined when it is no use. `random` is from 0 to below 1. */
export const pauseAfter = (came: Came, number: number, random: number): number | undefined => {
  if (!isPassing(came)) return undefined
  const wait = came._tag === "Answered" ? (came.retryAfter ?? 0) * 1_000 : 0
  if (wait > patienceMs) return undefined
  return wait + random * Math.min(longestMs, firstMs * 2 ** (number - 1))
}
