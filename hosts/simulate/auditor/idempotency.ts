// One request, one record: whatever is asked again under an Idempotency-Key, or under the caller's own id, makes nothing
// twice; and who asks is answered with what is his.
import type { ClientRequest, Heard } from "../client.ts"
import type { Judge, Report } from "./judge.ts"

/** Kinds of records that requests make, and the field that holds the caller's own id. */
const made: Readonly<Record<string, string | undefined>> = {
  deposit: "externalId",
  payout: "externalId",
  swap: "clientRequestId",
  transfer: undefined,
  lightningInvoice: undefined
}

/** Fields of answers that name a record. */
const names = ["walletCharge", "transactionId", "swapId", "invoiceId"]

export class Idempotency implements Judge {
  private readonly byOwnId = new Map<string, string>()
  private readonly byKey = new Map<string, string>()
  private readonly owners = new Map<string, string>()
  private readonly accounts = new Map<string, number>()
  private readonly report: Report
  private readonly stepOf: (id: string) => number | undefined
  private readonly keyOf: (step: number) => string | undefined

  /** `keyOf` gives account and Idempotency-Key of a step. */
  constructor(
    report: Report,
    stepOf: (id: string) => number | undefined,
    keyOf: (step: number) => string | undefined
  ) {
    this.report = report
    this.stepOf = stepOf
    this.keyOf = keyOf
  }

  committed: NonNullable<Judge["committed"]> = (_changes, written) => {
    for (const { id, isNew, kind, owner, value } of written) {
      if (!isNew || !(kind in made)) continue
      this.owners.set(id, owner)
      const field = made[kind]
      const ownId = field === undefined ? undefined : value[field]
      if (typeof ownId === "string") this.once(this.byOwnId, `${owner} ${kind} ${ownId}`, id, `${field} ${ownId}`)
      const step = this.stepOf(id)
      const key = step === undefined ? undefined : this.keyOf(step)
      if (key !== undefined) this.once(this.byKey, `${kind} ${key}`, id, `key ${key}`)
    }
  }

  /** What an account was answered is of one key owner, always the same. */
  told({ account, step }: ClientRequest, heard: Heard): void {
    if (heard._tag !== "Answered") return
    for (const name of names) {
      const id: unknown = Reflect.get(Object(heard.answer), name)
      const owner = typeof id === "string" ? this.owners.get(id) : undefined
      if (owner === undefined) continue
      const known = this.accounts.get(owner) ?? account
      this.accounts.set(owner, known)
      if (known !== account) {
        this.report(
          "no-cross-tenant",
          `step ${step} of account ${account} was answered with ${String(id)}, which is account ${known}'s`
        )
      }
    }
  }

  private once(seen: Map<string, string>, name: string, id: string, said: string): void {
    const before = seen.get(name)
    seen.set(name, id)
    if (before !== undefined) this.report("idempotent-replay", `${said} made ${id}, and it had made ${before} before`)
  }
}
