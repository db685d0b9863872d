// One process of a run: a worker, a request, or the provider with one message.
import type { Fate } from "./rail.ts"
import { textOf } from "./text.ts"

/** A call that waits until it is chosen. */
export interface Call {
  readonly label: string
  readonly run: (fate: Fate | undefined) => void
}

/** A process of a run, with the call that it waits for and all that it saw. */
export class Process {
  readonly name: string
  readonly kind: "provider" | "request" | "worker"
  call: Call | undefined
  isDead = false
  isOver = false
  private readonly seen: Array<readonly [label: string, answer: unknown]> = []
  private text = ""

  constructor(name: string, kind: "provider" | "request" | "worker") {
    this.name = name
    this.kind = kind
  }

  saw(label: string, answer: unknown): void {
    this.seen.push([label, answer])
  }

  /** All that it saw. Put together when it is requested, as most schedules are only played again. */
  get trace(): string {
    for (const [label, answer] of this.seen.splice(0)) this.text += ` ${label} ${textOf(answer)}`
    return this.text
  }
}
