// Runs code that is not ours, promises and all, in virtual time: after each event it gets as far as it can.
import { RealWork } from "./real-work.ts"
import type { VirtualTime } from "./time.ts"

interface Parts {
  readonly time: VirtualTime
  /** Whether a request of an app is open. */
  readonly isAsking: () => boolean
  readonly failed: (error: unknown) => void
  /** Something waits for what virtual time does not bring. */
  readonly waits: (message: string) => void
}

export class Foreign {
  private readonly parts: Parts
  private readonly realWork: RealWork

  constructor(parts: Parts) {
    this.parts = parts
    this.realWork = new RealWork(() => parts.time.now, parts.isAsking, parts.waits)
  }

  /** Everything that is foreign has to begin inside of this. */
  inside<A>(run: () => Promise<A>): Promise<A> {
    return this.realWork.of(run)
  }

  /** Begins something; what it comes to is told in virtual time. */
  run<A>(begin: () => A | Promise<A>, ended: (value: A) => void): void {
    const { failed, time } = this.parts
    Promise.resolve().then(begin).then(
      (value) => time.soon(() => ended(value)),
      (error: unknown) => time.soon(() => failed(error))
    )
  }

  /** Lets promises run until nothing can go on at this instant. */
  async settle(): Promise<void> {
    const { time } = this.parts
    do {
      await this.realWork.turn()
      time.drain()
    } while (time.isReady || (!this.realWork.isIdle && await this.realWork.waited()))
  }
}
