// Swaps against the world: no DePix leaves a wallet twice for one request, what moved is never said to have failed, what was
// confirmed stays so, the bounds of the request hold, and a seed is used once and in time.
import type { SparkReceipt, UserPayment, UserPaymentReceipt } from "../../../core/ports/spark-wallet.ts"
import type { PoolReceipt, PoolSwap } from "../../../core/ports/swap-pool.ts"
import type { Actor } from "../actor.ts"
import type { SparkMovement } from "../ports/spark-wallet.ts"
import type { Judge, Report } from "./judge.ts"

type Leg = "PENDING" | "SENT" | "CONFIRMED" | "FAILED"

interface Seen {
  readonly request: string
  readonly state: string
  readonly units: bigint
  readonly minimum: bigint
  readonly allowance: bigint
  readonly isSpark: boolean
  readonly destination: string
  readonly own: string
}

export interface SwapsParts {
  readonly report: Report
  readonly transfers: Actor<SparkMovement, SparkReceipt>
  readonly pool: Actor<PoolSwap, PoolReceipt>
  readonly payments: Actor<UserPayment, UserPaymentReceipt>
  readonly satsOf: (bolt11: string) => bigint
}

const fiveMinutes = 300_000
/** From the look at the clock to the signature: the leg is put on record in between. */
const onTheWayMs = 60_000
const ends = ["COMPLETED", "FAILED", "STRANDED"]

const read = (value: Readonly<Record<string, unknown>>): Seen => ({
  request: `${String(value["owner"])}/${String(value["clientRequestId"])}`,
  state: String(value["state"]),
  units: BigInt(value["units"] as string),
  minimum: BigInt(value["minAmountOut"] as string),
  allowance: BigInt(value["maxLightningFee"] as string),
  isSpark: value["network"] === "spark",
  destination: String(value["destination"]),
  own: String(value["sparkAddress"])
})

/** What the movement of a leg says of it. */
const legOf = ({ state }: Readonly<Record<string, unknown>>): Leg =>
  state === "DONE" ? "CONFIRMED" : state === "REFUSED" || state === "CANCELLED" ? "FAILED" : "SENT"

export class Swaps implements Judge {
  private readonly seen = new Map<string, Seen>()
  /** The legs of each swap whose movements are on record. */
  private readonly legs = new Map<string, Array<Leg>>()
  private readonly byRequest = new Map<string, string>()
  /** Authorizations: until when they last, and whether they were given up. */
  private readonly authorized = new Map<string, { readonly since: number; isUsed: boolean }>()
  private readonly signatures = new Map<string, number>()
  private readonly parts: SwapsParts

  constructor(parts: SwapsParts) {
    this.parts = parts
  }

  committed: NonNullable<Judge["committed"]> = (_changes, written) => {
    for (const { id, isNew, kind, value } of written) {
      if (kind === "swapAuthorization") this.authorizes(id, isNew, value)
    }
    for (const { kind, value } of written) {
      if (kind === "movement" && value["subjectKind"] === "swap") this.moved(String(value["subject"]), value)
    }
    for (const { id, kind, value } of written) if (kind === "swap") this.wrote(id, read(value))
  }

  /** Called when a seed signs for a movement; `now` is Unix milliseconds by the clock of whoever signs. */
  signed(operationId: string, now: number): void {
    const { report } = this.parts
    const count = (this.signatures.get(operationId) ?? 0) + 1
    this.signatures.set(operationId, count)
    const [leg, id = ""] = operationId.split("/")
    if (count > 1) report("authorization-expiry", `${operationId} was signed ${count} times`)
    const authorized = this.authorized.get(id)
    if (authorized === undefined) {
      report("authorization-expiry", `${operationId} was signed, and no one ever authorized it`)
      return
    }
    const age = now - authorized.since
    if (leg === "leg-0" && age > fiveMinutes + onTheWayMs) {
      report("authorization-expiry", `${operationId} was signed ${age} ms after its holder had authorized it`)
    }
  }

  after = (): void => {
    for (const [id, { isSpark, state }] of this.seen) {
      if (!ends.includes(state)) {
        this.parts.report("payout-ends", `swap ${id} is still ${state} when nothing is to come`)
      }
      this.judgeEnd(id, state, isSpark)
    }
    for (const { id, request } of this.parts.transfers.effects.values()) {
      if (request.of === "DEPIX" && !this.seen.has(id.split("/")[1] ?? "")) {
        this.parts.report("swap-never-repeated", `${id} moved DePix, and there is no such swap`)
      }
    }
  }

  private authorizes(id: string, isNew: boolean, value: Readonly<Record<string, unknown>>): void {
    if (isNew) this.authorized.set(id, { since: Number(value["createdAt"]), isUsed: false })
    const known = this.authorized.get(id)
    if (known === undefined) return
    if (known.isUsed && value["sealed"] !== null) {
      this.parts.report("authorization-expiry", `the authorization of ${id} was used, and is there again`)
    }
    known.isUsed ||= value["sealed"] === null
  }

  private wrote(id: string, now: Seen): void {
    const { report } = this.parts
    const before = this.seen.get(id)
    const first = this.byRequest.get(now.request)
    this.byRequest.set(now.request, first ?? id)
    if (first !== undefined && first !== id) {
      report("swap-never-repeated", `the request ${now.request} is swap ${first}, and now ${id} as well`)
    }
    this.seen.set(id, now)
    if (before !== undefined) this.stays(id, before, now)
    if (ends.includes(now.state) && before?.state !== now.state) this.judgeEnd(id, now.state, now.isSpark)
    if (now.state === "COMPLETED" && before?.state !== "COMPLETED") this.judgeBounds(id, now)
  }

  private moved(id: string, movement: Readonly<Record<string, unknown>>): void {
    const { report } = this.parts
    const legs = this.legs.get(id) ?? []
    this.legs.set(id, legs)
    const number = Number(String(movement["purpose"]).slice("leg-".length))
    const then = legOf(movement)
    if (legs[number] === "CONFIRMED" && then !== "CONFIRMED") {
      report("swap-never-repeated", `leg ${number} of ${id} was confirmed, and is ${then}`)
    }
    if (number > 0 && legs[number - 1] !== "CONFIRMED") {
      report("swap-never-repeated", `leg ${number} of ${id} was sent before the one ahead of it was confirmed`)
    }
    legs[number] = then
    if (this.authorized.get(id)?.isUsed === false) {
      report("authorization-expiry", `leg ${number} of ${id} was begun, and its authorization is still there`)
    }
  }

  private stays(id: string, before: Seen, now: Seen): void {
    const { report } = this.parts
    if (ends.includes(before.state) && now.state !== before.state) {
      report("terminal-stays", `swap ${id} left ${before.state} for ${now.state}`)
    }
  }

  private judgeEnd(id: string, state: string, isSpark: boolean): void {
    const { report } = this.parts
    const begun = this.legs.get(id) ?? []
    const legs = Array.from({ length: isSpark ? 3 : 4 }, (_, number): Leg => begun[number] ?? "PENDING")
    const hasMoved = this.happened(id, 0)
    const isDoubtful = legs.some((leg) => leg === "CONFIRMED" || leg === "SENT")
    if (state === "FAILED" && hasMoved) {
      report("swap-never-repeated", `swap ${id} is FAILED, and its DePix has left the wallet`)
    }
    if (state === "FAILED" && isDoubtful) {
      report("swap-never-repeated", `swap ${id} is FAILED with legs ${legs.join(", ")}`)
    }
    if (state === "STRANDED" && !isDoubtful) {
      report("swap-never-repeated", `swap ${id} is STRANDED, and none of its legs may have moved`)
    }
    if (state === "COMPLETED" && legs.some((leg) => leg !== "CONFIRMED")) {
      report("swap-never-repeated", `swap ${id} is COMPLETED with legs ${legs.join(", ")}`)
    }
    for (const [number, leg] of legs.entries()) {
      if (leg === "CONFIRMED" && !this.happened(id, number)) {
        report("swap-never-repeated", `leg ${number} of ${id} is CONFIRMED, and it never happened`)
      }
      if (leg === "FAILED" && this.happened(id, number)) {
        report("swap-never-repeated", `leg ${number} of ${id} is FAILED, and it happened`)
      }
      if (number > 0 && this.happened(id, number) && !this.happened(id, number - 1)) {
        report("swap-never-repeated", `leg ${number} of ${id} happened without the one before it`)
      }
    }
  }

  private judgeBounds(id: string, { allowance, destination, isSpark, minimum, own, units }: Seen): void {
    const { report } = this.parts
    const received = this.parts.transfers.effects.get(`leg-0/${id}`)?.request
    if (received?.of !== "DEPIX" || received.units !== units || received.from !== own) {
      report("swap-never-repeated", `swap ${id} of ${units} units took something else of the wallet ${own}`)
    }
    const output = this.parts.pool.effects.get(`leg-1/${id}`)?.receipt.sats ?? 0n
    const sent = this.parts.transfers.effects.get(`leg-2/${id}`)?.request
    const delivered = sent?.of === "BTC" ? sent.sats : 0n
    const to = sent?.of === "BTC" ? sent.to : ""
    if (delivered !== output || to !== (isSpark ? destination : own)) {
      report("swap-never-repeated", `swap ${id} brought ${output} sats, and ${delivered} were sent to ${to}`)
    }
    if (isSpark && delivered < minimum) {
      report("swap-never-repeated", `swap ${id} delivered ${delivered} sats, and at least ${minimum} were agreed`)
    }
    if (isSpark) return
    const payment = this.parts.payments.effects.get(`leg-3/${id}`)
    if (payment === undefined) return
    const paid = this.parts.satsOf(payment.request.bolt11)
    if (paid < minimum || paid + allowance !== output) {
      report(
        "swap-never-repeated",
        `swap ${id} paid ${paid} of ${output} sats; at least ${minimum} were agreed and ${allowance} kept`
      )
    }
    if (payment.receipt.fee > allowance || payment.request.maximumFee !== allowance) {
      report("swap-never-repeated", `swap ${id} spent ${payment.receipt.fee} sats on routing of ${allowance} allowed`)
    }
  }

  private happened(id: string, leg: number): boolean {
    const { payments, pool, transfers } = this.parts
    const operation = `leg-${leg}/${id}`
    return leg === 1
      ? pool.effects.has(operation)
      : leg === 3
      ? payments.effects.has(operation)
      : transfers.effects.has(operation)
  }
}
