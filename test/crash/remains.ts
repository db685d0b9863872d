// What is stored when everything has come to its end, row by row and unjudged: what a story that failed is explained by.
import { openPlane } from "../../hosts/audit/open.ts"
import type { EntryRow, JobRow, RecordRow } from "../../hosts/audit/plane.ts"

const hasIn = (name: string) => ({ body }: RecordRow): boolean => body.includes(`"${name}"`)

const postingsOf = ({ postings }: EntryRow): string =>
  postings.map(({ account, amount, asset }) => `${account} ${amount} ${asset}`).join(", ")

export class Remains {
  readonly records: ReadonlyArray<RecordRow>
  readonly entries: ReadonlyArray<EntryRow>
  private readonly jobs: ReadonlyArray<JobRow>

  constructor(records: ReadonlyArray<RecordRow>, entries: ReadonlyArray<EntryRow>, jobs: ReadonlyArray<JobRow>) {
    this.records = records
    this.entries = entries
    this.jobs = jobs
  }

  static async read(url: string): Promise<Remains> {
    const plane = await openPlane(url)
    try {
      const records: Array<RecordRow> = []
      const entries: Array<EntryRow> = []
      const jobs: Array<JobRow> = []
      for await (const row of plane.records()) records.push(row)
      for await (const row of plane.entries()) entries.push(row)
      for await (const row of plane.jobs()) jobs.push(row)
      return new Remains(records, entries, jobs)
    } finally {
      await plane.close()
    }
  }

  /** The bodies of the records of a kind, or of those that have a name in them. */
  of<Body>(kind: string, name?: string): ReadonlyArray<Body> {
    return this.records.filter((row) => row.kind === kind && (name === undefined || hasIn(name)(row)))
      .map(({ body }) => JSON.parse(body) as Body)
  }

  /** Entries for a record or one of its movements, whose ids have the record's in them. */
  booked(id: string): ReadonlyArray<EntryRow> {
    return this.entries.filter((entry) => entry.source.includes(id) || entry.id.includes(id))
  }

  /** Every row about the record of a kind that has this name in it, a line each: the record, what names it, entries, jobs. */
  about(kind: string, name: string): string {
    const rows = this.records.filter((row) => row.kind === kind && hasIn(name)(row))
    const ids = rows.map(({ id }) => id)
    const isNamed = (...texts: ReadonlyArray<string>): boolean =>
      ids.some((id) => texts.some((text) => text.includes(id)))
    return [
      ...this.records.filter(({ body, id }) => isNamed(id, body))
        .map(({ body, id, kind: each, version }) => `${each} ${id}, version ${version}: ${body}`),
      ...ids.flatMap((id) => this.booked(id))
        .map((entry) => `entry ${entry.id}, ${entry.template} at ${entry.at}: ${postingsOf(entry)}`),
      ...this.jobs.filter(({ id, subject }) => isNamed(id, subject))
        .map(({ id, isDead }) => `job ${id}${isDead ? ", put aside" : ""}`)
    ].map((line) => `\n    ${line}`).join("") || `\n    no ${kind} has ${name} in it`
  }
}
