// Wallet transfers: `transfer-exact` and `transfer-ends`.
import type { Body } from "./bodies.ts"
import type { Evidence } from "./evidence.ts"
import type { Inspection, Invariant } from "./invariant.ts"

type Transfer = Body<"transfer">
const named = ({ id, state }: Transfer): string => `transfer ${id} (${state})`

const requireReceipt = (inspection: Inspection, evidence: Evidence, transfer: Transfer): void => {
  const { asset, id, network, state, toSubAccountId, txHash, units } = transfer
  const receipt = evidence.of.transferReceipt.get(`${id}/received`)
  const isDue = state === "CONFIRMED" && toSubAccountId !== null
  const expected = isDue ? `${units} ${asset} on ${network} by ${txHash} to ${toSubAccountId}` : "none"
  const found = receipt === undefined
    ? "none"
    : `${receipt.units} ${receipt.asset} on ${receipt.network} by ${receipt.txHash} to ${receipt.subAccountId}`
  inspection.equal(named(transfer), "what its receiver was shown is not what was sent", expected, found)
}

const transferExact: Invariant<Evidence> = {
  name: "transfer-exact",
  holds:
    "a transfer has a hash exactly when it is confirmed and a refusal exactly when it failed; its receiver and its claims agree",
  of: "transfers and their claims",
  inspect: (evidence, inspection) => {
    for (const transfer of evidence.of.transfer.values()) {
      inspection.look()
      const { refusal, state, txHash } = transfer
      const isHashed = (txHash !== null) === (state === "CONFIRMED")
      inspection.require(isHashed, named(transfer), "state and hash contradict each other", state, String(txHash))
      const isRefused = (refusal !== null) === (state === "FAILED")
      inspection.require(
        isRefused,
        named(transfer),
        "state and refusal contradict each other",
        state,
        refusal?.code ?? "none"
      )
      requireReceipt(inspection, evidence, transfer)
    }
    for (const { id, owner, transferId } of evidence.of.transferClaim.values()) {
      inspection.look()
      const found = evidence.of.transfer.get(transferId)?.owner ?? "no transfer"
      inspection.equal(`claim ${id}`, "it promises a transfer that its owner does not have", owner, found)
    }
    for (const { id, transferId } of evidence.of.transferReceipt.values()) {
      inspection.equal(`receipt ${id}`, "it is not of its transfer", `${transferId}/received`, id)
    }
  }
}

const transferEnds: Invariant<Evidence> = {
  name: "transfer-ends",
  holds: "every transfer that is not at its end has a job that a worker will take",
  of: "transfers",
  inspect: (evidence, inspection) => {
    for (const transfer of evidence.of.transfer.values()) {
      inspection.look()
      if (transfer.state !== "SUBMITTED") continue
      evidence.requireMovement(inspection, named(transfer), `transfer/${transfer.id}`)
    }
  }
}

export const transferInvariants: ReadonlyArray<Invariant<Evidence>> = [transferExact, transferEnds]
