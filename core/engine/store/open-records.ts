// What of a list is not over yet. A record stays in every list that it ever was in, so whoever carries on what is open remembers how far the
// list was read and which of its records were not over. Read once by each process; afterwards a step costs what is new and what is open.
import { Effect, Option } from "effect"
import { type Identified, type RecordKind, type Stored, feed, get } from "./records.ts"

const pageSize = 200

/** The open records of a list, oldest first; asked again, it reads on. A record that is opened again has to be listed again. */
export const openRecords = <A extends Identified, L extends string>(
  kind: RecordKind<A, string, L>,
  name: NoInfer<L>,
  value: string,
  isOpen: (record: A) => boolean
) => {
  let seen = 0n
  const open = new Set<string>()
  return Effect.gen(function*() {
    for (;;) {
      const page = yield* feed(kind, name, value, { after: seen, limit: pageSize })
      for (const row of page) {
        seen = row.seq
        if (isOpen(row.value)) open.add(row.value.id)
      }
      if (page.length < pageSize) break
    }
    const found: Array<Stored<A>> = []
    for (const id of Array.from(open)) {
      const stored = Option.getOrUndefined(yield* get(kind, id))
      if (stored !== undefined && isOpen(stored.value)) found.push(stored)
      else open.delete(id)
    }
    return found
  })
}
