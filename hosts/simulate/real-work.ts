// What the machine does for an app or adapter in real time: hashes of Web Crypto, files, timers. Virtual time must not pass
// meanwhile, or the run would depend on how fast the machine is. Node tells of each such piece of work as it begins.
import { AsyncLocalStorage, createHook } from "node:async_hooks"
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises"

/** One piece of work that has begun and not come back. */
interface Begun {
  readonly type: string
  /** Unix milliseconds of virtual time. */
  readonly at: number
  /** Milliseconds of the machine. */
  readonly since: number
  /** What Node does it with. */
  readonly resource: object
}

/** Kinds that come back once, by the names that Node gives them; sockets and other lasting things do not. */
const comesBack =
  /^(?:FSREQCALLBACK|FSREQPROMISE|FILEHANDLECLOSEREQ|Immediate|Timeout|ZLIB)$|(?:REQUEST|REQWRAP|CONNECTWRAP|QUERYWRAP|SENDWRAP)$/
/** The longest that virtual time stands still. */
const patienceMs = 5_000
/** Work that takes longer is looked at less often. */
const eagerMs = 20

// One that is cleared, or lets the process end before it goes off, is none that anybody waits for.
const isLiveTimer = ({ resource, type }: Begun): boolean => type === "Timeout" && (resource as NodeJS.Timeout).hasRef()

/** A job of the crypto module: run at once it gives its answer, off the thread it gives none yet, or a promise. */
interface CryptoJob {
  run: () => unknown
}

const isCryptoJob = (resource: object): resource is CryptoJob => "run" in resource && typeof resource.run === "function"

export class RealWork {
  private readonly begun = new Map<number, Begun>()
  private readonly inside = new AsyncLocalStorage<boolean>()
  private readonly now: () => number
  private readonly isAsking: () => boolean
  private readonly report: (message: string) => void
  private readonly hook = createHook({
    // Promises go on by themselves, and to hear of each would cost most of the run.
    trackPromises: false,
    init: (id, type, _cause, resource) => {
      if (this.inside.getStore() !== true || !comesBack.test(type)) return
      if (!type.endsWith("REQUEST")) return this.begins(id, type, resource)
      if (isCryptoJob(resource)) this.whenRun(resource, () => this.begins(id, type, resource))
    },
    before: (id) => this.cameBack(id),
    destroy: (id) => void this.begun.delete(id)
  })

  /** `isAsking` while a request is open, which a timer may be there to limit. */
  constructor(now: () => number, isAsking: () => boolean, report: (message: string) => void) {
    this.now = now
    this.isAsking = isAsking
    this.report = report
  }

  /** Runs something, and knows what the machine does for it until it has ended. */
  async of<A>(run: () => Promise<A>): Promise<A> {
    this.hook.enable()
    try {
      return await this.inside.run(true, run)
    } finally {
      this.hook.disable()
    }
  }

  /** Lets promises run: a turn of the event loop ends when they have. */
  async turn(): Promise<void> {
    await this.inside.run(false, turn)
  }

  /** Whether there is work to wait for; then it has waited for some of it. */
  async waited(): Promise<boolean> {
    const open = [...this.begun].filter(([, work]) => this.mustEnd(work))
    const now = performance.now()
    for (const [id, { since, type }] of open) {
      if (now - since < patienceMs) continue
      this.begun.delete(id)
      this.report(`an app or adapter still waits for ${nameOf(type)} after ${patienceMs / 1_000} s. ${advice}`)
    }
    if (open.some(([, { since }]) => now - since > eagerMs)) await this.inside.run(false, () => pause(1))
    return open.length > 0
  }

  get isIdle(): boolean {
    return this.begun.size === 0
  }

  // A timer may only limit the request that is open, and be taken back when that has its answer.
  private mustEnd(work: Begun): boolean {
    return work.type !== "Timeout" || (isLiveTimer(work) && !this.isAsking())
  }

  private begins(id: number, type: string, resource: object): void {
    this.begun.set(id, { type, at: this.now(), since: performance.now(), resource })
  }

  private whenRun(job: CryptoJob, begins: () => void): void {
    const { run } = job
    job.run = () => {
      const answer = run.call(job)
      if (!Array.isArray(answer)) begins()
      return answer
    }
  }

  private cameBack(id: number): void {
    const work = this.begun.get(id)
    if (work === undefined) return
    this.begun.delete(id)
    if (work.at === this.now() || !isLiveTimer(work)) return
    this.report(`a timer of real time went off in an app or adapter while virtual time passed. ${advice}`)
  }
}

const nameOf = (type: string): string => type === "Timeout" ? "a timer of real time" : `work of the machine (${type})`

const advice = "Use api.sleep and api.fetch, and leave real servers and real timers out of a simulation"
