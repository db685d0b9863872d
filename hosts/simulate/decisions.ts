// Who decides what goes wrong: drawn by the seed, or told again from a list. Each decision has a place, and what was
// injected where is kept.
import type { Fault, FaultRates } from "./faults.ts"
import { chanceOf } from "./random.ts"

/** Where a fault was injected, and which. */
export interface Injected {
  readonly place: string
  readonly fault: Fault
  /** Unix milliseconds. */
  readonly at: number
}

/** Faults that are told: place to kind. Nothing else goes wrong. */
export type Script = Readonly<Record<string, Fault>>

export class Decisions {
  readonly injected: Array<Injected> = []
  private readonly seed: number
  private readonly source: FaultRates | { readonly script: Script }
  private readonly now: () => number
  private isQuiet = false

  constructor(seed: number, source: FaultRates | { readonly script: Script }, now: () => number) {
    this.seed = seed
    this.source = source
    this.now = now
  }

  /** The fault at a place, if any of those that are possible there. */
  at<F extends Fault>(place: string, possible: ReadonlyArray<F>): F | undefined {
    const fault = this.isQuiet ? undefined : this.decided(place, possible)
    if (fault !== undefined) this.happened(place, fault)
    return fault
  }

  /** Keeps something that went wrong by itself. */
  happened(place: string, fault: Fault): void {
    this.injected.push({ place, fault, at: this.now() })
  }

  /** From 0 up to 1, the same for the same name whatever else happens. */
  chance(name: string): number {
    return chanceOf(this.seed, name)
  }

  /** A whole number between two, both included. */
  between(name: string, least: number, most: number): number {
    return least + Math.floor(this.chance(name) * (most - least + 1))
  }

  /** Nothing goes wrong from now on. */
  calm(): void {
    this.isQuiet = true
  }

  private decided<F extends Fault>(place: string, possible: ReadonlyArray<F>): F | undefined {
    if ("script" in this.source) {
      const told = this.source.script[place]
      return possible.find((fault) => fault === told)
    }
    let left = this.chance(place)
    for (const fault of possible) {
      left -= this.source[fault] ?? 0
      if (left < 0) return fault
    }
    return undefined
  }
}
