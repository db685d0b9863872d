// Everything that the invariants of deposits and events look at, gathered in one reading: for each deposit a file with
// the charge, its receipts and returns, the transfers and entries made for it, and what was told about it.
import { Result } from "effect"
import { type AnyBody, type Body, type Kind, isKnown, readBody } from "./bodies.ts"
import type { Inspection } from "./invariant.ts"
import type { EntryRow, JobRow, Plane, RecordRow } from "./plane.ts"

/** A deposit and all that is on record about it. */
export interface DepositFile {
  readonly deposit: Body<"deposit">
  readonly receipts: Array<Body<"pixReceipt">>
  readonly returns: Array<Body<"pixReturn">>
  readonly transfers: Array<Body<"sandboxTransfer">>
  readonly entries: Array<EntryRow>
  readonly events: Array<Body<"event">>
  readonly reviews: Array<Body<"review">>
}

/** Every record that the audit knows the body of, by kind and id. */
type Records = { readonly [K in Kind]: Map<string, Body<K>> }

const noRecords = (): Records => ({
  account: new Map(),
  answer: new Map(),
  apiKey: new Map(),
  delivery: new Map(),
  deposit: new Map(),
  event: new Map(),
  kycAttempt: new Map(),
  pixReceipt: new Map(),
  pixReturn: new Map(),
  review: new Map(),
  sandboxReturn: new Map(),
  sandboxTransfer: new Map(),
  subaccount: new Map(),
  webhook: new Map()
})

export class Evidence {
  readonly of = noRecords()
  readonly files = new Map<string, DepositFile>()
  readonly jobs = new Map<string, JobRow>()
  /** Kind by id of every record there is. */
  readonly kinds = new Map<string, string>()
  /** Entries that only a deposit has, of a source that is none. */
  readonly strayEntries: Array<EntryRow> = []

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

  /** Whether the plane is a sandbox, where every transfer and return is simulated and on record. */
  get isSandbox(): boolean {
    return [...this.of.account.values()].every((account) => account.environment === "sandbox")
  }
}

/** The id under which the asset of a deposit is asked for. */
export const deliveryPrefix = "deliver/"

/** The deposit that an operation id asks the asset of, with what follows the id: nothing, when all is well. */
export const depositOfOperation = (operationId: string): string | undefined =>
  operationId.startsWith(deliveryPrefix) ? operationId.split("/")[1] : undefined

const file = ({ files, of }: Evidence): void => {
  for (const [id, deposit] of of.deposit) {
    files.set(id, { deposit, receipts: [], returns: [], transfers: [], entries: [], events: [], reviews: [] })
  }
  for (const receipt of of.pixReceipt.values()) files.get(receipt.depositId)?.receipts.push(receipt)
  for (const pixReturn of of.pixReturn.values()) files.get(pixReturn.depositId)?.returns.push(pixReturn)
  for (const event of of.event.values()) files.get(event.subject)?.events.push(event)
  for (const review of of.review.values()) files.get(review.subject)?.reviews.push(review)
  for (const transfer of of.sandboxTransfer.values()) {
    files.get(depositOfOperation(transfer.id) ?? "")?.transfers.push(transfer)
  }
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
    evidence.kinds.set(row.id, row.kind)
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
  file(evidence)
  return evidence
}
