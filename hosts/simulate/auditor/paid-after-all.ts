// A bank that pays after all, when what came in goes back or has gone back: only a person can set that right. So it reaches the
// operator's list in the commit that books it, whatever stood there before, and so does what the bank returns of it.
import type { Judge, Report } from "./judge.ts"

const templates: ReadonlySet<string> = new Set(["settledAfterRestoring", "returnedAfterRestoring"])

export class PaidAfterAll implements Judge {
  private readonly report: Report

  constructor(report: Report) {
    this.report = report
  }

  committed: NonNullable<Judge["committed"]> = ({ entries }, written) => {
    const listed = new Set(written.filter(({ kind }) => kind === "review").map(({ value }) => value["subject"]))
    for (const { source, template } of entries) {
      if (!templates.has(template) || listed.has(source)) continue
      this.report("payout-ends", `${source} was booked as ${template}, and the operator was not told with it`)
    }
  }
}
