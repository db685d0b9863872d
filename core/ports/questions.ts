// Answers a question out of the single reads of a store: for stores that have no round trip to save.
import type { ListPage, Listed, Question, RawRecord } from "./store.ts"

/** The single reads of a store, at once. */
export interface SingleReads {
  readonly get: (kind: string, id: string) => RawRecord | undefined
  readonly find: (kind: string, key: string, value: string) => RawRecord | undefined
  readonly list: (page: ListPage) => ReadonlyArray<Listed>
}

/** The rows that answer a question; a record that was not read from a list has place 0. */
export const answerOne = (reads: SingleReads, question: Question): ReadonlyArray<Listed> => {
  switch (question.by) {
    case "id":
      return unplaced(reads.get(question.kind, question.id))
    case "key":
      return unplaced(reads.find(question.kind, question.key, question.value))
    case "list":
      return reads.list(question.page)
  }
}

const unplaced = (record: RawRecord | undefined): ReadonlyArray<Listed> =>
  record === undefined ? [] : [{ seq: 0n, record }]
