// What is left to do about deposits: `deposit-ends` and `returns-ordered`. A payment is delivered, returned, on its way, or with
// an operator.
import type { ReviewCode } from "../../core/base/reason/review-reason.ts"
import type { Body } from "./bodies.ts"
import type { DepositFile, Evidence } from "./evidence.ts"
import type { Inspection, Invariant } from "./invariant.ts"
import { type Review, isOf } from "./reviews.ts"

const named = ({ deposit }: DepositFile): string => `deposit ${deposit.id} (${deposit.state})`

// Of a return that was reported before its payment and does not fit it.
const isMisfit = ({ reason: { code, on, state } }: Review): boolean =>
  code === impossible && on === "returnConfirmed" && state === "PROCESSING"

const impossible: ReviewCode = "impossible"

/** Whether a review leaves the money of the payment to an operator. */
const isWithOperator = ({ reviews }: DepositFile): boolean =>
  reviews.some((review) =>
    isOf("returnedInPart", "paymentNotReturned", "returnNotReported")(review) || isMisfit(review)
  )

const isPurpose = (purpose: string) => (movement: Body<"movement">) => movement.purpose === purpose

/** A violation unless something still happens to the money of a paid deposit: in this order, what is expected first. */
const requireAttention = (
  evidence: Evidence,
  inspection: Inspection,
  file: DepositFile,
  expected: { readonly movement: string; readonly job: readonly [id: string, task: string] }
): void => {
  const open = file.movements.filter((movement) => evidence.isOpen(movement))
  const [id, task] = expected.job
  if (open.length > 0) {
    for (const movement of open) evidence.requireMovement(inspection, named(file), movement.id)
  } else if (!isWithOperator(file) && evidence.livingJob(id)?.task !== task) {
    const wanted = `an open ${expected.movement}, job ${id}, or a review`
    inspection.violation(named(file), "its payment is in no one's list", wanted, evidence.jobInWords(id))
  }
}

const depositEnds: Invariant<Evidence> = {
  name: "deposit-ends",
  holds:
    "every deposit that is not at its end has a job; a payment that is neither delivered nor returned has an open movement, a deadline or an operator's review",
  of: "deposits",
  inspect: (evidence, inspection) => {
    for (const file of evidence.files.values()) {
      inspection.look()
      const { deposit: { id, state, transactionHash }, movements, transfers } = file
      if (state === "PENDING") evidence.requireJob(inspection, named(file), `expire/${id}`, "expire-deposit", id)
      if (state === "PROCESSING") {
        requireAttention(evidence, inspection, file, {
          movement: "delivery",
          job: [`returns/${id}`, "apply-early-returns"]
        })
      }
      if (state === "FAILED") {
        requireAttention(evidence, inspection, file, {
          movement: "return",
          job: [`return-due/${id}`, "expire-rail-return"]
        })
      }
      if (transfers.length > 0 && transactionHash === null) {
        const delivery = movements.filter(isPurpose("deliver")).find(({ id }) => id === transfers[0]?.id)
        if (delivery !== undefined) evidence.requireMovement(inspection, named(file), delivery.id)
      }
    }
  }
}

const returnsOrdered: Invariant<Evidence> = {
  name: "returns-ordered",
  holds: "every return of a failed deposit that we ordered and the rail confirmed counts once, with its value",
  of: "returns that were ordered or made",
  inspect: (evidence, inspection) => {
    for (const { movements, returns } of evidence.files.values()) {
      for (const { id, order, receipt, state } of movements.filter(isPurpose("return"))) {
        inspection.look()
        if (state !== "DONE") continue
        const returnId = receipt?.returnEndToEndId?.toUpperCase()
        const counted = returns.find((each) => each.id === returnId)
        const found = counted === undefined ? "none" : `${counted.value} cents`
        inspection.equal(`movement ${id}`, "its return does not count", `${order.value ?? 0} cents`, found)
      }
    }
    for (const { id, value } of evidence.of.sandboxReturn.values()) {
      inspection.look()
      if (!id.startsWith("return/")) continue
      const order = evidence.of.movement.get(id)?.order
      const expected = order === undefined ? "no such return" : `${order.value ?? 0} cents`
      inspection.equal(`return ${id}`, "it is not the return that was ordered", expected, `${value} cents`)
    }
  }
}

export const depositEndInvariants: ReadonlyArray<Invariant<Evidence>> = [depositEnds, returnsOrdered]
