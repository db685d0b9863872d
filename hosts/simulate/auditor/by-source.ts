// The books told by what caused each entry: for every record that moves money, what its entries sum to on each kind of
// account, and which business facts were posted for it.
import type { Judge } from "./judge.ts"

/** Smallest units by `<kind of account> <asset>`, debit positive; what sums to zero may be absent. */
export type Sums = ReadonlyMap<string, bigint>

const nothing: Sums = new Map()

export class BySource implements Judge {
  private readonly sums = new Map<string, Map<string, bigint>>()
  private readonly templates = new Map<string, Map<string, number>>()

  committed: NonNullable<Judge["committed"]> = ({ entries }) => {
    for (const { postings, source, template } of entries) {
      const sums = this.sums.get(source) ?? new Map<string, bigint>()
      const templates = this.templates.get(source) ?? new Map<string, number>()
      this.sums.set(source, sums)
      this.templates.set(source, templates)
      templates.set(template, (templates.get(template) ?? 0) + 1)
      for (const { account, asset, side, units } of postings) {
        const key = `${account.split("/", 1)[0] ?? account} ${asset}`
        sums.set(key, (sums.get(key) ?? 0n) + (side === "debit" ? units : -units))
      }
    }
  }

  of(source: string): Sums {
    return this.sums.get(source) ?? nothing
  }

  /** How often a business fact was posted for a record. */
  posted(source: string, template: string): number {
    return this.templates.get(source)?.get(template) ?? 0
  }

  /** Whether what was posted for a record is what is expected; the first account that differs, in words. */
  difference(source: string, expected: Readonly<Record<string, bigint>>): string | undefined {
    const sums = this.of(source)
    for (const key of new Set([...sums.keys(), ...Object.keys(expected)])) {
      const booked = sums.get(key) ?? 0n
      const due = expected[key] ?? 0n
      if (booked !== due) return `its entries sum to ${booked} on ${key}, and what happened makes ${due}`
    }
    return undefined
  }
}
