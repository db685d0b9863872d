// What points to what: `references`, for records, entries, events and jobs, and `pending-work`, for what waits.
import { subjectsOf } from "./event-bodies.ts"
import type { Evidence } from "./evidence.ts"
import { type Inspection, type Invariant, listed } from "./invariant.ts"
import {
  depositTemplates,
  feeTemplates,
  isOfDeposits,
  levelTemplates,
  mirrorTemplates,
  payoutTemplates,
  reservationTemplates,
  spendingTemplates,
  suspenseTemplates,
  swapTemplates,
  sweepTemplates
} from "./templates.ts"

/** The kind of record that the jobs of each task are about. */
export const tasks: Readonly<Record<string, string>> = {
  "expire-deposit": "deposit",
  "expire-rail-return": "deposit",
  // About the record that the movement is for.
  "perform-movement": "",
  "sync-wallet-mirror": "wallet",
  "expire-lightning-invoice": "lightningInvoice",
  "advance-kyc-attempt": "kycAttempt",
  // Its attempt may never come to be.
  "advance-kyc-import": "",
  "expire-hosted-attempt": "kycAttempt",
  "advance-swap": "swap",
  "expire-swap": "swap",
  "fan-out-event": "event",
  "deliver-webhook": "webhook",
  "apply-early-returns": "deposit",
  "apply-kept-fact": "providerFact",
  "run-command": "command",
  // Recurring work is about the plane.
  "seal-journal": "",
  "advance-books": "",
  "reconcile-jobs": "",
  "audit-plane": "",
  "sweep-charges": "",
  "carry-transfers": "",
  "explain-outflows": "",
  "watch-accounts": "",
  "watch-suspense": "movement",
  "watch-floats": "",
  "watch-movements": "",
  "compare-rail-books": "",
  "close-days": "",
  "expire-documents": "",
  "advance-resealing": "",
  "advance-erasure": "erasure"
}

/** The kinds of record that entries of a template are made for; undefined for one that no one knows. */
const sourcesOf = (template: string): ReadonlyArray<string> | undefined => {
  if (isOfDeposits(template)) return ["deposit"]
  if (payoutTemplates.includes(template)) return ["payout", "lightningInvoice"]
  if (mirrorTemplates.includes(template)) return ["wallet"]
  if ([feeTemplates, reservationTemplates, suspenseTemplates].some((each) => each.includes(template))) {
    return ["movement"]
  }
  if (sweepTemplates.includes(template)) return ["treasurySweep"]
  if (levelTemplates.includes(template)) return ["floatLevel"]
  return swapTemplates.includes(template) ? ["swap"] : undefined
}

type Must = (record: string, kinds: ReadonlyArray<string>, id: string) => void

const mustIn = (evidence: Evidence, inspection: Inspection): Must => (record, kinds, id) => {
  inspection.look()
  inspection.require(
    kinds.some((kind) => evidence.exists(kind, id)),
    record,
    `the ${kinds.join(" or ")} that it is about is not there`,
    `${kinds.join(" or ")} ${id}`,
    listed(evidence.kindsOf(id)) === "none" ? "nothing" : listed(evidence.kindsOf(id))
  )
}

const requireOfRecords = ({ of }: Evidence, must: Must): void => {
  for (const { id, subject, subjectKind } of of.movement.values()) must(`movement ${id}`, [subjectKind], subject)
  for (const { depositId, id } of of.pixReceipt.values()) must(`receipt ${id}`, ["deposit"], depositId)
  for (const { depositId, id } of of.pixReturn.values()) must(`return ${id}`, ["deposit"], depositId)
  for (const { id, transferId } of of.transferReceipt.values()) must(`receipt ${id}`, ["transfer"], transferId)
  for (const { id, toSubAccountId } of of.transfer.values()) {
    if (toSubAccountId !== null) must(`transfer ${id}`, ["subaccount"], toSubAccountId)
  }
  for (const { id, mainSubAccountId } of of.account.values()) must(`account ${id}`, ["subaccount"], mainSubAccountId)
  for (const { id } of of.transferTurn.values()) must(`transfer turn ${id}`, ["subaccount"], id)
  for (const { id, subAccountId } of of.statementBlock.values()) must(`counts ${id}`, ["subaccount"], subAccountId)
  for (const { id } of of.kycImport.values()) must(`KYC import ${id}`, ["subaccount"], id)
  for (const { id } of of.swapAuthorization.values()) must(`swap authorization ${id}`, ["swap"], id)
  for (const { depositId, id } of of.dispute.values()) {
    if (depositId !== null) must(`dispute ${id}`, ["deposit"], depositId)
  }
  for (const { id, walletId } of [...of.payout.values(), ...of.transfer.values(), ...of.swap.values()]) {
    must(id, ["wallet"], walletId)
  }
  const held = [
    ...of.deposit.values(),
    ...of.payout.values(),
    ...of.lightningInvoice.values(),
    ...of.transfer.values(),
    ...of.transferReceipt.values(),
    ...of.wallet.values(),
    ...of.pinSession.values(),
    ...of.swap.values(),
    ...of.kycAttempt.values(),
    ...of.kycDocument.values()
  ]
  for (const { id, subAccountId } of held) must(id, ["subaccount"], subAccountId)
}

const references: Invariant<Evidence> = {
  name: "references",
  holds:
    "records, entries, events and jobs are about records that exist, and every entry is of a kind that its record has",
  of: "references",
  inspect: (evidence, inspection) => {
    const must = mustIn(evidence, inspection)
    requireOfRecords(evidence, must)
    for (const { id, name, subject } of evidence.of.event.values()) must(`event ${id}`, subjectsOf(name), subject)
    for (const { id, subject, task } of evidence.jobs.values()) {
      const kind = tasks[task]
      if (kind !== undefined && kind !== "") must(`job ${id}`, [kind], subject)
    }
    for (const { id, source, template } of evidence.otherEntries()) {
      // What operations of wallets ask for is judged with them.
      if (spendingTemplates.includes(template)) continue
      const kinds = sourcesOf(template)
      if (kinds === undefined) {
        inspection.violation(`entry ${id}`, "no fact asks for such an entry", "a known one", template)
      } else must(`entry ${id}`, kinds, source)
    }
    for (const { entries } of evidence.files.values()) {
      for (const { id, template } of entries) {
        inspection.look()
        const problem = "a deposit has no entries of this template"
        inspection.require(isOfDeposits(template), `entry ${id}`, problem, listed(depositTemplates), template)
      }
    }
  }
}

const pendingWork: Invariant<Evidence> = {
  name: "pending-work",
  holds: "every job is of a task that workers know, and no word of a provider was put aside unread",
  of: "jobs",
  inspect: (evidence, inspection) => {
    for (const { id, isDead, task } of evidence.jobs.values()) {
      inspection.look()
      const isKnown = Object.hasOwn(tasks, task)
      inspection.require(isKnown, `job ${id}`, "no worker knows its task", listed(Object.keys(tasks)), task)
      const isUnread = isDead && task === "apply-kept-fact"
      inspection.require(
        !isUnread,
        `job ${id}`,
        "what a provider told was put aside",
        "a job that a worker takes",
        "a dead letter"
      )
    }
  }
}

export const referenceInvariants: ReadonlyArray<Invariant<Evidence>> = [references, pendingWork]
