// What one transaction keeps in mind: balances and places are read once and written once, however many change sets share
// the transaction, and the worker hears of new work only when it is committed.

/** A balance as it stands within the transaction: smallest units, debit positive. */
export interface PendingBalance {
  readonly n: bigint
  amount: bigint
  changed: boolean
}

/** Thrown where a change set met what stands already. The group then runs again and looks before it writes. */
export class Conflict extends Error {}

export class Turn {
  /** Whether each change set looks whether it will be refused before it writes anything. */
  readonly careful: boolean
  /** By account and asset, as far as they were asked for and exist. */
  readonly balances = new Map<string, PendingBalance>()
  /** The place in a list that was given last; undefined until the first. */
  place: bigint | undefined = undefined
  /** Unix milliseconds at which jobs that came in or were released may run. */
  readonly due: Array<number> = []

  constructor(careful: boolean) {
    this.careful = careful
  }
}
