// Round trips shared by whoever asks at the same time. What arrives in one turn of the event loop goes together, and
// what arrives while all lanes are busy goes with the next; the queue is bounded by the time that anything waits in it.

/** Something that waits to be sent. */
export interface QueuedRequest {
  /** Ends it unsent: nothing happened. */
  readonly refuse: (cause: unknown) => void
}

interface Waiting<Q> {
  readonly asked: Q
  /** Milliseconds of the monotonic clock. */
  readonly since: number
}

interface Limits {
  readonly lanes: number
  readonly batch: number
}

const maxWaitMs = 800
/** What waits in memory at most, whatever comes: beyond it the answer is the same, only at once. */
const maxWaiting = 10_000

const busy = (): Error => new Error("the database is busy")

/** `run` settles every member of its batch and never rejects; false says that nothing can be sent at the moment. */
export class Lanes<Q extends QueuedRequest> {
  private waiting: Array<Waiting<Q>> = []
  private busy = 0
  private starting = false
  private expiry: NodeJS.Timeout | undefined
  private readonly run: (batch: ReadonlyArray<Q>) => Promise<boolean>
  private readonly limits: Limits

  constructor(limits: Limits, run: (batch: ReadonlyArray<Q>) => Promise<boolean>) {
    this.limits = limits
    this.run = run
  }

  push(asked: Q): void {
    if (this.waiting.length >= maxWaiting) return asked.refuse(busy())
    this.waiting.push({ asked, since: performance.now() })
    this.expiry ??= setTimeout(() => this.expire(), maxWaitMs).unref()
    if (this.starting) return
    this.starting = true
    setImmediate(() => {
      this.starting = false
      this.start()
    })
  }

  /** Forgets what no one waits for any more; without effect once it was sent. */
  drop(asked: Q): void {
    this.waiting = this.waiting.filter((waiting) => waiting.asked !== asked)
  }

  private start(): void {
    while (this.busy < this.limits.lanes && this.waiting.length > 0) {
      void this.send(this.waiting.splice(0, this.limits.batch).map(({ asked }) => asked))
    }
  }

  private async send(batch: ReadonlyArray<Q>): Promise<void> {
    this.busy++
    const sent = await this.run(batch)
    this.busy--
    if (!sent) this.refuse(this.waiting.splice(0), new Error("the database is away"))
    this.start()
  }

  private expire(): void {
    const late = performance.now() - maxWaitMs
    const first = this.waiting.findIndex(({ since }) => since > late)
    this.refuse(this.waiting.splice(0, first === -1 ? this.waiting.length : first), busy())
    const next = this.waiting[0]
    this.expiry = next && setTimeout(() => this.expire(), next.since - late + 1).unref()
  }

  private refuse(waiting: ReadonlyArray<Waiting<Q>>, cause: Error): void {
    for (const { asked } of waiting) asked.refuse(cause)
  }
}
