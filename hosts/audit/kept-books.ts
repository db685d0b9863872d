// The sums that are kept of the journal (decision record 0136): `books-kept`. What is kept of each hour and month is what the
// entries up to the kept place come to, worked out here from the rows of the journal alone.
import type { Body } from "./bodies.ts"
import type { EntryRow } from "./plane.ts"
import { Inspection, type Statement, type Verdict } from "./invariant.ts"

const statement: Statement = {
  name: "books-kept",
  holds: "the sums that are kept of hours and months are what the journal comes to, up to the place that they have",
  of: "kept sums"
}

interface Kept {
  readonly bookDay: ReadonlyMap<string, Body<"bookDay">>
  readonly bookMonth: ReadonlyMap<string, Body<"bookMonth">>
  readonly bookPlace: ReadonlyMap<string, Body<"bookPlace">>
}

const hours = 24

/** Adds up the entries in the order of the journal and compares what they come to with what is kept. */
export class KeptBooks {
  private readonly kept: Kept
  private readonly place: bigint
  private readonly days = new Map<string, bigint>()
  private readonly months = new Map<string, bigint>()

  constructor(kept: Kept) {
    this.kept = kept
    const [place] = kept.bookPlace.values()
    this.place = BigInt(place?.place ?? 0)
  }

  entry({ at, place, postings }: EntryRow): void {
    if (place > this.place) return
    const iso = new Date(at).toISOString()
    for (const { account, amount, asset } of postings) {
      const key = `${account.split("/", 1)[0]} ${asset}`
      add(this.days, `${iso.slice(0, 10)} ${Number(iso.slice(11, 13))} ${key}`, BigInt(amount))
      add(this.months, `${iso.slice(0, 7)} ${key}`, BigInt(amount))
    }
  }

  verdict(): Verdict {
    const inspection = new Inspection()
    const days = [...this.kept.bookDay.values()].flatMap(({ hours: of, id }) =>
      Object.entries(of).flatMap(([key, sums]) => {
        inspection.equal(`day ${id}`, `${key} has not one sum for each hour`, String(hours), String(sums.length))
        return sums.map((sum, hour) => [`${id} ${hour} ${key}`, BigInt(sum)] as const)
      })
    )
    const months = [...this.kept.bookMonth.values()].flatMap(({ id, sums }) =>
      Object.entries(sums).map(([key, sum]) => [`${id} ${key}`, BigInt(sum)] as const)
    )
    compare(inspection, "hour", this.days, new Map(days))
    compare(inspection, "month", this.months, new Map(months))
    return inspection.verdict(statement)
  }
}

const add = (sums: Map<string, bigint>, key: string, amount: bigint): void =>
  void sums.set(key, (sums.get(key) ?? 0n) + amount)

const compare = (
  inspection: Inspection,
  what: string,
  journal: ReadonlyMap<string, bigint>,
  kept: ReadonlyMap<string, bigint>
): void => {
  for (const name of new Set([...journal.keys(), ...kept.keys()])) {
    inspection.look()
    const expected = String(journal.get(name) ?? 0n)
    inspection.equal(`${what} ${name}`, "what is kept is not what was booked", expected, String(kept.get(name) ?? 0n))
  }
}
