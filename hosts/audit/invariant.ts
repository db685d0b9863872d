// What an invariant is to the audit: a name, the sentence that must hold, and a look at the evidence that says where it
// does not. A violation is written for a person who has never seen the code: which record, what is wrong, what was
// expected and what was found.

/** One place where an invariant does not hold. */
export interface Violation {
  /** Kind and id of what is wrong, such as `deposit dep_1`. */
  readonly record: string
  readonly problem: string
  readonly expected: string
  readonly found: string
}

/** What the audit has to say of one invariant. */
export interface Verdict {
  readonly name: string
  readonly holds: string
  /** How many rows were looked at, and what they are. */
  readonly looked: number
  readonly of: string
  readonly violations: ReadonlyArray<Violation>
}

/** The sentence of an invariant and the name of the rows that it is about. */
export interface Statement {
  readonly name: string
  readonly holds: string
  readonly of: string
}

/** Takes down what is looked at and what is found. */
export class Inspection {
  private looked = 0
  private readonly violations: Array<Violation> = []

  /** One more row was looked at. */
  look(rows = 1): void {
    this.looked += rows
  }

  violation(record: string, problem: string, expected: string, found: string): void {
    this.violations.push({ record, problem, expected, found })
  }

  /** A violation unless `holds`. */
  require(holds: boolean, record: string, problem: string, expected: string, found: string): void {
    if (!holds) this.violation(record, problem, expected, found)
  }

  /** A violation unless what was found is what was expected. */
  equal(record: string, problem: string, expected: string, found: string): void {
    this.require(expected === found, record, problem, expected, found)
  }

  verdict({ holds, name, of }: Statement): Verdict {
    return { name, holds, of, looked: this.looked, violations: this.violations }
  }
}

/** An invariant over evidence `E`. */
export interface Invariant<E> extends Statement {
  readonly inspect: (evidence: E, inspection: Inspection) => void
}

/** Judges an invariant. */
export const judge = <E>(invariant: Invariant<E>, evidence: E): Verdict => {
  const inspection = new Inspection()
  invariant.inspect(evidence, inspection)
  return inspection.verdict(invariant)
}

/** How several things are written in a violation: by name, or that there are none. */
export const listed = (things: ReadonlyArray<string>): string => things.length === 0 ? "none" : things.join(", ")
