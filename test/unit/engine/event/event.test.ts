// An event is one row and one job of the commit that causes it; its body is what every delivery carries.
import { expect, it } from "vitest"
import { EventName, Events, emit } from "../../../../core/engine/event/event.ts"

const parts = { id: "evt_1", owner: "acc_01", name: "KYC_APPROVED", subject: "kyc_1", createdAt: 7 } as const

it("is written with its exact body and handed on by a job of its own id §delivery-body", () => {
  const { job, write } = emit(parts, { attemptId: "kyc_1", note: null })
  expect(write).toMatchObject({
    kind: "event",
    id: "evt_1",
    owner: "acc_01",
    expected: 0,
    lists: [["byOwner", "acc_01"], ["bySubject", "kyc_1"]]
  })
  expect(Events.decode(write.body)).toEqual({
    ...parts,
    body: `{"event":"KYC_APPROVED","data":{"attemptId":"kyc_1","note":null}}`
  })
  expect(job).toEqual({ id: "fan-out/evt_1", task: "fan-out-event", subject: "evt_1", runAt: 7 })
})

it("has the names of the interface and no others §event-names", () => {
  expect(EventName.literals.toSorted()).toEqual([
    "DEPOSIT_ASSET_SUCCESS",
    "DEPOSIT_ASSET_FAILED",
    "DEPOSIT_ASSET_REFUNDED",
    "PAYOUT_SUCCESSFUL",
    "PAYOUT_FAILED",
    "PAYOUT_REFUNDED",
    "KYC_APPROVED",
    "KYC_REJECTED",
    "KYC_EXPIRED",
    "KYC_FAILED",
    "kyc.completed",
    "DISPUTE_CREATED",
    "DISPUTE_ACCEPTED",
    "DISPUTE_REJECTED",
    "DISPUTE_CANCELED",
    "COMMAND_SUCCEEDED",
    "COMMAND_FAILED"
  ].toSorted())
})
