// Endpoints that are slow to answer, and how many of them are waited for at once. Whoever waits holds a place that others
// need, so slow ones share a few and the rest are put off. Kept per process, and forgotten with it.
import { Clock, Effect } from "effect"
import type { NotifierAnswer } from "../../core/ports/notifier.ts"

interface SlowEndpointsConfig {
  readonly slowMs?: number
  readonly atOnce?: number
}

const defaults = { slowMs: 2_000, atOnce: 16 }
/** So many are remembered; the one that was found slow the longest ago is forgotten first. */
const mostRemembered = 10_000

export class SlowEndpoints {
  private readonly config: Required<SlowEndpointsConfig>
  private readonly slow = new Set<string>()
  private waitedFor = 0

  constructor(config: SlowEndpointsConfig = {}) {
    this.config = { ...defaults, ...config }
  }

  /** Runs a post to an endpoint, unless it is slow and enough slow ones are being waited for. */
  watch(endpoint: string, post: Effect.Effect<NotifierAnswer>): Effect.Effect<NotifierAnswer> {
    return Effect.suspend(() => {
      if (!this.slow.has(endpoint)) return this.timed(endpoint, post)
      if (this.waitedFor >= this.config.atOnce) return Effect.succeed<NotifierAnswer>({ _tag: "PutOff" })
      this.waitedFor += 1
      return Effect.ensuring(this.timed(endpoint, post), Effect.sync(() => this.waitedFor -= 1))
    })
  }

  private timed(endpoint: string, post: Effect.Effect<NotifierAnswer>): Effect.Effect<NotifierAnswer> {
    return Effect.gen({ self: this }, function*() {
      const startedAt = yield* Clock.monotonicTimeNanos
      const answer = yield* post
      const tookNanos = (yield* Clock.monotonicTimeNanos) - startedAt
      this.note(endpoint, tookNanos > BigInt(this.config.slowMs) * 1_000_000n)
      return answer
    })
  }

  private note(endpoint: string, isSlow: boolean): void {
    this.slow.delete(endpoint)
    if (!isSlow) return
    const [oldest] = this.slow
    if (this.slow.size >= mostRemembered && oldest !== undefined) this.slow.delete(oldest)
    this.slow.add(endpoint)
  }
}
