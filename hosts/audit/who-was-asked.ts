// Which account was asked for what left the service (`account-on-record`), and that what happened outside once stands for one
// movement (`proof-of-one`): where either fails, something was sent a second time, or believed of an account that cannot know.
import type { Evidence } from "./evidence.ts"
import type { Invariant } from "./invariant.ts"
import { proofOf } from "./proof.ts"

const accountOnRecord: Invariant<Evidence> = {
  name: "account-on-record",
  holds:
    "a movement that was sent names the account that it was asked of, and a PIX goes back from the account of its charge",
  of: "movements",
  inspect: ({ of }, inspection) => {
    for (const { id, order, sendings, state, subject, via } of of.movement.values()) {
      const record = `movement ${id} (${state})`
      inspection.look()
      inspection.require(
        sendings === 0 || via !== null,
        record,
        "it was sent, and not on record by whom",
        "an account",
        "none"
      )
      if (order.kind !== "pixReturn") continue
      const charge = of.deposit.get(of.pixReceipt.get(subject)?.depositId ?? subject)
      if (charge === undefined) continue
      inspection.equal(record, "it is returned by another account than its charge has", charge.via, via ?? "none")
    }
  }
}

const proofOfOne: Invariant<Evidence> = {
  name: "proof-of-one",
  holds: "an end-to-end id, a payment hash or a transaction proves one movement",
  of: "movements with a proof",
  inspect: ({ of }, inspection) => {
    const first = new Map<string, string>()
    for (const movement of of.movement.values()) {
      const proof = proofOf(movement)
      if (proof === undefined) continue
      inspection.look()
      const other = first.get(proof)
      const record = `movement ${movement.id}`
      inspection.require(
        other === undefined,
        record,
        "another movement has its proof",
        "one movement",
        `${other} has it too`
      )
      first.set(proof, movement.id)
    }
  }
}

export const askedInvariants: ReadonlyArray<Invariant<Evidence>> = [accountOnRecord, proofOfOne]
