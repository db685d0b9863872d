// Time that does not pass by itself: a heap of things to come, and a queue of what can run now. Fibers run on this queue
// alone, so a simulation is one thread that does the same in the same order each time.
import { type Clock, Duration, Effect, type Scheduler } from "effect"

interface Timer {
  readonly at: number
  readonly order: number
  run: (() => void) | undefined
}

const isSooner = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

export class VirtualTime {
  /** Unix milliseconds. */
  now: number
  private readonly heap: Array<Timer> = []
  private ready: Array<() => void> = []
  private isDraining = false
  private order = 0

  constructor(now: number) {
    this.now = now
  }

  /** Runs something at an instant, whole milliseconds, or as soon as possible when it is past. Gives what takes it back. */
  at(ms: number, run: () => void): () => void {
    const timer: Timer = { at: Math.max(Math.ceil(ms), this.now), order: this.order++, run }
    this.push(timer)
    return () => {
      timer.run = undefined
    }
  }

  /** Runs something at this instant, after what is waiting already. */
  soon(run: () => void): void {
    this.ready.push(run)
  }

  /** Whether something waits to run at this instant. */
  get isReady(): boolean {
    return this.ready.length > 0
  }

  /** Runs until nothing can run at this instant any more. */
  drain(): void {
    if (this.isDraining) return
    this.isDraining = true
    while (this.ready.length > 0) {
      const batch = this.ready
      this.ready = []
      for (const run of batch) run()
    }
    this.isDraining = false
  }

  /** When the next thing is to come; undefined when there is none. */
  get nextAt(): number | undefined {
    while (this.heap[0] !== undefined && this.heap[0].run === undefined) this.pop()
    return this.heap[0]?.at
  }

  /** Goes to the next thing to come and runs it with everything that follows at once. */
  advance(): void {
    if (this.nextAt === undefined) return
    const timer = this.pop()
    if (timer?.run === undefined) return
    this.now = Math.max(this.now, timer.at)
    timer.run()
    this.drain()
  }

  private push(timer: Timer): void {
    const heap = this.heap
    let child = heap.length
    heap.push(timer)
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (!isSooner(timer, heap[parent] as Timer)) break
      heap[child] = heap[parent] as Timer
      child = parent
    }
    heap[child] = timer
  }

  private pop(): Timer | undefined {
    const heap = this.heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let parent = 0
    for (;;) {
      let child = 2 * parent + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isSooner(heap[child + 1] as Timer, heap[child] as Timer)) child++
      if (!isSooner(heap[child] as Timer, last)) break
      heap[parent] = heap[child] as Timer
      parent = child
    }
    heap[parent] = last
    return first
  }
}

/** The scheduler of every fiber of a simulation. */
export const schedulerOf = (time: VirtualTime): Scheduler.Scheduler => ({
  executionMode: "async",
  shouldYield: (fiber) => fiber.currentOpCount >= fiber.cache.maxOpsBeforeYield,
  makeDispatcher: () => ({
    scheduleTask: (task) => time.soon(task),
    flush: () => time.drain()
  })
})

/** The clock of one process: what time it believes to be is `skew()` milliseconds off. Sleeping takes what it takes. */
export const clockOf = (time: VirtualTime, skew: () => number = () => 0): Clock.Clock => {
  const millis = () => time.now + skew()
  const nanos = () => BigInt(millis()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => BigInt(time.now) * 1_000_000n,
    monotonicTimeNanos: Effect.sync(() => BigInt(time.now) * 1_000_000n),
    sleep: (duration) => sleep(time, Duration.toMillis(duration))
  }
}

/** Waits for so many milliseconds of virtual time. */
export const sleep = (time: VirtualTime, ms: number): Effect.Effect<void> =>
  ms === Number.POSITIVE_INFINITY ? Effect.never : Effect.callback((resume) => {
    const cancel = time.at(time.now + ms, () => resume(Effect.void))
    return Effect.sync(cancel)
  })
