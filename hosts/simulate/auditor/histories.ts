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
}

export class Histories implements Judge {
  private readonly before = new Map<string, { readonly state: string; readonly rows: number }>()
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
    this.before.set(`${kind} ${id}`, { state, rows: history.length })
    const say = (what: string): void => this.report("history-whole", `${kind} ${id} ${what}`)
    if (last !== undefined && last.to !== state) say(`is ${state}, and the last that it tells of itself is ${last.to}`)
    const gap = history.findIndex(({ from }, n) => n > 0 && history[n - 1]?.to !== from)
    if (gap > 0) say(`tells of no way from ${history[gap - 1]?.to} to ${history[gap]?.from}`)
    if (before === undefined) return
    if (history.length < before.rows) say(`told of ${before.rows} rows, and now of ${history.length}`)
    if (state !== before.state && history.length === before.rows) say(`became ${state} and does not tell how`)
  }
}
