// What records tell of themselves: each row that a record with a lifecycle takes is added to what it went through, and that
// leads without a gap to the state it is in.
import type { Judge, Report, Written } from "./judge.ts"

/** Kinds with a lifecycle, and the field that holds its state. */
const living: Readonly<Record<string, string>> = {
  deposit: "state",
  dispute: "state",
  kycAttempt: "status",
  lightningInvoice: "state",
  movement: "state",
  payout: "state",
  swap: "state",
  transfer: "state"
}

interface Passage {
  readonly from: string
  readonly to: string
  readonly on: string
  readonly at: number
  readonly reason?: { readonly code: string }
}

const isSame = (one: Passage | undefined, other: Passage | undefined): boolean =>
  one?.on === other?.on && one?.at === other?.at && one?.reason?.code === other?.reason?.code

const begins = (first: ReadonlyArray<Passage>, whole: ReadonlyArray<Passage>): boolean =>
  first.every((passage, n) => isSame(passage, whole[n]))

/** The history without the tries of a movement that ended as the one before and the one after them did: these may be left out. */
const withoutEqualTries = (history: ReadonlyArray<Passage>): ReadonlyArray<Passage> => {
  const kept: Array<Passage> = []
  for (const passage of history) {
    const [first, claim, previous, last] = kept.slice(-4)
    const isEqual = (each: Passage | undefined) => each?.on === "held" && each.reason?.code === passage.reason?.code
    if (
      passage.on === "held" && isEqual(first) && claim?.on === "claimed" && isEqual(previous) && last?.on === "claimed"
    ) {
      kept.splice(-3, 2)
    }
    kept.push(passage)
  }
  return kept
}

export class Histories implements Judge {
  private readonly before = new Map<string, { readonly state: string; readonly history: ReadonlyArray<Passage> }>()
  private readonly report: Report

  constructor(report: Report) {
    this.report = report
  }

  committed: NonNullable<Judge["committed"]> = (_, written) => {
    for (const record of written) {
      const field = living[record.kind]
      if (field !== undefined) this.wrote(record, String(record.value[field]))
    }
  }

  private wrote({ id, isNew, kind, value }: Written, state: string): void {
    const history = (value["history"] ?? []) as ReadonlyArray<Passage>
    const last = history.at(-1)
    const before = isNew ? undefined : this.before.get(`${kind} ${id}`)
    this.before.set(`${kind} ${id}`, { state, history })
    const say = (what: string): void => this.report("history-whole", `${kind} ${id} ${what}`)
    if (last !== undefined && last.to !== state) say(`is ${state}, and the last that it tells of itself is ${last.to}`)
    const gap = history.findIndex(({ from }, n) => n > 0 && history[n - 1]?.to !== from)
    if (gap > 0) say(`tells of no way from ${history[gap - 1]?.to} to ${history[gap]?.from}`)
    if (before === undefined) return
    const added = history.at(-1)
    const told = withoutEqualTries([...before.history, ...added === undefined ? [] : [added]])
    if (!begins(before.history, history) && !begins(told, history)) {
      say(`told of ${before.history.length} rows, and now of ${history.length} that are not the same`)
    }
    if (state !== before.state && isSame(added, before.history.at(-1))) say(`became ${state} and does not tell how`)
  }
}
