// What a request or a step of a job is about: the records it named or wrote, for the lines of its log and its spans.
// Only ids of our own making are taken, so no id that a caller chose, which may be personal, gets in.
import { Context } from "effect"
import { prefixes } from "../../core/ids/ids.ts"

/** The records of one request or step, in the order in which they came up. */
export interface Work {
  readonly records: Array<string>
}

/** What the fibre is at; nothing outside a request or a step. */
export const CurrentWork: Context.Reference<Work | undefined> = Context.Reference("pontepay/hosts/telemetry/Work", {
  defaultValue: (): Work | undefined => undefined
})

/** More than this of one commit helps nobody. */
const mostRecords = 16

const own = new RegExp(`\\b(?:(?:${Object.keys(prefixes).join("|")})_[0-9a-f]{32}|[0-9a-f]{24})\\b`, "g")

/** Our own ids in a text. */
export const ownIds = (text: string): ReadonlyArray<string> => text.match(own) ?? []

const whole = /^(?:([a-z]{3})_[0-9a-f]{32}|[0-9a-f]{24})$/

/** Adds the ids of ours that a text holds; most often it is one as a whole. */
export const touch = ({ records }: Work, text: string): void => {
  const [id, prefix] = whole.exec(text) ?? []
  const ids = id !== undefined && (prefix === undefined || prefix in prefixes) ? [id] : ownIds(text)
  for (const each of ids) {
    if (records.length < mostRecords && !records.includes(each)) records.push(each)
  }
}
