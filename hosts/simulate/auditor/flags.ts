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
  private readonly reported = new Map<string, FlagState>()
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  committed: NonNullable<Judge["committed"]> = (_changes, written) => {
    for (const { id, kind, value } of written) {
      if (kind !== "account") continue
      const flags = (value["flags"] ?? []) as ReadonlyArray<string>
      const before = this.reported.get(id)
      if (before?.flags.join() === flags.join()) continue
      this.reported.set(id, { flags, since: this.now(), ever: [...(before?.ever ?? []), flags] })
    }
  }

  /** Whether a flag of an account is on for everybody who could act now. */
  isSurelyOn(owner: string, flag: string): boolean {
    const reported = this.reported.get(owner)
    if (reported?.flags.includes(flag) !== true) return false
    return reported.ever.length === 1 || this.now() - reported.since > staleMs
  }

  /** Whether it was never off. */
  wasAlwaysOn(owner: string, flag: string): boolean {
    return this.reported.get(owner)?.ever.every((flags) => flags.includes(flag)) ?? false
  }
}
