// What the sandbox moved for payouts, refunds and transfers: `movements-made`. In production the chain itself keeps this.
import type { Evidence } from "./evidence.ts"
import type { Invariant } from "./invariant.ts"
import { cameIn, named, ofPayout, placeOf } from "./payment-file.ts"
import { refundIn } from "./payment-movements.ts"

/** A movement that a record asks for; `isDone` is undefined while it is unknown. */
interface Movement {
  readonly record: string
  readonly asset: string
  readonly network: string
  readonly units: string
  /** Undefined for what goes to the service's own treasury. */
  readonly address: string | undefined
  readonly hash: string | null
  readonly isDone: boolean | undefined
}

const ofPayouts = ({ of }: Evidence): ReadonlyArray<readonly [id: string, Movement]> =>
  [...of.payout.values()].map((payout) => [`debit/${payout.id}`, {
    ...payout,
    record: named(ofPayout(payout)),
    address: undefined,
    hash: payout.transactionHash,
    isDone: cameIn(payout) ? true : payout.state === "FAILED" ? false : undefined
  }])

const ofRefunds = ({ of }: Evidence): ReadonlyArray<readonly [id: string, Movement]> =>
  [...of.movement.values()].flatMap((movement) => {
    const refund = refundIn(movement)
    const payout = refund && of.payout.get(refund.paymentId)
    if (refund === undefined || payout === undefined) return []
    const { id, proof, purpose, state, units } = refund
    return [
      [id, {
        ...payout,
        ...placeOf(payout, purpose),
        record: `refund ${id} (${state})`,
        units,
        hash: proof,
        isDone: state === "SENDING" ? undefined : state === "SENT"
      }] as const
    ]
  })

const ofTransfers = ({ of }: Evidence): ReadonlyArray<readonly [id: string, Movement]> =>
  [...of.transfer.values()].map((transfer) => [`transfer/${transfer.id}`, {
    ...transfer,
    record: `transfer ${transfer.id} (${transfer.state})`,
    address: transfer.recipientAddress,
    hash: transfer.txHash,
    isDone: transfer.state === "SUBMITTED" ? undefined : transfer.state === "CONFIRMED"
  }])

const asked = /^(?:debit|restore|reversal|return|refund|transfer)\//

const movementsMade: Invariant<Evidence> = {
  name: "movements-made",
  holds:
    "in a sandbox every debit, refund and transfer that counts as done was made once and as its record says, and none that failed was",
  of: "movements",
  inspect: (evidence, inspection) => {
    if (!evidence.isSandbox) return
    const movements = new Map([...ofPayouts(evidence), ...ofRefunds(evidence), ...ofTransfers(evidence)])
    for (const [id, { address, asset, hash, isDone, network, record, units }] of movements) {
      inspection.look()
      const made = evidence.of.sandboxTransfer.get(id)
      if (made === undefined) {
        inspection.require(
          isDone !== true,
          record,
          "it counts as done, but nothing was moved",
          `movement ${id}`,
          "none"
        )
        continue
      }
      inspection.require(
        isDone !== false,
        record,
        "it counts as failed, but it was made",
        "no movement",
        `movement ${id}`
      )
      const story = (to: string, by: string) => `${units} ${asset} on ${network} to ${to.toLowerCase()} by ${by}`
      inspection.equal(
        record,
        "what was moved is not what it says",
        story(address ?? made.address, hash ?? made.transactionHash),
        `${made.units} ${made.asset} on ${made.network} to ${made.address.toLowerCase()} by ${made.transactionHash}`
      )
    }
    for (const { id } of evidence.of.sandboxTransfer.values()) {
      const isOrphan = asked.test(id) && !movements.has(id)
      inspection.require(!isOrphan, `movement ${id}`, "no one requested it", "a payout, refund or transfer", "none")
    }
  }
}

export const movementInvariants: ReadonlyArray<Invariant<Evidence>> = [movementsMade]
