// What the page of a payment begins with, by the kind of its record. Names of customers are added by whoever reads it
// (`read-summary.ts`).
import { none } from "../../engine/resource/none.ts"
import type { Outline, OutlineSource } from "../../engine/resource/outline.ts"
import type { RawRecord } from "../../engine/store/store.ts"
import type { Movement } from "../../payments/movement/movement.ts"
import { type PartOf, everyResource } from "../../resources.ts"
import type { Browsed } from "./row.ts"

type EveryExpectation = PartOf<Browsed, "browsable">["outline"] extends infer O
  ? O extends { readonly expected: infer E } ? E : never
  : never
type CodesOf<E> = E extends unknown ? keyof E : never

/** Everything that can have happened to a payment. */
export type StoryCode = CodesOf<EveryExpectation>

const sources = new Map(
  everyResource.flatMap(({ browsable, kind }) =>
    browsable === none || browsable.outline === none
      ? []
      : [[kind, browsable.outline as OutlineSource<Movement, StoryCode>] as const]
  )
)

/** What is expected next, by what has happened: triggers of its lifecycle. What may follow and is not expected, the page keeps apart. */
export const expected = Object.assign({}, ...[...sources.values()].map((source) => source.expected)) as Readonly<
  Record<StoryCode, ReadonlyArray<string>>
>

/** The kinds that are payments. */
export const outlinedKinds: ReadonlyArray<string> = [...sources.keys()]

/** How a kind is summed up; undefined for one that is no payment. */
export const outlineSourceOf = (kind: string): OutlineSource<Movement, StoryCode> | undefined => sources.get(kind)

/** The outline of a record; undefined for kinds that are no payment. Movements come oldest first. */
export const outlineOf = (
  { body, kind }: RawRecord,
  movements: ReadonlyArray<Movement>
): Outline<StoryCode> | undefined => sources.get(kind)?.read(body, movements)
