// The other side of one movement, which outlives whoever talks to it: what was sent to it stands line by line in a journal,
// and it stands where the explorer's rail stands after all of it.
import { appendFileSync, readFileSync } from "node:fs"
import type { LookUp, Sending } from "../../../core/ports/outcome.ts"
import { type Fate, Rail } from "../../explore/rail.ts"

/** Lines that are there to stay. */
export interface Journal {
  readonly lines: () => ReadonlyArray<string>
  readonly add: (line: string) => void
}

export const journalAt = (path: string): Journal => ({
  lines: () => readFileSync(path, { encoding: "utf8", flag: "a+" }).split("\n").filter((line) => line !== ""),
  add: (line) => appendFileSync(path, `${line}\n`)
})

const landed = "landed"
const invoice = "invoice "

export class OtherSide {
  private readonly journal: Journal
  readonly keepsIds: boolean
  private readonly fate: Fate

  /** `fate` is what becomes of the first request; those after it are done. */
  constructor(journal: Journal, keepsIds: boolean, fate: Fate) {
    this.journal = journal
    this.keepsIds = keepsIds
    this.fate = fate
  }

  send(): Sending<string> {
    const { answer, rail } = this.replayed()
    const fate = answer === undefined ? this.fate : "done"
    this.journal.add(fate)
    return rail.send(fate)
  }

  lookUp(): LookUp<string> {
    return this.replayed().rail.lookUp()
  }

  /** What was on its way arrives. */
  land(): void {
    if (this.replayed().rail.onItsWay > 0) this.journal.add(landed)
  }

  /** An invoice is asked to be paid. */
  paying(bolt11: string): void {
    this.journal.add(`${invoice}${bolt11}`)
  }

  /** How many invoices were asked to be paid: only one may ever be. */
  get invoices(): number {
    return new Set(this.journal.lines().filter((line) => line.startsWith(invoice))).size
  }

  get effects(): number {
    return this.replayed().rail.effects
  }

  private replayed(): { readonly rail: Rail; readonly answer: Sending<string> | undefined } {
    const rail = new Rail(this.keepsIds)
    let answer: Sending<string> | undefined
    for (const line of this.journal.lines()) {
      if (line === landed) rail.land()
      else if (!line.startsWith(invoice)) answer = rail.send(line as Fate)
    }
    return { rail, answer }
  }
}
