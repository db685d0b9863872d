// What an attack is: one thing that is tried, and the one answer that it may get. The tables of each class are data; a runner
// tries them on a service and gives back those that got something else, so that the same runner can be held against a service
// with a hole in it.

/** One try of a class, and what has to come of it. */
export interface Attempt<Expected> {
  readonly name: string
  readonly expected: Expected
}

/** A try that got something else than it may. */
export interface Breach {
  readonly name: string
  readonly expected: unknown
  readonly got: unknown
}

export interface Outcome {
  readonly tried: number
  readonly breaches: ReadonlyArray<Breach>
}

/** Collects what the tries of a class came to. */
export class Score {
  private tried = 0
  private readonly breaches: Array<Breach> = []

  /** Notes a try, which got through where `holds` is false. */
  note(name: string, holds: boolean, expected: unknown, got: unknown): void {
    this.tried += 1
    if (!holds) this.breaches.push({ name, expected, got })
  }

  /** Notes a try whose outcome has to be exactly this one. */
  expect(name: string, expected: unknown, got: unknown): void {
    this.note(name, JSON.stringify(got) === JSON.stringify(expected), expected, got)
  }

  outcome(): Outcome {
    return { tried: this.tried, breaches: this.breaches }
  }
}

/** Every n-th of a list, so that so many are left of it at most. */
export const sampleOf = <A>(list: ReadonlyArray<A>, most: number): ReadonlyArray<A> => {
  const step = Math.max(1, Math.ceil(list.length / most))
  return list.filter((_, place) => place % step === 0)
}
