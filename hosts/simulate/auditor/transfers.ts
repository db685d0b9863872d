// Transfers against the chain: what was asked for moves once or never, as its state says; the same reference within two
// minutes is one transfer; a holder begins one in thirty seconds.
import type { Effected } from "../actor.ts"
import type { Movement, SimulatedChain } from "../ports/chain.ts"
import type { BySource } from "./by-source.ts"
import type { AskedBy, Judge, Report, Written } from "./judge.ts"
import { unitsIn } from "./money.ts"

interface Seen {
  readonly state: string
  readonly owner: string
  readonly holder: string
  readonly units: bigint
  readonly asset: string
  readonly network: string
  readonly from: string
  readonly to: string
  readonly reference: string | null
  readonly createdAt: number
}

const replayMs = 120_000
const turnMs = 30_000

export interface TransfersParts {
  readonly report: Report
  readonly chain: SimulatedChain
  readonly books: BySource
  readonly askedBy: AskedBy
}

export class Transfers implements Judge {
  private readonly seen = new Map<string, Seen>()
  private readonly byStep = new Map<number, string>()
  /** The last transfer under each reference, and of each holder. */
  private readonly byReference = new Map<string, string>()
  private readonly byHolder = new Map<string, string>()
  private readonly parts: TransfersParts

  constructor(parts: TransfersParts) {
    this.parts = parts
  }

  committed: NonNullable<Judge["committed"]> = (_changes, written) => {
    for (const each of written) if (each.kind === "transfer") this.transferWritten(each)
  }

  heard: NonNullable<Judge["heard"]> = ({ action, step }, heard) => {
    if (action.do !== "ask-transfer" || heard._tag !== "Answered") return
    const data = Object(Reflect.get(Object(heard.answer), "data")) as Readonly<Record<string, unknown>>
    const id = String(data["transactionId"])
    const transfer = this.seen.get(id)
    const isRepeated = Reflect.get(Object(heard.answer), "alreadyProcessed") === true
    if (transfer === undefined || (!isRepeated && this.byStep.get(step) !== id)) {
      return this.parts.report(
        "idempotent-replay",
        `step ${step} was notified of transfer ${id}, which it did not make`
      )
    }
    if (data["status"] === "CONFIRMED" && !this.isMoved(id)) {
      this.parts.report(
        "delivered-once",
        `step ${step} was told that transfer ${id} is CONFIRMED; the chain never moved it`
      )
    }
  }

  /** Called with each transfer as it happens on the chain. */
  moved({ id, request: { address, asset, from, network, units } }: Effected<Movement, unknown>): void {
    const transfer = this.seen.get(id.slice("transfer/".length))
    if (transfer === undefined) return this.parts.report("delivered-once", `${id} moved, and is no transfer`)
    const isAsStored = units === transfer.units && asset === transfer.asset && network === transfer.network &&
      from?.evm === transfer.from && address === transfer.to
    if (!isAsStored) {
      this.parts.report(
        "operation-unchanged",
        `${id} is ${transfer.units} ${transfer.asset} to ${transfer.to}; moved were ${units} ${asset} to ${address}`
      )
    }
  }

  after = (): void => {
    const { books, report } = this.parts
    for (const [id, { asset, network, state, units }] of this.seen) {
      const isMoved = this.isMoved(id)
      if (state !== (isMoved ? "CONFIRMED" : "FAILED")) {
        report("payout-ends", `transfer ${id} is ${state}, and the chain ${isMoved ? "moved" : "never moved"} it`)
      }
      const spent = isMoved && asset === "USDT" && network === "polygon" ? units : 0n
      const difference = books.difference(`transfer/${id}`, { "custody USDT": -spent, "wallet USDT": spent })
      if (difference !== undefined) report("books-are-the-world", `transfer ${id} is ${state}: ${difference}`)
    }
  }

  private transferWritten({ id, isNew, owner, value }: Written): void {
    const before = this.seen.get(id)
    const now: Seen = {
      state: String(value["state"]),
      owner,
      holder: String(value["subAccountId"]),
      units: BigInt(value["units"] as string),
      asset: String(value["asset"]),
      network: String(value["network"]),
      from: String(value["senderAddress"]),
      to: String(value["recipientAddress"]),
      reference: value["reference"] as string | null,
      createdAt: Number(value["createdAt"])
    }
    this.seen.set(id, now)
    if (isNew) return this.made(id, now)
    const { report } = this.parts
    if (before !== undefined && before.state !== "SUBMITTED" && before.state !== now.state) {
      report("terminal-stays", `transfer ${id} went from ${before.state} to ${now.state}`)
    }
    if (now.state === "CONFIRMED" && !this.isMoved(id)) {
      report("delivered-once", `transfer ${id} is CONFIRMED, and the chain has not moved it`)
    }
    if (now.state === "FAILED" && !this.parts.chain.isOver(`transfer/${id}`)) {
      report("ambiguous-is-processing", `transfer ${id} is FAILED, and it may still happen`)
    }
  }

  private made(id: string, transfer: Seen): void {
    const { askedBy, report } = this.parts
    const first = askedBy(id)
    if (first?.action.do !== "ask-transfer") {
      return report("gate-order", `transfer ${id} was made, and no one requested it`)
    }
    const { action } = first
    if (action.pin !== "right") report("gate-order", `transfer ${id} was made with a wrong PIN`)
    const other = this.byStep.get(first.step)
    const isTwice = other !== undefined && this.seen.get(other)?.state !== "FAILED"
    if (isTwice) report("idempotent-replay", `step ${first.step} asked for one transfer: ${other}, and ${id}`)
    this.byStep.set(first.step, id)
    const { amount, asset = "USDT", network = "polygon", recipientAddress, reference } = action.request
    const isAsAsked = transfer.units === unitsIn(asset, amount) && transfer.asset === asset &&
      transfer.network === network && transfer.to === recipientAddress && transfer.reference === (reference ?? null)
    if (!isAsAsked) report("operation-unchanged", `transfer ${id} is not what step ${first.step} requested`)
    this.isAlone(id, transfer)
  }

  private isAlone(id: string, transfer: Seen): void {
    const { report } = this.parts
    const { createdAt, holder, owner, reference } = transfer
    const turn = this.byHolder.get(holder)
    const last = turn === undefined ? undefined : this.seen.get(turn)
    if (last !== undefined && createdAt - last.createdAt < turnMs) {
      report("limits-exact", `transfer ${id} began ${createdAt - last.createdAt} ms after ${turn} of the same holder`)
    }
    this.byHolder.set(holder, id)
    if (reference === null) return
    const named = this.byReference.get(`${owner}/${reference}`)
    const earlier = named === undefined ? undefined : this.seen.get(named)
    if (earlier !== undefined && earlier.state !== "FAILED") {
      if (earlier.state === "SUBMITTED" || createdAt - earlier.createdAt < replayMs) {
        report(
          "idempotent-replay",
          `reference ${reference} made transfer ${named} and, ${createdAt - earlier.createdAt} ms later, transfer ${id}`
        )
      }
    }
    this.byReference.set(`${owner}/${reference}`, id)
  }

  private isMoved(id: string): boolean {
    return this.parts.chain.movements.effects.has(`transfer/${id}`)
  }
}
