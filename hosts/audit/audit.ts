// The audit of one data plane: reads it once and judges every invariant. What is not in the data (timing, signatures, who
// was refused) cannot be judged here.
import { deliveryInvariants } from "./delivery.ts"
import { isOfDeposits } from "./deposit-entries.ts"
import { eventInvariants } from "./events.ts"
import { gather } from "./evidence.ts"
import { inspectBooks } from "./books.ts"
import { Inspection, type Statement, type Verdict, judge } from "./invariant.ts"
import type { Plane } from "./plane.ts"
import { PointerBook } from "./pointers.ts"
import { recordInvariants } from "./records.ts"
import { refundInvariants } from "./refunds.ts"

const storageSound: Statement = {
  name: "storage-sound",
  holds: "the database finds no fault in its own files and constraints",
  of: "checks of the database"
}

const recordsReadable: Statement = {
  name: "records-readable",
  holds: "every record has a body with the fields of its kind, under the id and owner of its row",
  of: "records"
}

const soundnessOf = async (plane: Plane): Promise<Verdict> => {
  const inspection = new Inspection()
  const { looked, problems } = await plane.soundness()
  inspection.look(looked)
  for (const problem of problems) inspection.violation("database", problem, "a sound database", "damage")
  return inspection.verdict(storageSound)
}

/** Judges a data plane. */
export const audit = async (plane: Plane): Promise<ReadonlyArray<Verdict>> => {
  const sound = await soundnessOf(plane)
  const readable = new Inspection()
  const pointers = new PointerBook()
  const evidence = await gather(plane, readable, (row, body) => pointers.expect(row, body))
  const books = await inspectBooks(plane, (entry) => {
    const file = evidence.files.get(entry.source)
    if (file !== undefined) file.entries.push(entry)
    else if (isOfDeposits(entry.template)) evidence.strayEntries.push(entry)
  })
  const rest = [...deliveryInvariants, ...refundInvariants, ...eventInvariants, ...recordInvariants]
  return [
    sound,
    readable.verdict(recordsReadable),
    ...await pointers.compare(plane),
    ...books,
    ...rest.map((invariant) => judge(invariant, evidence))
  ]
}

/** Whether nothing was found. */
export const isClean = (verdicts: ReadonlyArray<Verdict>): boolean =>
  verdicts.every(({ violations }) => violations.length === 0)
