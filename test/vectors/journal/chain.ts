// Vectors of the hash chain over the journal (chain.json, for any language), with amounts as integers.
import { readFileSync } from "node:fs"
import { join } from "node:path"

interface Posting<A> {
  readonly account: string
  readonly asset: string
  readonly amount: A
}

interface Vector<A> {
  readonly what: string
  readonly number: number
  readonly previous: string
  readonly entries: ReadonlyArray<{
    readonly id: string
    readonly template: string
    readonly source: string
    readonly owner: string
    readonly at: number
    readonly postings: ReadonlyArray<Posting<A>>
  }>
  /** What is hashed, as text. */
  readonly bytes: string
  readonly hash: string
}

const stored = JSON.parse(readFileSync(join(import.meta.dirname, "chain.json"), "utf8")) as ReadonlyArray<
  Vector<string>
>

export const vectors: ReadonlyArray<Vector<bigint>> = stored.map((vector) => ({
  ...vector,
  entries: vector.entries.map((entry) => ({
    ...entry,
    postings: entry.postings.map((posting) => ({ ...posting, amount: BigInt(posting.amount) }))
  }))
}))
