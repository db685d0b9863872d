// The gates before a payment: nothing is accepted while a gate is closed for as long as the request lasts. A gate that closes
// or opens meanwhile lets it pass or not; what was accepted before goes on.
import type { Judge, Report } from "./judge.ts"

/** Whether a gate was open from an instant on. */
interface Turn {
  readonly at: number
  readonly isOpen: boolean
}

/** What stands before each kind of payment. */
const gatesOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  deposit: ["KYC", "KEY"],
  payout: ["WALLET_PAYOUT_API", "KYC", "KEY", "UNBLOCKED"],
  transfer: ["WALLET_PAYOUT_API", "KEY", "UNBLOCKED"],
  swap: ["SWAP", "KEY", "UNBLOCKED"],
  lightningInvoice: ["KEY"]
}

export class Gates implements Judge {
  private readonly turns = new Map<string, Array<Turn>>()
  private readonly begun = new Map<string, number>()
  private readonly mains = new Map<string, string>()
  private readonly keys = new Map<string, Map<string, number | null>>()
  private readonly report: Report
  private readonly now: () => number
  /** What is being worked on. */
  private label = ""

  constructor(report: Report, now: () => number) {
    this.report = report
    this.now = now
  }

  /** A request begins to be worked on. */
  begins(label: string): void {
    this.begun.set(label, this.now())
  }

  /** Whose work the next commit is. */
  isOf(label: string): void {
    this.label = label
  }

  committed: NonNullable<Judge["committed"]> = (_changes, written) => {
    for (const { id, isNew, kind, owner, value } of written) {
      if (kind === "account") this.account(id, value)
      if (kind === "apiKey") this.key(id, owner, value["revokedAt"] as number | null)
      if (kind === "kycAttempt" && this.mains.get(owner) === value["subAccountId"]) {
        this.turn(`${owner} KYC`, value["status"] === "APPROVED")
      }
      const gates = isNew ? gatesOf[kind] : undefined
      for (const gate of gates ?? []) this.passed(`${kind} ${id}`, owner, gate)
    }
  }

  private account(id: string, value: Readonly<Record<string, unknown>>): void {
    this.mains.set(id, String(value["mainSubAccountId"]))
    const flags = value["flags"] as ReadonlyArray<string>
    for (const flag of ["WALLET_PAYOUT_API", "SWAP"]) this.turn(`${id} ${flag}`, flags.includes(flag))
    this.turn(`${id} UNBLOCKED`, value["blocked"] !== true)
  }

  // A key that ends later is good until then; here is only whether the owner has any that is not revoked.
  private key(id: string, owner: string, revokedAt: number | null): void {
    const keys = this.keys.get(owner) ?? new Map<string, number | null>()
    this.keys.set(owner, keys)
    keys.set(id, revokedAt)
    this.turn(`${owner} KEY`, [...keys.values()].some((at) => at === null || at > this.now()))
  }

  private turn(gate: string, isOpen: boolean): void {
    const turns = this.turns.get(gate) ?? []
    this.turns.set(gate, turns)
    if (turns.at(-1)?.isOpen !== isOpen) turns.push({ at: this.now(), isOpen })
  }

  private passed(what: string, owner: string, gate: string): void {
    const since = this.begun.get(this.label)
    const turns = this.turns.get(`${owner} ${gate}`) ?? []
    if (since === undefined || turns.length === 0) return
    const isOpen = turns.some((turn, index) => turn.isOpen && (turns[index + 1]?.at ?? Infinity) >= since)
    if (isOpen) return
    const closed = turns.at(-1)
    this.report(
      "gate-order",
      `${what} of ${owner} was accepted by ${this.label}, and ${gate} has been closed since ${closed?.at}`
    )
  }
}
