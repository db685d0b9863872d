// Chance that repeats: everything that is left to chance in a simulation is a function of the seed and of the name of what
// is decided. Names stay the same when something else is left out, so a smaller scenario decides the rest as before.

/** 53 bits of a text under a seed: two 32-bit multiply-and-xor lanes, mixed at the end. Not for secrets. */
const mixed = (seed: number, name: string): number => {
  let a = 0xdeadbeef ^ seed
  let b = 0x41c6ce57 ^ seed
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i)
    a = Math.imul(a ^ code, 2_654_435_761)
    b = Math.imul(b ^ code, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0)
}

/** A number from 0 up to 1 for a name. */
export const chanceOf = (seed: number, name: string): number => mixed(seed, name) / 2 ** 53

/** Hex characters for a name, as many as asked. */
export const hexOf = (seed: number, name: string, characters: number): string => {
  let text = ""
  for (let part = 0; text.length < characters; part++) {
    text += mixed(seed, `${name}/${part}`).toString(16).padStart(14, "0")
  }
  return text.slice(0, characters)
}

/** A stream of chance under one name, for whoever draws many things in a row. */
export class Random {
  private drawn = 0
  private readonly seed: number
  private readonly name: string

  constructor(seed: number, name: string) {
    this.seed = seed
    this.name = name
  }

  /** From 0 up to 1. */
  next(): number {
    return chanceOf(this.seed, `${this.name}/${this.drawn++}`)
  }

  /** A whole number from 0 up to `count`, without it. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<A>(choices: ReadonlyArray<A>): A {
    const choice = choices[this.below(choices.length)]
    if (choice === undefined) throw new Error(`nothing to pick for ${this.name}`)
    return choice
  }
}
