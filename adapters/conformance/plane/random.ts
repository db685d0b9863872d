// Numbers that look random and are the same in every run, so that what was found is found again.

export interface Random {
  /** A whole number from 0 up to below `limit`. */
  readonly below: (limit: number) => number
  readonly of: <A>(values: readonly [A, ...ReadonlyArray<A>] | ReadonlyArray<A>) => A
}

/** Numbers of a seed (mulberry32). */
export const randomOf = (seed: number): Random => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) * 2 ** -32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, of: (values) => values[below(values.length)] as (typeof values)[number] }
}

/** So many of what `make` gives. */
export const times = <A>(count: number, make: (n: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, n) => make(n))
