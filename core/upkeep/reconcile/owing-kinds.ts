// Every kind of record about which something may be owed. What the store says is owed about a record is read again from the
// record itself before anything is done about it. An event is none of them: it never changes, so what it owes would have to be
// written a second time; that each was handed on is judged by the audit.
import type { OwedTask } from "../../engine/store/records.ts"
import type { RawRecord } from "../../engine/store/store.ts"
import { everyResource } from "../../resources.ts"

const readers = new Map(everyResource.flatMap(({ kind, owed }) => owed === undefined ? [] : [[kind, owed] as const]))

/** The kinds by name. */
export const owingKinds: ReadonlySet<string> = new Set(readers.keys())

/** What is owed about a record as it stands; nothing for one of another kind. */
export const owedAbout = ({ body, kind }: RawRecord): ReadonlyArray<OwedTask> => readers.get(kind)?.(body) ?? []
