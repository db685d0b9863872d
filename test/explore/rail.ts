// The other side of one movement: what was sent and not yet arrived, what happened, and what it knows by our id. It may
// keep ids, and then makes one effect of all requests, or not, and then every arrival is an effect.
import {
  type LookUp,
  type Outcome,
  type Sending,
  absent,
  done,
  held,
  refused,
  unknown
} from "../../core/ports/outcome.ts"

/**
 * What becomes of a request that is sent. `later`: no one answers, and it arrives some time within half a minute. `held`: nothing is
 * sent, for want of float.
 */
export const fates = ["done", "refused", "lost", "lostRefusal", "cut", "later", "held"] as const
export type Fate = (typeof fates)[number]

export class Rail {
  /** How often value moved. */
  effects = 0
  isRefused = false
  onItsWay = 0
  readonly keepsIds: boolean

  constructor(keepsIds: boolean) {
    this.keepsIds = keepsIds
  }

  send(fate: Fate): Sending<string> {
    switch (fate) {
      case "done":
        return this.arrive(true)
      case "refused":
        return this.arrive(false)
      case "lost":
        this.arrive(true)
        return unknown("noAnswer", "it was lost")
      case "lostRefusal":
        this.arrive(false)
        return unknown("noAnswer", "it was lost")
      case "cut":
        return unknown("noAnswer", "the line was cut")
      case "later":
        this.onItsWay++
        return unknown("noAnswer", "in time")
      case "held":
        return held("float", "5 USDT are missing")
    }
  }

  /** What was on its way arrives. */
  land(): void {
    for (; this.onItsWay > 0; this.onItsWay--) this.arrive(true)
  }

  lookUp(): LookUp<string> {
    return this.effects === 0 && !this.isRefused ? absent : this.reported()
  }

  private arrive(isTaken: boolean): Outcome<string> {
    const isKnown = this.effects > 0 || this.isRefused
    if (this.keepsIds && isKnown) return this.reported()
    if (isTaken) this.effects++
    else if (!isKnown) this.isRefused = true
    return this.reported()
  }

  private reported(): Outcome<string> {
    return this.effects > 0 ? done("receipt") : refused("refusedByReceiver")
  }

  get text(): string {
    return `${this.effects} ${this.isRefused} ${this.onItsWay}`
  }
}
