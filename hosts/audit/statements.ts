// The counts of days that statements keep: `statement-counts`. A day that is over gets no operation any more, so what was
// kept of it is how many there are.
import type { Evidence } from "./evidence.ts"
import type { Invariant } from "./invariant.ts"

const dayMs = 86_400_000
const daysOfBlock = 30

interface Listed {
  readonly subAccountId: string
  readonly createdAt: number
  readonly fee?: number
}

/** How many operations each day of each list of a subaccount has. */
const operationsByDay = ({ of }: Evidence): ReadonlyMap<string, number> => {
  const { deposit, lightningInvoice, payout, transfer, transferReceipt } = of
  const listed: Readonly<Record<string, ReadonlyMap<string, Listed>>> = {
    deposit,
    lightningInvoice,
    payout,
    transfer,
    transferReceipt
  }
  const days = new Map<string, number>()
  for (const [kind, records] of Object.entries(listed)) {
    for (const { createdAt, fee = 0, subAccountId } of records.values()) {
      const list = `${kind}/${fee === 0 ? "statement" : "statementWithFee"}`
      const day = `${subAccountId} ${list} ${createdAt - createdAt % dayMs}`
      days.set(day, (days.get(day) ?? 0) + 1)
    }
  }
  return days
}

const statementCounts: Invariant<Evidence> = {
  name: "statement-counts",
  holds: "what statements keep of days that are over is how many operations these days have",
  of: "kept counts of days",
  inspect: (evidence, inspection) => {
    const there = operationsByDay(evidence)
    for (const { counts, from, id, subAccountId } of evidence.of.statementBlock.values()) {
      const record = `counts ${id}`
      const first = new Date(from).toISOString().slice(0, "2026-11-21".length)
      inspection.equal(record, "its id is not made of its subaccount and first day", `${subAccountId}/${first}`, id)
      for (const [list, days] of Object.entries(counts)) {
        inspection.equal(record, `${list} has not one place for each day`, String(daysOfBlock), String(days.length))
        for (const [index, kept] of days.entries()) {
          if (kept === null) continue
          inspection.look()
          const day = from + index * dayMs
          const found = there.get(`${subAccountId} ${list} ${day}`) ?? 0
          const problem = `${list} is miscounted on ${new Date(day).toISOString().slice(0, "2026-11-21".length)}`
          inspection.equal(record, problem, String(found), String(kept))
        }
      }
    }
  }
}

export const statementInvariants: ReadonlyArray<Invariant<Evidence>> = [statementCounts]
