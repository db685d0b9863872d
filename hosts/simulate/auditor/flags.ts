// What accounts were allowed at which time, as far as it is certain: a change of a flag takes effect for whoever reads the
// account afterwards, and one that was read before may still be acted on for a while.
import type { Judge } from "./judge.ts"

/** How long somebody may still act on what he has read. */
const staleMs = 120_000

interface FlagState {
  readonly flags: ReadonlyArray<string>
  readonly since: number
  readonly ever: ReadonlyArray<ReadonlyArray<string>>
}

export class Flags implements Judge {
  private readonly standing = new Map<string, FlagState>()
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  committed: NonNullable<Judge["committed"]> = (_changes, written) => {
    for (const { id, kind, value } of written) {
      if (kind !== "account") continue
      const flags = (value["flags"] ?? []) as ReadonlyArray<string>
      const before = this.standing.get(id)
      if (before?.flags.join() === flags.join()) continue
      this.standing.set(id, { flags, since: this.now(), ever: [...(before?.ever ?? []), flags] })
    }
  }

  /** Whether a flag of an account is on for everybody who could act now. */
  isSurelyOn(owner: string, flag: string): boolean {
    const standing = this.standing.get(owner)
    if (standing?.flags.includes(flag) !== true) return false
    return standing.ever.length === 1 || this.now() - standing.since > staleMs
  }

  /** Whether it was never off. */
  wasAlwaysOn(owner: string, flag: string): boolean {
    return this.standing.get(owner)?.ever.every((flags) => flags.includes(flag)) ?? false
  }
}
