// What is stored when everything has come to its end, row by row and unjudged: what a story that failed is explained by.
import { openPlane } from "../../hosts/audit/open.ts"
import type { EntryRow, JobRow, RecordRow } from "../../hosts/audit/plane.ts"

/** The body of a record as it is stored. */
export type Stored = Readonly<Record<string, unknown>>

const bodyOf = ({ body }: RecordRow): Stored => JSON.parse(body) as Stored

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

  /** The bodies of all records of a kind. */
  of(kind: string): ReadonlyArray<Stored> {
    return this.records.filter((row) => row.kind === kind).map(bodyOf)
  }

  /** Every row about the record of a kind that has this name in it, a line each: the record, what names it, entries, jobs. */
  about(kind: string, name: string): string {
    const rows = this.records.filter((row) => row.kind === kind && row.body.includes(`"${name}"`))
    const ids = rows.map(({ id }) => id)
    const isNamed = (...texts: ReadonlyArray<string>): boolean =>
      ids.some((id) => texts.some((text) => text.includes(id)))
    return [
      ...this.records.filter(({ body, id }) => isNamed(id, body))
        .map(({ body, id, kind: each, version }) => `${each} ${id}, version ${version}: ${body}`),
      ...this.entries.filter(({ id, source }) => isNamed(id, source))
        .map((entry) => `entry ${entry.id}, ${entry.template} at ${entry.at}: ${postingsOf(entry)}`),
      ...this.jobs.filter(({ id, subject }) => isNamed(id, subject))
        .map(({ id, isDead }) => `job ${id}${isDead ? ", put aside" : ""}`)
    ].map((line) => `\n    ${line}`).join("") || `\n    no ${kind} has ${name} in it`
  }
}
