// What must hold of every answer: its status is documented, its body fits the document, nothing of the inside shows, and a
// refusal has changed nothing.
import type { ChangeSet } from "../../core/engine/store/store.ts"
import type { WireAnswer } from "../../hosts/http/api/request/wire.ts"
import { type Operation, eventBodies } from "./document.ts"

/** Statuses of the transport itself, which any operation may answer and none lists. */
const ofTheTransport = new Set([400, 401, 404, 405, 413, 415, 421, 429])

// What a refusal may leave: a wrong PIN is counted for its holder; the holder's first wallet is made at its first use; the books
// are brought to what the chain says before it is judged whether they hold enough; an import token is noted before its
// issuer is asked, whatever he answers, for a token works once; a message of the provider that no one can place is put before the operator; and
// that a key was used is noted.
const notedKinds = new Set(["pinState", "wallet", "walletMirror", "kycImport", "keyUse", "review"])
const notedTasks = new Set(["advance-kyc-import"])
const notedTemplates = new Set(["walletReceived", "walletReduced"])

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
  // A transfer that the chain refused was stored before it was sent, and stays as what failed.
  if (status >= 400 && !text.includes("\"TRANSFER_FAILED\"")) {
    const effects = commits.flatMap(({ entries, jobs, writes }) => [
      ...writes.map(({ kind }) => kind).filter((kind) => !notedKinds.has(kind)),
      ...entries.filter(({ template }) => !notedTemplates.has(template)).map(({ template }) => `entry ${template}`),
      ...jobs.filter(({ task }) => !notedTasks.has(task)).map(({ task }) => `job ${task}`)
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
