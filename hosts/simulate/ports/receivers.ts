// The endpoints of customers: each takes what is posted to it, or behaves badly for a while. What was accepted is known
// here; whether it was all that was owed is for the auditor.
import { Clock, Effect, Layer } from "effect"
import { reason } from "../../../core/base/reason/reason.ts"
import { type Notification, Notifier, type NotifierAnswer } from "../../../core/ports/notifier.ts"
import type { Decisions } from "../decisions.ts"
import { type VirtualTime, sleep } from "../time.ts"

/** One POST as it arrived. */
export interface Received extends Notification {
  readonly at: number
  readonly accepted: boolean
}

/** The app behind an address, which says the status; undefined where any post is simply taken. */
export type AppAt = (
  url: string
) => ((notification: Notification, answered: (status: number) => void) => void) | undefined

const possible = [
  "receiverSlow",
  "receiverSilent",
  "receiverResets",
  "receiverRefuses",
  "receiverAway"
] as const
const timeOutMs = 15_000
const awayMs = 3_600_000

export class Receivers {
  readonly received: Array<Received> = []
  private readonly awayUntil = new Map<string, number>()
  private readonly tries = new Map<string, number>()
  private readonly time: VirtualTime
  private readonly decisions: Decisions
  private readonly heard: (post: Received) => void
  private readonly appAt: AppAt

  constructor(time: VirtualTime, decisions: Decisions, heard: (post: Received) => void, appAt: AppAt) {
    this.time = time
    this.decisions = decisions
    this.heard = heard
    this.appAt = appAt
  }

  post(notification: Notification): Effect.Effect<NotifierAnswer> {
    return Effect.suspend(() => {
      if ((this.awayUntil.get(notification.url) ?? 0) > this.time.now) return this.unreached(notification, 5)
      const about = `${notification.headers["x-service-event-id"] ?? ""}/${notification.url}`
      const tries = (this.tries.get(about) ?? 0) + 1
      this.tries.set(about, tries)
      const place = `post/${about}#${tries}`
      const fault = this.decisions.at(place, possible)
      switch (fault) {
        case "receiverAway":
          this.awayUntil.set(notification.url, this.time.now + awayMs)
          return this.unreached(notification, 5)
        case "receiverSlow":
          return this.answered(notification, 200, 10_000)
        case "receiverSilent":
          return this.unreached(notification, timeOutMs)
        case "receiverResets":
          // It has the event; the sender cannot know.
          return Effect.as(this.answered(notification, 200, 50), unreached)
        case "receiverRefuses":
          return this.answered(notification, [500, 302, 410][this.decisions.between(`${place}#`, 0, 2)] ?? 500, 50)
        case undefined:
          return this.answered(notification, 200, this.decisions.between(`${place}>`, 5, 300))
      }
    })
  }

  private answered(notification: Notification, status: number, ms: number): Effect.Effect<NotifierAnswer> {
    return Effect.flatMap(sleep(this.time, ms), () => {
      const app = status === 200 ? this.appAt(notification.url) : undefined
      return app === undefined
        ? this.taken(notification, status)
        : Effect.callback<NotifierAnswer>((resume) => app(notification, (own) => resume(this.taken(notification, own))))
    })
  }

  private taken(notification: Notification, status: number): Effect.Effect<NotifierAnswer> {
    return Effect.sync(() => {
      this.keep(notification, status >= 200 && status < 300)
      return { _tag: "Answered", status }
    })
  }

  private unreached(notification: Notification, ms: number): Effect.Effect<NotifierAnswer> {
    return Effect.map(sleep(this.time, ms), () => {
      this.keep(notification, false)
      return unreached
    })
  }

  private keep(notification: Notification, accepted: boolean): void {
    const post = { ...notification, at: this.time.now, accepted }
    this.received.push(post)
    this.heard(post)
  }
}

const unreached: NotifierAnswer = { _tag: "Unreached", problem: reason("noAnswer") }

/** `sent` hears of each delivery with Unix milliseconds by the clock of its sender. */
export const notifierLayer = (
  receivers: Receivers,
  sent: (notification: Notification, clock: number) => void
): Layer.Layer<Notifier> =>
  Layer.succeed(Notifier, {
    post: (notification) =>
      Effect.flatMap(Clock.currentTimeMillis, (clock) => {
        sent(notification, clock)
        return receivers.post(notification)
      })
  })
