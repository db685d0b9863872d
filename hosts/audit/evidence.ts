// Everything that the invariants look at, gathered in one reading: for each deposit a file with the charge, its receipts
// and returns, the transfers and entries made for it, and what was told about it; for all else the same by its id.
import { Result } from "effect"
import { type AnyBody, type Body, type Kind, isKnown, knownKinds, readBody } from "./bodies.ts"
import type { Inspection } from "./invariant.ts"
import type { EntryRow, JobRow, Plane, RecordRow } from "./plane.ts"
import { type Refund, type Reversal, refundIn, reversalsIn } from "./payment-movements.ts"

/** A deposit and all that is on record about it. */
export interface DepositFile {
  readonly deposit: Body<"deposit">
  readonly receipts: Array<Body<"pixReceipt">>
  readonly returns: Array<Body<"pixReturn">>
  readonly transfers: Array<Body<"sandboxTransfer">>
  readonly movements: Array<Body<"movement">>
  readonly entries: Array<EntryRow>
  readonly events: Array<Body<"event">>
  readonly reviews: Array<Body<"review">>
}

/** Every record that the audit knows the body of, by kind and id. */
type Records = { readonly [K in Kind]: Map<string, Body<K>> }

const noRecords = (): Records => Object.fromEntries(knownKinds.map((kind) => [kind, new Map()])) as unknown as Records

export class Evidence {
  readonly of = noRecords()
  readonly files = new Map<string, DepositFile>()
  readonly jobs = new Map<string, JobRow>()
  /** The version of every record there is, by id and kind: several kinds may share an id. */
  private readonly versions = new Map<string, ReadonlyArray<readonly [kind: string, version: number]>>()
  /** What is not of a deposit, by its source or subject: entries, events and reviews. */
  private readonly entries = new Map<string, Array<EntryRow>>()
  private readonly events = new Map<string, Array<Body<"event">>>()
  private readonly reviews = new Map<string, Array<Body<"review">>>()
  /** Refunds and reversals by the payout that they are of. */
  private readonly refunds = new Map<string, Array<Refund>>()
  private readonly reversals = new Map<string, Array<Reversal>>()

  private readonly words = new Map<string, string>()
  /** Records by kind. */
  readonly counts = new Map<string, number>()

  /** A record is there. */
  note({ id, kind, version }: RecordRow): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    this.versions.set(id, [...this.versions.get(id) ?? [], [kind, version]])
  }

  /** The version of a record; undefined when there is none. */
  version(kind: string, id: string): number | undefined {
    return this.versions.get(id)?.find(([each]) => each === kind)?.[1]
  }

  exists(kind: string, id: string): boolean {
    return this.version(kind, id) !== undefined
  }

  /** The kinds of the records with an id. */
  kindsOf(id: string): ReadonlyArray<string> {
    return this.versions.get(id)?.map(([kind]) => kind) ?? []
  }

  /** Takes down an entry with what it was made for. */
  book(row: EntryRow): void {
    const entry = this.compact(row)
    const ofDeposit = this.files.get(entry.source)?.entries
    if (ofDeposit !== undefined) ofDeposit.push(entry)
    else push(this.entries, entry.source, entry)
  }

  // A journal is long, and says the same few words again and again: each is kept once.
  private compact(entry: EntryRow): EntryRow {
    const postings = entry.postings.map(({ account, amount, asset }) => ({
      account: this.word(account),
      asset: this.word(asset),
      amount,
      after: undefined
    }))
    return { ...entry, template: this.word(entry.template), owner: this.word(entry.owner), postings }
  }

  private word(text: string): string {
    const known = this.words.get(text)
    if (known !== undefined) return known
    this.words.set(text, text)
    return text
  }

  /** Entries that no deposit is the source of. */
  otherEntries(): Iterable<EntryRow> {
    return [...this.entries.values()].flat()
  }

  /** Entries of a source that is no deposit. */
  bookedFor(source: string): ReadonlyArray<EntryRow> {
    return this.entries.get(source) ?? []
  }

  /** Events about a subject that is no deposit. */
  toldOf(subject: string): ReadonlyArray<Body<"event">> {
    return this.events.get(subject) ?? []
  }

  /** Reviews of a subject that is no deposit. */
  raisedOf(subject: string): ReadonlyArray<Body<"review">> {
    return this.reviews.get(subject) ?? []
  }

  refundsOf(paymentId: string): ReadonlyArray<Refund> {
    return this.refunds.get(paymentId) ?? []
  }

  reversalsOf(paymentId: string): ReadonlyArray<Reversal> {
    return this.reversals.get(paymentId) ?? []
  }

  /** Brings together what belongs together, once all records were read. */
  file(): void {
    const { files, of } = this
    for (const [id, deposit] of of.deposit) {
      const made = { receipts: [], returns: [], transfers: [], movements: [] }
      files.set(id, { deposit, ...made, entries: [], events: [], reviews: [] })
    }
    for (const receipt of of.pixReceipt.values()) files.get(receipt.depositId)?.receipts.push(receipt)
    for (const pixReturn of of.pixReturn.values()) files.get(pixReturn.depositId)?.returns.push(pixReturn)
    for (const event of of.event.values()) {
      const ofDeposit = files.get(event.subject)?.events
      if (ofDeposit === undefined) push(this.events, event.subject, event)
      else ofDeposit.push(event)
    }
    for (const review of of.review.values()) {
      const ofDeposit = files.get(review.subject)?.reviews
      if (ofDeposit === undefined) push(this.reviews, review.subject, review)
      else ofDeposit.push(review)
    }
    for (const transfer of of.sandboxTransfer.values()) {
      files.get(depositOfOperation(transfer.id) ?? "")?.transfers.push(transfer)
    }
    for (const movement of of.movement.values()) {
      if (movement.subjectKind === "deposit") files.get(movement.subject)?.movements.push(movement)
      const refund = refundIn(movement)
      if (refund !== undefined) push(this.refunds, refund.paymentId, refund)
      for (const reversal of reversalsIn(movement)) push(this.reversals, movement.subject, reversal)
    }
  }

  /** A job that a worker will still take. */
  livingJob(id: string): JobRow | undefined {
    const job = this.jobs.get(id)
    return job?.isDead === false ? job : undefined
  }

  /** What is there of a job, in words. */
  jobInWords(id: string): string {
    const job = this.jobs.get(id)
    if (job === undefined) return `no job ${id}`
    return job.isDead ? `job ${id}, put aside as a dead letter` : `job ${id}`
  }

  /** A violation unless a worker will take a job of a task about a subject. */
  requireJob(inspection: Inspection, record: string, id: string, task: string, subject: string): void {
    const job = this.livingJob(id)
    const isRight = job?.task === task && job.subject === subject
    const found = job === undefined ? this.jobInWords(id) : `task ${job.task} of ${job.subject}`
    inspection.require(isRight, record, "no one works on it", `job ${id}: ${task} of ${subject}`, found)
  }

  /** A violation unless a movement is on record and a worker will take its job. */
  requireMovement(inspection: Inspection, record: string, id: string): void {
    const movement = this.of.movement.get(id)
    const found = movement === undefined ? "none" : `movement ${id} (${movement.state})`
    const isOpen = movement !== undefined && this.isOpen(movement)
    inspection.require(isOpen, record, "no movement brings it on", `an open movement ${id}`, found)
    if (isOpen) this.requireJob(inspection, record, `move/${id}`, "perform-movement", movement.subject)
  }

  /** Whether a movement comes to an end by itself. */
  isOpen({ state }: Body<"movement">): boolean {
    return openMovements.has(state)
  }

  /** Whether the plane is a sandbox, where every transfer and return is simulated and on record. */
  get isSandbox(): boolean {
    return [...this.of.account.values()].every((account) => account.environment === "sandbox")
  }
}

/** States of movements that come to an end by themselves. */
const openMovements: ReadonlySet<string> = new Set(["PLANNED", "SENDING", "HELD", "CANCELLING"])

/** The id under which the asset of a deposit is requested. */
export const deliveryPrefix = "deliver/"

/** The deposit that an operation id asks the asset of, with what follows the id: nothing, when all is well. */
export const depositOfOperation = (operationId: string): string | undefined =>
  operationId.startsWith(deliveryPrefix) ? operationId.split("/")[1] : undefined

const push = <A>(lists: Map<string, Array<A>>, key: string, value: A): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** Records and jobs of a plane. What cannot be read is said to `inspection`; `seen` is shown every record. */
export const gather = async (
  plane: Plane,
  inspection: Inspection,
  seen: (row: RecordRow, body: AnyBody | undefined) => void
): Promise<Evidence> => {
  const evidence = new Evidence()
  for await (const row of plane.records()) {
    inspection.look()
    evidence.note(row)
    const record = `${row.kind} ${row.id}`
    const body = readBody(row.kind, row.body)
    if (Result.isFailure(body)) {
      inspection.violation(record, "its body cannot be read", body.failure, "something else")
      seen(row, undefined)
      continue
    }
    const { id, owner } = body.success
    inspection.require(id === row.id, record, "its body has another id than its row", row.id, id)
    inspection.require(owner === row.owner, record, "its body has another owner than its row", row.owner, owner)
    inspection.require(row.version >= 1, record, "its version is impossible", "1 or more", String(row.version))
    if (isKnown(row.kind)) (evidence.of[row.kind] as Map<string, AnyBody>).set(row.id, body.success)
    seen(row, body.success)
  }
  for await (const job of plane.jobs()) evidence.jobs.set(job.id, job)
  evidence.file()
  return evidence
}
