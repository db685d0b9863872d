// What apps are shown: a statement has every operation of its window once and in order, over all of its pages, whatever changes
// meanwhile; a feed of events misses none; and no one is shown what is somebody else's, nor told that it is there. Names,
// numbers and secrets of people are in no delivery and in no refusal.
import type { Exit } from "effect"
import { canaries } from "../canaries.ts"
import type { Judge, Report } from "./judge.ts"

interface Operation {
  readonly subAccountId: string
  readonly createdAt: number
  readonly hasFee: boolean
  /** When it was committed. */
  readonly at: number
}

interface Row {
  readonly id: string
  readonly type: string
  readonly createdAt: string
}

/** A statement as it was read, page after page. */
interface StatementRead {
  readonly step: number
  /** When the first page was requested. */
  readonly since: number
  readonly from: number
  readonly to: number
  readonly rows: ReadonlyArray<unknown>
}

interface EventsRead {
  readonly step: number
  readonly since: number
  readonly ids: ReadonlyArray<string>
}

const month = 30 * 86_400_000
const kinds = ["deposit", "payout", "transfer", "lightningInvoice", "transferReceipt"]
/** Words that belong to people; a PIN is too short to be looked for. */
const secret = [canaries.name, canaries.taxId, canaries.street, canaries.domain, canaries.token, "pontepay_test_"]

export class Readings implements Judge {
  private readonly operations = new Map<string, Operation>()
  private readonly mains = new Map<string, string>()
  private readonly announced = new Map<
    string,
    { readonly owner: string; readonly at: number; readonly createdAt: number }
  >()
  private readonly owners = new Map<string, string>()
  private readonly report: Report
  private readonly now: () => number
  private readonly apartMs: () => number

  constructor(report: Report, now: () => number, apartMs: () => number) {
    this.report = report
    this.now = now
    this.apartMs = apartMs
  }

  committed: NonNullable<Judge["committed"]> = (_changes, written) => {
    for (const { id, isNew, kind, owner, value } of written) {
      if (!isNew) continue
      // A row that an adapter keeps under the id of a record is the operator's.
      if (owner !== "operator" || !this.owners.has(id)) this.owners.set(id, owner)
      if (kind === "account") this.mains.set(id, String(value["mainSubAccountId"]))
      if (kind === "event") this.announced.set(id, { owner, at: this.now(), createdAt: Number(value["createdAt"]) })
      if (kinds.includes(kind)) {
        this.operations.set(kind === "lightningInvoice" ? String(value["paymentHash"]) : id, {
          subAccountId: String(value["subAccountId"]),
          createdAt: Number(value["createdAt"]),
          hasFee: value["fee"] !== undefined && BigInt(value["fee"] as number | string) > 0n,
          at: this.now()
        })
      }
    }
  }

  /** Called with what an account was shown as its statement. */
  statement(owner: string, { from, rows: read, since, step, to }: StatementRead): void {
    const rows = read as ReadonlyArray<Row>
    const main = this.mains.get(owner)
    const seen = new Set<string>()
    for (const [place, { createdAt, id, type }] of rows.entries()) {
      if (seen.has(id)) this.report("statement-complete", `step ${step} was shown ${type} ${id} twice in one statement`)
      seen.add(id)
      const operation = this.operations.get(type === "FEE" ? id.slice(0, -"/fee".length) : id)
      if (operation?.subAccountId !== main) {
        this.report(
          "no-cross-tenant",
          `step ${step} of ${owner} was shown ${id}, which is ${operation?.subAccountId ?? "no one"}'s`
        )
      }
      const before = rows[place - 1]
      if (before !== undefined && before.createdAt < createdAt) {
        this.report(
          "statement-complete",
          `step ${step} was shown ${id} of ${createdAt} after ${before.id} of ${before.createdAt}`
        )
      }
    }
    for (const [id, { at, createdAt, hasFee, subAccountId }] of this.operations) {
      if (subAccountId !== main || at >= since || createdAt < from || createdAt >= to) continue
      if (!seen.has(id)) {
        this.report("statement-complete", `step ${step} of ${owner} was not shown ${id} of ${createdAt}`)
      }
      if (seen.has(`${id}/fee`) !== hasFee) {
        this.report(
          "statement-complete",
          `step ${step} was shown ${id} ${hasFee ? "without its fee" : "with a fee that it has not"}`
        )
      }
    }
  }

  /** Called with the events that an account was shown from the beginning. */
  events(owner: string, { ids, since, step }: EventsRead): void {
    const seen = new Set(ids)
    if (seen.size !== ids.length) this.report("statement-complete", `step ${step} was shown an event twice in one feed`)
    for (const id of ids) {
      if (this.announced.get(id)?.owner !== owner) {
        this.report(
          "no-cross-tenant",
          `step ${step} of ${owner} was shown event ${id} of ${this.announced.get(id)?.owner}`
        )
      }
    }
    for (const [id, event] of this.announced) {
      const isYoung = event.createdAt > since - month + this.apartMs()
      if (event.owner === owner && event.at < since && isYoung && !seen.has(id)) {
        this.report("statement-complete", `step ${step} of ${owner} was not shown event ${id}`)
      }
    }
  }

  /** Called with what a caller was answered for a record, and for one that no one has. */
  record(caller: string, id: string, theirs: Exit.Exit<unknown, unknown>, nobodys: Exit.Exit<unknown, unknown>): void {
    const owner = this.owners.get(id)
    if (theirs._tag === "Success") {
      if (owner !== caller) this.report("no-cross-tenant", `${caller} was shown ${id}, which is ${owner}'s`)
      return
    }
    const [answer, missing] = [textOf(theirs), textOf(nobodys)]
    if (!answer.includes("NotFound") || !missing.includes("NotFound")) return
    if (owner === caller) this.report("read-your-writes", `${caller} has ${id}, and was told that it is not there`)
    else if (answer !== missing) {
      this.report(
        "no-cross-tenant",
        `${caller} asked for ${id} of ${owner} and was told ${answer}; for nothing it is ${missing}`
      )
    }
  }

  /** Called with whatever leaves the service for somebody to read. */
  told(where: string, text: string): void {
    const found = secret.find((word) => text.includes(word))
    if (found !== undefined) this.report("privacy", `${where} has ${found} in it: ${text.slice(0, 200)}`)
  }
}

const textOf = (exit: Exit.Exit<unknown, unknown>): string =>
  JSON.stringify(exit, (_key, value: unknown) => typeof value === "bigint" ? `${value}n` : value)
