// What operators did: `acts-traced`. Every action has its row, and every row the change that it tells of.
import { detailOf } from "./bodies.ts"
import type { Evidence } from "./evidence.ts"
import type { Invariant } from "./invariant.ts"
import { isOrdered } from "./payment-file.ts"
import { refundIn } from "./payment-movements.ts"

/** The kind of record that each action changes. */
export const actions: Readonly<Record<string, string>> = {
  "account.create": "account",
  "account.update": "account",
  "key.create": "apiKey",
  "key.revoke": "apiKey",
  "key.rotate": "apiKey",
  "approval.ask": "approval",
  "approval.decline": "approval",
  "webhook.register": "webhook",
  "webhook.update": "webhook",
  "webhook.rotate": "webhook",
  "webhook.reveal": "webhook",
  "webhook.remove": "webhook",
  "delivery.replay": "delivery",
  "event.replay": "delivery",
  "deposit.deliverRest": "deposit",
  "deposit.returnRest": "deposit",
  "movement.cancel": "movement",
  "movement.release": "movement",
  "movement.resolve": "movement",
  "movement.retry": "movement",
  "operator.invite": "operator",
  "operator.inviteAgain": "operator",
  "operator.accept": "operator",
  "operator.signIn": "operator",
  "operator.changePassword": "operator",
  "operator.changeRole": "operator",
  "operator.disable": "operator",
  "serviceToken.create": "serviceToken",
  "serviceToken.revoke": "serviceToken",
  "payout.refund": "payout",
  "review.close": "review",
  "person.erase": "erasure",
  "person.export": "personExport",
  "lightningInvoice.refund": "lightningInvoice",
  "secrets.rotate": "keyRing",
  "secrets.remove": "keyRing",
  "treasury.sweep": "treasurySweep"
}

/** What is done to a job, which is no record and is gone when it is done. */
export const onJobs: ReadonlySet<string> = new Set(["job.retry"])

const actsTraced: Invariant<Evidence> = {
  name: "acts-traced",
  holds:
    "every act of an operator is of a kind that there is and of a record that it changed, and every manual refund and removed webhook has its act",
  of: "operator acts and what they did",
  inspect: (evidence, inspection) => {
    const { movement, operatorAct, payout, webhook } = evidence.of
    const acts = Map.groupBy(operatorAct.values(), ({ action, subject }) => `${action} ${subject}`)
    const acted = (action: string, subject: string) => acts.get(`${action} ${subject}`) ?? []
    for (const act of operatorAct.values()) {
      inspection.look()
      const { action, id, subject } = act
      const record = `operator act ${id}`
      const kind = actions[action]
      inspection.require(
        kind !== undefined || onJobs.has(action),
        record,
        "no one knows what was done",
        "a known action",
        action
      )
      inspection.require(
        detailOf(act) !== undefined,
        record,
        "what was asked cannot be read",
        "a JSON object",
        "other text"
      )
      if (kind === undefined) continue
      const before = Number(id.slice(subject.length + 1))
      inspection.equal(record, "its id is not made of its subject and version", `${subject}/${before}`, id)
      const after = evidence.version(kind, subject)
      inspection.require(
        after !== undefined && after > before,
        record,
        "it tells of a change that was not made",
        `${kind} ${subject} at a version above ${before}`,
        after === undefined ? "none" : `version ${after}`
      )
    }
    for (const refund of [...movement.values()].map(refundIn)) {
      if (refund === undefined || !isOrdered(refund)) continue
      const { about, id, paymentId } = refund
      inspection.look()
      const action = payout.has(paymentId) ? "payout.refund" : "lightningInvoice.refund"
      const isTraced = acted(action, paymentId).some((act) => detailOf(act)?.["refundId"] === about)
      inspection.require(isTraced, `refund ${id}`, "no one is on record for having ordered it", "an act", "none")
    }
    for (const { id, withheld } of evidence.of.deposit.values()) {
      if (withheld === 0) continue
      inspection.look()
      const isTraced = acted("deposit.deliverRest", id).length > 0
      inspection.require(isTraced, `deposit ${id}`, "no one is on record for delivering its rest", "an act", "none")
    }
    for (const { id, removedAt } of webhook.values()) {
      if (removedAt === undefined) continue
      inspection.look()
      const isTraced = acted("webhook.remove", id).some(({ createdAt }) => createdAt === removedAt)
      inspection.require(isTraced, `webhook ${id}`, "no one is on record for having removed it", "an act", "none")
    }
  }
}

export const actInvariants: ReadonlyArray<Invariant<Evidence>> = [actsTraced]
