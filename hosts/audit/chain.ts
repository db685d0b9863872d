// The hash chain over the journal: `journal-sealed`. The bytes are those of decision record 0122, computed here from the
// stored rows alone. Whoever can rewrite the whole database can seal it anew: only a head that was kept elsewhere shows it.
import { type Hash, createHash } from "node:crypto"
import type { Body } from "./bodies.ts"
import { Inspection, type Statement, type Verdict } from "./invariant.ts"
import type { EntryRow } from "./plane.ts"

type Seal = Body<"seal">

/** A head of the chain as somebody kept it. */
export interface Head {
  readonly number: number
  readonly hash: string
}

/** Where the chain ends. */
export interface ChainEnd {
  /** The last seal; undefined when nothing was sealed yet. */
  readonly head: Head | undefined
  readonly sealed: number
  /** Entries after the last seal. */
  readonly unsealed: number
  /** Unix milliseconds of the oldest of these; undefined when there is none. */
  readonly oldestUnsealed: number | undefined
}

const statement: Statement = {
  name: "journal-sealed",
  holds: "seals follow each other without a gap, and the entries under each are those that it was made of",
  of: "seals and entries"
}

const start = "0".repeat(64)

const netstring = (value: string | number): string => `${Buffer.byteLength(String(value))}:${value},`

const bytesOf = ({ at, id, owner, postings, source, template }: EntryRow): string =>
  [
    id,
    template,
    source,
    owner,
    at,
    postings.length,
    ...postings.flatMap(({ account, amount, asset }) => [account, asset, amount])
  ].map(netstring).join("")

/** The entries that were read under a seal so far. */
interface Run {
  readonly seal: Seal
  readonly hash: Hash
  count: number
  first: EntryRow | undefined
  last: EntryRow | undefined
}

const runOf = (seal: Seal): Run => {
  const hash = createHash("sha256")
  hash.update(["pontepay-journal-1", seal.number, seal.previous, seal.entries].map(netstring).join(""))
  return { seal, hash, count: 0, first: undefined, last: undefined }
}

const named = ({ entries, number }: Seal): string =>
  `seal ${number} (${entries} ${entries === 1 ? "entry" : "entries"})`

const placesOf = ({ first, last }: Run): string =>
  first === undefined || last === undefined
    ? "no entries"
    : `places ${first.place} (${first.id}) to ${last.place} (${last.id})`

/** Takes the entries in the order of the journal and compares them with the seals. */
export class Chain {
  private readonly inspection = new Inspection()
  private readonly seals: ReadonlyArray<Seal>
  private next = 0
  private run: Run | undefined
  private sealed = 0
  private unsealed = 0
  private oldestUnsealed: number | undefined

  constructor(seals: Iterable<Seal>) {
    this.seals = [...seals].sort((a, b) => a.number - b.number)
    this.inspectLinks()
    this.open()
  }

  entry(entry: EntryRow): void {
    while (this.run !== undefined && entry.place > BigInt(this.run.seal.last)) this.close(this.run)
    if (this.run === undefined) {
      this.unsealed++
      this.oldestUnsealed = Math.min(this.oldestUnsealed ?? entry.at, entry.at)
      return
    }
    this.inspection.look()
    this.sealed++
    const { run } = this
    run.count++
    run.first ??= entry
    run.last = entry
    run.hash.update(bytesOf(entry))
  }

  /** What was found; `kept` are heads that somebody kept outside of the database. */
  verdict(kept: ReadonlyArray<Head>): Verdict {
    while (this.run !== undefined) this.close(this.run)
    for (const { hash, number } of kept) {
      this.inspection.look()
      const found = this.seals.find((seal) => seal.number === number)?.hash
      const problem = found === undefined
        ? "the chain does not reach it any more: seals were removed since it was kept"
        : "the chain has another one: the journal was rewritten since it was kept"
      this.inspection.require(found === hash, `kept head ${number}`, problem, hash, found ?? "no such seal")
    }
    return this.inspection.verdict(statement)
  }

  get end(): ChainEnd {
    const last = this.seals.at(-1)
    const { oldestUnsealed, sealed, unsealed } = this
    return { head: last && { number: last.number, hash: last.hash }, sealed, unsealed, oldestUnsealed }
  }

  private inspectLinks(): void {
    let before: Seal | undefined
    for (const seal of this.seals) {
      this.inspection.look()
      const expected = (before?.number ?? 0) + 1
      if (seal.number > expected) {
        const missing = expected === seal.number - 1 ? `seal ${expected}` : `seals ${expected} to ${seal.number - 1}`
        this.inspection.violation(missing, "missing from the chain", "every number from 1", "none")
      } else {
        const problem = "it does not follow the seal before it: one of both was replaced"
        this.inspection.equal(named(seal), problem, before?.hash ?? start, seal.previous)
      }
      // Two seals of one number cannot both have it as their id.
      this.inspection.equal(named(seal), "its id is not its number", String(seal.number), seal.id)
      before = seal
    }
  }

  private open(): void {
    const seal = this.seals[this.next]
    this.run = seal && runOf(seal)
  }

  private close(run: Run): void {
    const { seal } = run
    const before = this.seals[this.next - 1]
    this.next++
    this.open()
    // Entries of a missing seal run into the next one: it was said already.
    if (seal.number !== (before?.number ?? 0) + 1) return
    const record = named(seal)
    if (run.count !== seal.entries) {
      const what = run.count < seal.entries ? "removed from" : "inserted into"
      const problem = `entries were ${what} what was sealed, ${placesOf(run)}`
      this.inspection.violation(record, problem, `${seal.entries} entries`, `${run.count} entries`)
      return
    }
    const ends = `${run.first?.place ?? ""} to ${run.last?.place ?? ""}`
    this.inspection.equal(
      record,
      "its entries are not at the places that it names",
      `${seal.first} to ${seal.last}`,
      ends
    )
    const problem = `an entry is not what it was when it was sealed, ${placesOf(run)}, or the seal was replaced`
    this.inspection.equal(record, problem, `SHA-256 ${seal.hash}`, `SHA-256 ${run.hash.digest("hex")}`)
  }
}
