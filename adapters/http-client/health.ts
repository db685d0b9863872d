// How calls to one provider went: the last five minutes, minute by minute.
import type { ProviderState } from "../../core/ports/provider-state.ts"
import { daysOf, minutesOf } from "../../core/base/time/instant.ts"
import { type Breaker, mostFailures } from "./breaker.ts"

const minutes = 5

const minuteOf = (at: number): number => Math.floor(minutesOf(at))

interface Minute {
  readonly of: number
  calls: number
  failures: number
}

/** Counts the calls of one provider. */
export class Health {
  private readonly kept: Array<Minute> = []
  private lastSuccessAt: number | null = null
  private problem: string | null = null

  /** Notes how a call ended; a problem is why it failed. */
  note(now: number, problem: string | null): void {
    const of = minuteOf(now)
    const last = this.kept.at(-1)
    const minute = last?.of === of ? last : { of, calls: 0, failures: 0 }
    if (minute !== last) this.kept.push(minute)
    if (this.kept.length > minutes) this.kept.shift()
    minute.calls++
    if (problem !== null) minute.failures++
    else this.lastSuccessAt = now
    this.problem = problem
  }

  state(breaker: Breaker, certificateEnd: number | null, now: number): ProviderState {
    const recent = this.kept.filter(({ of }) => of > minuteOf(now) - minutes)
    const sum = (count: (minute: Minute) => number) => recent.reduce((total, minute) => total + count(minute), 0)
    const { lastSuccessAt, problem } = this
    return {
      state: breaker.failures >= mostFailures
        ? "away"
        : problem !== null
        ? "failing"
        : lastSuccessAt === null
        ? "unused"
        : "ready",
      lastSuccessAt,
      calls: sum(({ calls }) => calls),
      failures: sum(({ failures }) => failures),
      certificateDaysLeft: certificateEnd === null ? null : daysOf(certificateEnd - now),
      problem
    }
  }
}
