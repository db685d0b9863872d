// What addresses hold of something that a process has only so much of: connections, requests, bytes. Invariant: no address holds
// more than its share, and strangers together leave the rest to addresses that a right credential has come from (0250).

/** The most that one stranger's address, one known address, all strangers together and everybody may hold. */
export interface Bounds {
  readonly address: number
  readonly knownAddress: number
  readonly strangers: number
  readonly all: number
}

/** Who holds something. */
export interface Holder {
  /** The name of the address; undefined where it is not known, or stands for many: then it has no share of its own. */
  readonly name: string | undefined
  readonly isKnown: boolean
}

/** Whose share has no room left. */
export type Full = "address" | "strangers" | "all"

/** What is held of one thing. */
export class Shares {
  private readonly bounds: Bounds
  private readonly byAddress = new Map<string, number>()
  private strangers = 0
  private all = 0

  constructor(bounds: Bounds) {
    this.bounds = bounds
  }

  /** Whose share has no room for so much more; undefined where there is room. */
  full({ isKnown, name }: Holder, amount = 1): Full | undefined {
    const { address, all, knownAddress, strangers } = this.bounds
    if (name !== undefined && this.of(name) + amount > (isKnown ? knownAddress : address)) return "address"
    if (!isKnown && this.strangers + amount > strangers) return "strangers"
    return this.all + amount > all ? "all" : undefined
  }

  /** Takes so much, or gives it back where it is negative. */
  change({ isKnown, name }: Holder, amount: number): void {
    this.all += amount
    if (!isKnown) this.strangers += amount
    if (name === undefined) return
    const held = this.of(name) + amount
    if (held === 0) this.byAddress.delete(name)
    else this.byAddress.set(name, held)
  }

  private of(name: string): number {
    return this.byAddress.get(name) ?? 0
  }
}
