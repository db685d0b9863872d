// The model's books of TRX, bandwidth, stakes and energy. What is left out: what was used recovers within a day on the network, and
// never here.

/** Prices and sizes, in sun where they are prices. */
export const rules = {
  energySun: 100n,
  byteSun: 1_000n,
  newAccountSun: 1_000_000n,
  newAccountBytesSun: 100_000n,
  freeBytes: 600n,
  /** Ten energy for each TRX that is staked. */
  totalEnergy: 180_000_000_000n,
  totalWeight: 18_000_000_000n
} as const

const energyOf = (stakedSun: bigint): bigint => stakedSun * rules.totalEnergy / (rules.totalWeight * 1_000_000n)

export interface Account {
  exists: boolean
  sun: bigint
  freeBytesUsed: bigint
  energyUsed: bigint
  stakedSun: bigint
  /** Of its stake, to whom. */
  readonly lent: Map<string, bigint>
  borrowedSun: bigint
}

export class Accounts {
  private readonly all = new Map<string, Account>()

  /** An account by its 21 bytes in hex; one that never got anything does not exist, and has nothing. */
  of(address: string): Account {
    const found = this.all.get(address) ?? {
      exists: false,
      sun: 0n,
      freeBytesUsed: 0n,
      energyUsed: 0n,
      stakedSun: 0n,
      lent: new Map(),
      borrowedSun: 0n
    }
    this.all.set(address, found)
    return found
  }

  energyLimit(address: string): bigint {
    const { borrowedSun, stakedSun } = this.of(address)
    return energyOf(stakedSun - this.lentSun(address) + borrowedSun)
  }

  energyLeft(address: string): bigint {
    const left = this.energyLimit(address) - this.of(address).energyUsed
    return left > 0n ? left : 0n
  }

  lentSun(address: string): bigint {
    return [...this.of(address).lent.values()].reduce((sum, each) => sum + each, 0n)
  }

  /** What an account has to burn for the bytes of a transaction. */
  bytesSun(address: string, size: bigint): bigint {
    return rules.freeBytes - this.of(address).freeBytesUsed >= size ? 0n : size * rules.byteSun
  }

  /** Takes the bytes of a transaction from what is free, or burns TRX for all of them; gives what was burnt. */
  payBytes(address: string, size: bigint): bigint {
    const account = this.of(address)
    const sun = this.bytesSun(address, size)
    if (sun === 0n) account.freeBytesUsed += size
    account.sun -= sun
    return sun
  }

  /** Takes energy from what is staked and lent, and burns TRX for the rest; gives what was burnt. */
  payEnergy(address: string, energy: bigint): bigint {
    const account = this.of(address)
    const left = this.energyLeft(address)
    const staked = energy < left ? energy : left
    account.energyUsed += staked
    const sun = (energy - staked) * rules.energySun
    account.sun -= sun
    return sun
  }

  lend(from: string, to: string, sun: bigint): void {
    const { lent } = this.of(from)
    lent.set(to, (lent.get(to) ?? 0n) + sun)
    this.of(to).borrowedSun += sun
  }

  /** What of the lent energy was used goes back with it, as used. */
  takeBack(from: string, to: string, sun: bigint): void {
    const lender = this.of(from)
    const borrower = this.of(to)
    lender.lent.set(to, (lender.lent.get(to) ?? 0n) - sun)
    borrower.borrowedSun -= sun
    const used = borrower.energyUsed < energyOf(sun) ? borrower.energyUsed : energyOf(sun)
    borrower.energyUsed -= used
    lender.energyUsed += used
  }
}
