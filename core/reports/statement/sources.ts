// Where the operations of a statement come from: the kinds of records that stand behind each filter (C25).
import { none } from "../../engine/resource/none.ts"
import type { StatementFilter, StatementSource } from "../../engine/resource/statement-source.ts"
import { everyResource } from "../../resources.ts"

const sources = everyResource.flatMap(({ statement }) => statement === none ? [] : [statement])

/** The sources behind filters, each once. */
export const sourcesFor = (types: ReadonlyArray<StatementFilter>): ReadonlyArray<StatementSource> => [
  ...new Set(types.flatMap((type) => sources.filter(({ filters }) => filters.includes(type))))
]
