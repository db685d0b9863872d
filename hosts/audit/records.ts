// Records among each other: `deposit-ends`, `references`, `idempotent-replay`, `no-cross-tenant` and `sandbox-isolated`.
import { chargeOf } from "./bodies.ts"
import { depositTemplates, isOfDeposits } from "./deposit-entries.ts"
import { type DepositFile, type Evidence, deliveryPrefix } from "./evidence.ts"
import { type Inspection, type Invariant, listed } from "./invariant.ts"

const named = ({ deposit }: DepositFile): string => `deposit ${deposit.id} (${deposit.state})`

/** The job that moves a deposit on, while there is something to wait for. */
const nextJob = ({ deposit, transfers }: DepositFile): readonly [id: string, task: string] | undefined => {
  if (deposit.state === "PENDING") return [`lapse/${deposit.id}`, "lapse-deposit"]
  const isOnItsWay = transfers.length > 0 && deposit.transactionHash === null
  return deposit.state === "PROCESSING" || isOnItsWay
    ? [`${deliveryPrefix}${deposit.id}`, "deliver-deposit"]
    : undefined
}

const depositEnds: Invariant<Evidence> = {
  name: "deposit-ends",
  holds: "every deposit that is not at its end, and every transfer not yet booked, has a job that a worker will take",
  of: "deposits",
  inspect: (evidence, inspection) => {
    for (const file of evidence.files.values()) {
      inspection.look()
      const next = nextJob(file)
      if (next === undefined) continue
      const [id, task] = next
      const job = evidence.livingJob(id)
      const isRight = job?.task === task && job.subject === file.deposit.id
      const found = job === undefined ? evidence.jobInWords(id) : `task ${job.task} of ${job.subject}`
      inspection.require(isRight, named(file), "nobody works on it", `job ${id}: ${task} of ${file.deposit.id}`, found)
    }
  }
}

/** The kind of record that the jobs of each task are about. */
const subjects: Readonly<Record<string, string>> = {
  "deliver-deposit": "deposit",
  "lapse-deposit": "deposit",
  "return-surplus": "pixReceipt",
  "fan-out-event": "event",
  "deliver-webhook": "webhook"
}

const references: Invariant<Evidence> = {
  name: "references",
  holds:
    "receipts, returns, entries, events and jobs are about records that exist, and a deposit has no entry of another kind",
  of: "references",
  inspect: (evidence, inspection) => {
    const must = (record: string, kind: string, id: string) => {
      inspection.look()
      const found = evidence.kinds.get(id)
      inspection.require(
        found === kind,
        record,
        `the ${kind} that it is about is not there`,
        `${kind} ${id}`,
        found ?? "nothing"
      )
    }
    for (const { depositId, id } of evidence.of.pixReceipt.values()) must(`receipt ${id}`, "deposit", depositId)
    for (const { depositId, id } of evidence.of.pixReturn.values()) must(`return ${id}`, "deposit", depositId)
    for (const { id, name, subject } of evidence.of.event.values()) {
      if (name.startsWith("DEPOSIT_")) must(`event ${id}`, "deposit", subject)
    }
    for (const { id, subject, task } of evidence.jobs.values()) {
      const kind = subjects[task]
      if (kind !== undefined) must(`job ${id}`, kind, subject)
    }
    for (const { id, source } of evidence.strayEntries) must(`entry ${id}`, "deposit", source)
    for (const { deposit, entries } of evidence.files.values()) {
      must(`deposit ${deposit.id}`, "subaccount", deposit.subAccountId)
      for (const { id, template } of entries) {
        inspection.look()
        const problem = "a deposit has no entries of this template"
        inspection.require(isOfDeposits(template), `entry ${id}`, problem, listed(depositTemplates), template)
      }
    }
  }
}

const distinct = (
  inspection: Inspection,
  files: Iterable<DepositFile>,
  field: string,
  of: (file: DepositFile) => string
): void => {
  const first = new Map<string, string>()
  for (const file of files) {
    const value = of(file)
    const other = first.get(value)
    inspection.require(
      other === undefined,
      named(file),
      `another deposit has its ${field}`,
      "one deposit",
      `${other} has it too`
    )
    first.set(value, file.deposit.id)
  }
}

const idempotentReplay: Invariant<Evidence> = {
  name: "idempotent-replay",
  holds:
    "no two deposits share an externalId of one owner or a trackId, and every remembered answer names a deposit that exists",
  of: "deposits and remembered answers",
  inspect: (evidence, inspection) => {
    inspection.look(evidence.files.size)
    distinct(
      inspection,
      evidence.files.values(),
      "externalId",
      ({ deposit }) => `${deposit.owner}/${deposit.externalId}`
    )
    distinct(inspection, evidence.files.values(), "trackId", ({ deposit }) => deposit.trackId)
    for (const answer of evidence.of.answer.values()) {
      const charge = chargeOf(answer)
      if (charge === undefined) continue
      inspection.look()
      const owner = evidence.files.get(charge)?.deposit.owner
      inspection.require(
        owner === answer.owner,
        `answer ${answer.id}`,
        "it promised a deposit that its owner does not have",
        `deposit ${charge} of ${answer.owner}`,
        owner === undefined ? "none" : `one of ${owner}`
      )
    }
  }
}

const noCrossTenant: Invariant<Evidence> = {
  name: "no-cross-tenant",
  holds:
    "everything on record about a deposit or an event belongs to the same key owner, accounts in the books included",
  of: "records",
  inspect: (evidence, inspection) => {
    const same = (record: string, what: string, owner: string, found: string) => {
      inspection.look()
      inspection.require(found === owner, record, `it belongs to another key owner than its ${what}`, owner, found)
    }
    for (const { deposit, entries, events, receipts, returns, reviews } of evidence.files.values()) {
      const { owner } = deposit
      for (const { id, owner: found } of [...receipts, ...returns, ...events, ...reviews]) {
        same(id, "deposit", owner, found)
      }
      for (const entry of entries) {
        same(`entry ${entry.id}`, "deposit", owner, entry.owner)
        for (const { account } of entry.postings) {
          const whose = account.split("/")[1]
          if (whose !== undefined) same(`entry ${entry.id}, account ${account}`, "deposit", owner, whose)
        }
      }
      const subaccount = evidence.of.subaccount.get(deposit.subAccountId)
      if (subaccount !== undefined) same(`deposit ${deposit.id}`, "subaccount", subaccount.owner, owner)
      inspection.require(
        evidence.of.account.has(owner),
        `deposit ${deposit.id}`,
        "its key owner has no account",
        `account ${owner}`,
        "none"
      )
    }
    for (const { eventId, id, owner, webhookId } of evidence.of.delivery.values()) {
      same(`delivery ${id}`, "event", evidence.of.event.get(eventId)?.owner ?? owner, owner)
      same(`delivery ${id}`, "webhook", evidence.of.webhook.get(webhookId)?.owner ?? owner, owner)
    }
  }
}

const sandboxIsolated: Invariant<Evidence> = {
  name: "sandbox-isolated",
  holds: "a data plane holds accounts and keys of one environment, and production holds nothing that was simulated",
  of: "accounts and API keys",
  inspect: (evidence, inspection) => {
    const both = [...evidence.of.account.values(), ...evidence.of.apiKey.values()]
    inspection.look(both.length)
    const [first] = both
    for (const { environment, id } of both) {
      inspection.require(
        environment === first?.environment,
        id,
        "it is of another environment than the data plane",
        first?.environment ?? "",
        environment
      )
    }
    if (evidence.isSandbox) return
    for (const { id } of [...evidence.of.sandboxTransfer.values(), ...evidence.of.sandboxReturn.values()]) {
      inspection.violation(id, "a simulated movement in a data plane of production", "none", id)
    }
  }
}

export const recordInvariants: ReadonlyArray<Invariant<Evidence>> = [
  depositEnds,
  references,
  idempotentReplay,
  noCrossTenant,
  sandboxIsolated
]
