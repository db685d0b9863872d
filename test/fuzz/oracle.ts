// What must hold of every answer: its status is documented, its body fits the document, nothing of the inside shows, and a
// refusal has changed nothing.
import type { ChangeSet } from "../../core/ports/store.ts"
import type { WireAnswer } from "../../hosts/http/wire.ts"
import { type Operation, eventBodies } from "./document.ts"

/** Statuses of the transport itself, which any operation may answer and none lists. */
const ofTheTransport = new Set([400, 401, 404, 405, 413, 415, 421, 429])

// A refusal may count a wrong PIN or spend a rate; it writes nothing else.
const countingKinds = new Set(["pinState", "audit"])

const insides = /node:internal|\bat .*\.ts:\d|SQLITE_|select .* from|\/core\/|\/hosts\/|stack/i

/** Everything that is wrong with an answer; empty when it is right. */
export const faultsOf = (
  operation: Operation,
  answer: WireAnswer,
  commits: ReadonlyArray<ChangeSet>
): ReadonlyArray<string> => {
  const faults: Array<string> = []
  const { status } = answer
  const text = typeof answer.body === "string" ? answer.body : ""
  if (status >= 500 && status !== 501) faults.push(`answered ${status}`)
  if (!operation.answers.has(status) && !ofTheTransport.has(status)) faults.push(`${status} is not in the document`)
  if (insides.test(text)) faults.push("shows the inside")
  const validate = operation.answers.get(status)
  if (validate !== undefined && !validate(parsed(text))) {
    faults.push(
      `does not fit the document: ${
        (validate.errors ?? []).slice(0, 3).map(({ instancePath, message }) => `${instancePath} ${message}`).join("; ")
      }`
    )
  }
  if (status >= 400) {
    const effects = commits.flatMap(({ entries, jobs, writes }) => [
      ...writes.map(({ kind }) => kind).filter((kind) => !countingKinds.has(kind)),
      ...entries.map(({ template }) => `entry ${template}`),
      ...jobs.map(({ task }) => `job ${task}`)
    ])
    if (effects.length > 0) faults.push(`refused, and wrote ${effects.join(", ")}`)
  }
  return faults
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return "no JSON"
  }
}

/** Everything that is wrong with the events that were stored. */
export const eventFaults = (commits: ReadonlyArray<ChangeSet>): ReadonlyArray<string> =>
  commits.flatMap(({ writes }) => writes).filter(({ kind }) => kind === "event").flatMap(({ body }) => {
    const { body: sent, name } = JSON.parse(body) as { readonly name: string; readonly body: string }
    const validate = eventBodies.get(name)
    if (validate === undefined) return [`the event ${name} is not in the document`]
    return validate(JSON.parse(sent)) ? [] : [`${name}: ${JSON.stringify(validate.errors?.slice(0, 3))} ${sent}`]
  })
