// Disputes against what the banks told: whatever the order of their messages, a contest ends the same; it never opens again;
// each status is announced once to whom the PIX belongs; and none of it moves money.
import type { Contest } from "../ports/disputes.ts"
import type { Judge, Report } from "./judge.ts"

/** What weighs more stands: a decision over its absence, an acceptance over everything. */
const weights: Readonly<Record<string, number>> = { NONE: 0, CREATED: 1, CANCELED: 2, REJECTED: 3, ACCEPTED: 4 }

export class Disputes implements Judge {
  private readonly states = new Map<string, { readonly state: string; readonly owner: string }>()
  private readonly announced = new Map<string, Array<string>>()
  private readonly report: Report
  private readonly told: ReadonlyArray<Contest>

  constructor(report: Report, told: ReadonlyArray<Contest>) {
    this.report = report
    this.told = told
  }

  committed: NonNullable<Judge["committed"]> = ({ entries, moves }, written) => {
    if (entries.length > 0 && moves.some(({ machine }) => machine === "dispute")) {
      this.report("dispute-moves-nothing", `a leg of a dispute posted ${entries.map(({ id }) => id).join(", ")}`)
    }
    for (const { id, isNew, kind, owner, value } of written) {
      if (kind === "dispute") this.wrote(id, owner, String(value["state"]))
      const name = String(value["name"])
      if (kind === "event" && isNew && name.startsWith("DISPUTE_")) {
        const subject = String(value["subject"])
        this.announced.set(subject, [...this.announced.get(subject) ?? [], name])
      }
    }
  }

  after = (): void => {
    const legs = Map.groupBy(this.told, ({ endToEndId }) => endToEndId.toUpperCase())
    for (const [id, told] of legs) {
      const statuses = new Set<string>(told.map(({ status }) => status))
      const last = [...statuses].reduce((a, b) => (weights[a] ?? 0) > (weights[b] ?? 0) ? a : b)
      const { state } = this.states.get(id) ?? { state: "NONE" }
      if (state !== last) {
        this.report(
          "dispute-order",
          `the banks told ${[...statuses].join(", ")} of ${id}, which ends ${state} and not ${last}`
        )
      }
      const announced = this.announced.get(id) ?? []
      for (const status of statuses) {
        const count = announced.filter((name) => name === `DISPUTE_${status}`).length
        if (count !== 1) this.report("events-at-least-once", `DISPUTE_${status} of ${id} was announced ${count} times`)
      }
      if (announced.length > statuses.size) {
        this.report(
          "events-at-least-once",
          `${announced.join(", ")} were announced of ${id}, of which ${[...statuses].join(", ")} were told`
        )
      }
    }
  }

  private wrote(id: string, owner: string, state: string): void {
    const before = this.states.get(id)
    if (before !== undefined && (weights[state] ?? 0) < (weights[before.state] ?? 0)) {
      this.report("dispute-order", `dispute ${id} went from ${before.state} back to ${state}`)
    }
    if (before !== undefined && before.owner !== "operator" && before.owner !== owner) {
      this.report("no-cross-tenant", `dispute ${id} of ${before.owner} was given to ${owner}`)
    }
    this.states.set(id, { state, owner })
  }
}
