// Limits: nothing beyond one is made, nothing within it is refused for it, and a charge can be paid for as long as the
// specification says. The turns and references of transfers are judged with them.
import type { Action } from "../actions/action.ts"
import type { ClientRequest, Heard } from "../client.ts"
import type { Judge, Report, Written } from "./judge.ts"
import { unitsIn } from "./money.ts"

const second = 1_000
const day = 86_400 * second
/** What an account may pay out at once, in cents; and transfer, in whole units. */
const payoutCents = 300_000
const transferUnits = "10000"

export class Limits implements Judge {
  private readonly report: Report
  private readonly now: () => number
  private readonly actionOf: (step: number) => Action | undefined

  /** `now`: the latest that any clock may say. */
  constructor(report: Report, now: () => number, actionOf: (step: number) => Action | undefined) {
    this.report = report
    this.now = now
    this.actionOf = actionOf
  }

  committed: NonNullable<Judge["committed"]> = (_changes, written) => {
    for (const each of written) {
      if (each.kind === "payout" && each.isNew) this.payoutMade(each)
      else if (each.kind === "transfer" && each.isNew) this.transferMade(each)
      else if (each.kind === "deposit") this.depositWritten(each)
    }
  }

  /** What a step heard in the end. */
  told({ step }: ClientRequest, heard: Heard): void {
    const action = this.actionOf(step)
    if (heard._tag !== "Refused" || action === undefined) return
    if (
      action.do === "ask-payout" && heard.tag === "PerTransactionLimitExceeded" && action.request.value <= payoutCents
    ) {
      this.report("limits-exact", `step ${step} was refused ${action.request.value} cents; ${payoutCents} are allowed`)
    }
    if (action.do === "ask-transfer" && heard.tag !== "Unauthorized") {
      const { amount, asset = "USDT" } = action.request
      const isWithin = unitsIn(asset, amount) <= unitsIn(asset, transferUnits)
      // The amount is looked at before anything else.
      if (isWithin === (heard.tag === "ValidationFailed")) {
        this.report(
          "limits-exact",
          `step ${step} asked for ${amount} ${asset}, ${transferUnits} are allowed, and was refused with ${heard.tag}`
        )
      }
    }
  }

  private payoutMade({ id, value }: Written): void {
    const cents = Number(value["value"])
    if (cents > payoutCents) {
      this.report("limits-exact", `payout ${id} of ${cents} cents was made; ${payoutCents} are allowed at once`)
    }
  }

  private depositWritten({ id, value }: Written): void {
    const lasted = this.now() - Number(value["createdAt"])
    if (value["state"] === "EXPIRED" && value["endToEndId"] === null && lasted < day - second) {
      this.report(
        "limits-exact",
        `deposit ${id} expired ${lasted} ms after it was made; a charge can be paid for a day`
      )
    }
  }

  private transferMade({ id, value }: Written): void {
    const asset = String(value["asset"])
    if (BigInt(String(value["units"])) > unitsIn(asset, transferUnits)) {
      this.report(
        "limits-exact",
        `transfer ${id} of ${String(value["units"])} units of ${asset} is more than ${transferUnits}`
      )
    }
  }
}
