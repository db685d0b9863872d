// What is judged of a world whose store lost commits, or whose accounts were changed: what really left and arrived. What the service
// forgot is not its fault; that it sends nothing twice, refuses nothing that happened, and leaves to a person what nothing explains, is.
import type { ChangeSet } from "../../../core/engine/store/store.ts"
import { pixOf } from "../../../core/payments/pix-payment/pix-payment.ts"
import type { SimulatedChain } from "../ports/chain.ts"
import type { SimulatedLightning } from "../ports/lightning-node.ts"
import type { SimulatedRail } from "../ports/pix-rail.ts"
import type { SimulatedSpark } from "../ports/spark-wallet.ts"
import type { SimulatedPool } from "../ports/swap-pool.ts"
import type { Report } from "./judge.ts"

/** The promises that are kept whatever the store lost and whichever account is configured. */
export const outsidePromises: ReadonlySet<string> = new Set([
  "sent-once",
  "one-account",
  "proof-of-one",
  "nothing-refused-that-happened",
  "nothing-invented",
  "nothing-paid-is-lost",
  "outflows-explained",
  "other-accounts-reviewed"
])

interface OutsideParts {
  readonly report: Report
  readonly rail: SimulatedRail
  readonly chain: SimulatedChain
  readonly node: SimulatedLightning
  readonly spark: SimulatedSpark
  readonly pool: SimulatedPool
  /** What the store has in the end, in the order of the commits, and what it lost before. */
  readonly commits: () => ReadonlyArray<ChangeSet>
  readonly lost: () => ReadonlyArray<ChangeSet>
  /** The accounts that every process is configured with in the end. */
  readonly configured: () => ReadonlySet<string>
}

/** Something that left, with the movement that has to stand for it. */
interface Left {
  readonly movement: string
  readonly proof: string
  readonly what: string
  readonly isFromTreasury: boolean
}

type Json = Readonly<Record<string, unknown>>

interface Body {
  readonly kind: string
  readonly body: string
}

const open: ReadonlySet<unknown> = new Set(["PLANNED", "SENDING", "HELD", "CANCELLING"])
/** The states of records, by kind, in which an account that was asked is still waited for. */
const openStates: Readonly<Record<string, ReadonlySet<unknown>>> = {
  movement: open,
  deposit: new Set(["PENDING"]),
  lightningInvoice: new Set(["WAITING"])
}

/** What the store has of each record, by kind and id. */
const recordsOf = (commits: ReadonlyArray<ChangeSet>): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const { writes } of commits) for (const { body, id, kind } of writes) found.set(`${kind} ${id}`, body)
  return found
}

export class OutsideJudge {
  private readonly parts: OutsideParts

  constructor(parts: OutsideParts) {
    this.parts = parts
  }

  after(): void {
    const records = recordsOf(this.parts.commits())
    const bodies = [...records].map(([name, body]) => ({ kind: name.slice(0, name.indexOf(" ")), body }))
    const movements = new Map(
      bodies.filter(({ kind }) => kind === "movement").map(({ body }) => {
        const movement = JSON.parse(body) as Json
        return [String(movement["id"]), movement]
      })
    )
    const reviews = bodies.filter(({ kind }) => kind === "review").map(({ body }) => body)
    const isReviewed = (what: string) => reviews.some((body) => body.includes(what))
    const left = this.left()
    this.judgeLeft(left, movements, isReviewed)
    this.judgeDone(left, movements)
    this.judgeArrived(records, bodies, isReviewed)
    this.judgeAccounts(bodies, isReviewed)
  }

  private left(): ReadonlyArray<Left> {
    const { chain, node, pool, rail, spark } = this.parts
    const other = <R>(
      effects: Iterable<{ readonly id: string; readonly receipt: R }>,
      what: string,
      proofOf: (receipt: R) => string
    ) =>
      [...effects].map(({ id, receipt }): Left => ({
        movement: id,
        proof: proofOf(receipt),
        what,
        isFromTreasury: false
      }))
    return [
      ...[...rail.payments.effects.values()].map(({ id, receipt }): Left => ({
        movement: pixOf(id),
        proof: receipt.endToEndId ?? "",
        what: "a PIX",
        isFromTreasury: false
      })),
      ...other(rail.returns.effects.values(), "the return of a PIX", ({ returnEndToEndId }) => returnEndToEndId),
      ...[...chain.movements.effects.values()].map(({ id, receipt, request: { from } }): Left => ({
        movement: id,
        proof: receipt.transactionHash,
        what: from === undefined ? "a delivery" : "a spend of a wallet",
        isFromTreasury: from === undefined
      })),
      ...other(node.payments.effects.values(), "a Lightning payment", ({ paymentHash }) => paymentHash),
      ...other(spark.transfers.effects.values(), "a transfer on Spark", ({ transferId }) => transferId),
      ...other(spark.payments.effects.values(), "a payment of a wallet on Spark", ({ requestId }) => requestId),
      ...other(pool.swaps.effects.values(), "a swap in the pool", ({ transferId }) => transferId)
    ]
  }

  private judgeLeft(
    all: ReadonlyArray<Left>,
    movements: ReadonlyMap<string, Json>,
    isReviewed: (what: string) => boolean
  ): void {
    const { lost, rail, report } = this.parts
    const wasLost = new Set(
      lost().flatMap(({ writes }) => writes).filter(({ kind }) => kind === "movement").map(({ id }) => id)
    )
    // What is held names the transfer that it resembles, so that is before the operator too.
    const claimed = new Set([...movements.values()].flatMap((movement) => [proofIn(movement), resembledBy(movement)]))
    for (const { isFromTreasury, movement: id, proof, what } of all) {
      const movement = movements.get(id)
      const state = movement?.["state"]
      if (movement === undefined) {
        if (!wasLost.has(id)) report("nothing-paid-is-lost", `${what} left for ${id}, which was never on record`)
      } else if (state === "REFUSED" || state === "CANCELLED") {
        const isToldFalsely = rail.contradicted.has(String(fieldOf(movement["order"], "paymentId")))
        if (!isToldFalsely && !isReviewed(String(movement["subject"]))) {
          report("nothing-refused-that-happened", `${what} left for ${id}, which counts as ${state}`)
        }
      }
      // What is open may still find it; everything else that left a treasury is claimed, or before a person.
      if (isFromTreasury && !open.has(state) && !claimed.has(proof) && !isReviewed(proof)) {
        report("outflows-explained", `${what} left as ${proof} for ${id}, and neither a movement names it nor a review`)
      }
    }
  }

  private judgeDone(all: ReadonlyArray<Left>, movements: ReadonlyMap<string, Json>): void {
    const { rail, report } = this.parts
    const real = new Set([...all.map(({ proof }) => proof), ...rail.settledAgain.values()])
    const first = new Map<string, string>()
    for (const [id, movement] of movements) {
      const proof = proofIn(movement)
      if (movement["state"] !== "DONE" || proof === undefined) continue
      if (!real.has(proof)) report("nothing-invented", `${id} counts as done by ${proof}, which never happened`)
      const name = `${String(fieldOf(movement["order"], "kind"))} ${proof}`
      const other = first.get(name)
      if (other !== undefined) report("proof-of-one", `${id} and ${other} both count as done by ${proof}`)
      first.set(name, id)
    }
  }

  private judgeArrived(
    records: ReadonlyMap<string, string>,
    bodies: ReadonlyArray<Body>,
    isReviewed: (what: string) => boolean
  ): void {
    const { node, rail, report } = this.parts
    const facts = bodies.filter(({ kind }) => kind === "providerFact").map(({ body }) => body)
    for (const { chargeId, endToEndId } of rail.paid) {
      // Where the charge is lost and no report comes, only the provider's books tell of it; so it is with invoices below.
      if (rail.unreported.has(endToEndId) && !records.has(`deposit ${chargeId}`)) continue
      const isKnown = records.has(`pixReceipt ${endToEndId.toUpperCase()}`) || isReviewed(endToEndId) ||
        isReviewed(chargeId) || facts.some((body) => body.includes(endToEndId))
      if (!isKnown) {
        report("nothing-paid-is-lost", `the PIX ${endToEndId} was paid on ${chargeId}, and nothing knows of it`)
      }
    }
    const invoices = bodies.filter(({ kind }) => kind === "lightningInvoice").map(({ body }) =>
      JSON.parse(body) as Json
    )
    for (const { paidAt, paymentHash } of node.invoices.values()) {
      if (paidAt === undefined || isReviewed(paymentHash) || facts.some((body) => body.includes(paymentHash))) continue
      const invoice = invoices.find((each) => each["paymentHash"] === paymentHash)
      if (invoice === undefined && node.unreported.has(paymentHash)) continue
      const isBooked = invoice !== undefined && invoice["state"] !== "WAITING" && invoice["state"] !== "EXPIRED"
      if (isBooked || isReviewed(String(invoice?.["id"]))) continue
      report("nothing-paid-is-lost", `the invoice ${paymentHash} was paid, and nothing knows of it`)
    }
  }

  private judgeAccounts(bodies: ReadonlyArray<Body>, isReviewed: (what: string) => boolean): void {
    const { configured, report } = this.parts
    const now = configured()
    for (const { body, kind } of bodies) {
      const waiting = openStates[kind]
      if (waiting === undefined) continue
      const { id, state, via } = JSON.parse(body) as Json
      if (!waiting.has(state) || typeof via !== "string" || now.has(via) || isReviewed(via)) continue
      report(
        "other-accounts-reviewed",
        `${String(id)} is open at ${via}, which is not configured, and no person was told`
      )
    }
  }
}

const fieldOf = (record: unknown, name: string): unknown => Reflect.get(Object(record), name)

/** The transfer for which an open movement is held. */
const resembledBy = ({ reason, state }: Json): unknown => state === "HELD" ? fieldOf(reason, "detail") : undefined

/** The id or hash that a movement names. */
const proofIn = (movement: Json): string | undefined => {
  const receipt = Object(movement["receipt"]) as Json
  const { endToEndId, paymentHash, requestId, returnEndToEndId, transactionHash, transferId } = receipt
  const proof = transactionHash ?? paymentHash ?? transferId ?? requestId ?? returnEndToEndId ?? endToEndId
  return typeof proof === "string" ? proof : undefined
}
