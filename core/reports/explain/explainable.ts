// Every kind of record that can be explained, with the lifecycle that says what may happen to it next. Kinds without a
// lifecycle have none; records that only serve others (answers, messages, counters, the sandbox's own) are not looked for.
import { englishReason } from "../../base/reason/english.ts"
import type { Passage } from "../../engine/machine/machine.ts"
import type { Lifecycle } from "../../engine/machine/may-happen.ts"
import { type Explanation, still } from "../../engine/resource/explanation.ts"
import { none } from "../../engine/resource/none.ts"
import type { Stored } from "../../engine/store/records.ts"
import type { Movement } from "../../payments/movement/movement.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { everyResource } from "../../resources.ts"

/** By the names of the kinds, in their order: two records of one id, as a PIX and its dispute, are found in it. */
export const explainable: Readonly<Record<string, Explanation<Movement>>> = Object.fromEntries(
  everyResource.flatMap(({ explanation, kind }) => explanation === none ? [] : [[kind, explanation] as const])
    .toSorted(([a], [b]) => a < b ? -1 : 1)
)

const meaningOf = (lifecycle: Lifecycle | undefined, trigger: string): string => lifecycle?.triggers[trigger] ?? trigger

/** What a record with a lifecycle went through, oldest first; of one that is older than its history, nothing. */
export const transitionsOf = (kind: string, history: ReadonlyArray<Passage>) =>
  history.map(({ at, from, on, to, ...proof }) => ({
    at: isoInstant(at),
    from,
    on,
    means: meaningOf(explainable[kind]?.lifecycle, on),
    to,
    evidence: proof.reason === undefined ? proof.evidence : englishReason(proof.reason),
    leg: proof.leg ?? null,
    cause: proof.reason ?? null
  }))

/** What may still happen to a record: the rows of its lifecycle that it can take, judged by itself and by its movements. */
export const nextOf = (kind: string, body: string, movements: ReadonlyArray<Stored<Movement>>) =>
  (explainable[kind] ?? still).next(body, movements).map((row) => ({
    on: row.on,
    means: meaningOf(explainable[kind]?.lifecycle, row.on),
    when: row.when ?? null,
    to: row.to,
    emits: row.emit ?? [],
    asks: row.ask ?? [],
    rule: row.spec
  }))
