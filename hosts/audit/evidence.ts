// Everything that the invariants of deposits and events look at, gathered in one reading: for each deposit a file with
// the charge, its receipts and returns, the transfers and entries made for it, and what was told about it.
import { Result } from "effect"
import { type AnyBody, type Body, isKnown, type Kind, readBody } from "./bodies.ts"
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

type ById<K extends Kind> = Map<string, Body<K>>

export class Evidence {
  readonly files = new Map<string, DepositFile>()
  readonly accounts: ById<"account"> = new Map()
  readonly apiKeys: ById<"apiKey"> = new Map()
  readonly subaccounts: ById<"subaccount"> = new Map()
  readonly receipts: ById<"pixReceipt"> = new Map()
  readonly returns: ById<"pixReturn"> = new Map()
  readonly transfers: ById<"sandboxTransfer"> = new Map()
  readonly sentReturns: ById<"sandboxReturn"> = new Map()
  readonly events: ById<"event"> = new Map()
  readonly webhooks: ById<"webhook"> = new Map()
  readonly deliveries: ById<"delivery"> = new Map()
  readonly reviews: ById<"review"> = new Map()
  readonly answers: ById<"answer"> = new Map()
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
    return [...this.accounts.values()].every((account) => account.environment === "sandbox")
  }
}

/** The id under which the asset of a deposit is asked for. */
export const deliveryPrefix = "deliver/"

const keep = (evidence: Evidence, kind: Kind, body: AnyBody): void => {
  const into = <K extends Kind>(map: ById<K>): void => void map.set(body.id, body as Body<K>)
  switch (kind) {
    case "deposit":
      evidence.files.set(body.id, {
        deposit: body as Body<"deposit">,
        receipts: [],
        returns: [],
        transfers: [],
        entries: [],
        events: [],
        reviews: []
      })
      return
    case "account":
      return into<"account">(evidence.accounts)
    case "apiKey":
      return into<"apiKey">(evidence.apiKeys)
    case "subaccount":
      return into<"subaccount">(evidence.subaccounts)
    case "pixReceipt":
      return into<"pixReceipt">(evidence.receipts)
    case "pixReturn":
      return into<"pixReturn">(evidence.returns)
    case "sandboxTransfer":
      return into<"sandboxTransfer">(evidence.transfers)
    case "sandboxReturn":
      return into<"sandboxReturn">(evidence.sentReturns)
    case "event":
      return into<"event">(evidence.events)
    case "webhook":
      return into<"webhook">(evidence.webhooks)
    case "delivery":
      return into<"delivery">(evidence.deliveries)
    case "review":
      return into<"review">(evidence.reviews)
    case "answer":
      return into<"answer">(evidence.answers)
    case "kycAttempt":
      return
  }
}

/** The deposit that an operation id asks the asset of, with what follows the id: nothing, when all is well. */
export const depositOfOperation = (operationId: string): string | undefined =>
  operationId.startsWith(deliveryPrefix) ? operationId.split("/")[1] : undefined

const file = (evidence: Evidence): void => {
  for (const receipt of evidence.receipts.values()) evidence.files.get(receipt.depositId)?.receipts.push(receipt)
  for (const pixReturn of evidence.returns.values()) evidence.files.get(pixReturn.depositId)?.returns.push(pixReturn)
  for (const event of evidence.events.values()) evidence.files.get(event.subject)?.events.push(event)
  for (const review of evidence.reviews.values()) evidence.files.get(review.subject)?.reviews.push(review)
  for (const transfer of evidence.transfers.values()) {
    evidence.files.get(depositOfOperation(transfer.id) ?? "")?.transfers.push(transfer)
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
      inspection.violation(record, "its body cannot be read", "the fields of its kind", body.failure)
      seen(row, undefined)
      continue
    }
    const { id, owner } = body.success
    inspection.require(id === row.id, record, "its body has another id than its row", row.id, id)
    inspection.require(owner === row.owner, record, "its body has another owner than its row", row.owner, owner)
    inspection.require(row.version >= 1, record, "its version is impossible", "1 or more", String(row.version))
    if (isKnown(row.kind)) keep(evidence, row.kind, body.success)
    seen(row, body.success)
  }
  for await (const job of plane.jobs()) evidence.jobs.set(job.id, job)
  file(evidence)
  return evidence
}
