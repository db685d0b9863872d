// The live stream: tells who listens which records change, and goes on by itself after a break, after 1 s, 2 s, then
// every 4 s, each a little sooner or later than the others'. After a break everything that is shown is loaded again.
import type { Change } from "../../../http/api/definition/management-answers.ts"
import type { Client } from "./client.ts"
import { serverEvents } from "./server-events.ts"

export type LiveState = "connecting" | "live" | "retrying"

/** Hears of a change; of "everything" after a break. */
export type Listener = (change: Change | "everything") => void

export interface Live {
  readonly listen: (listener: Listener) => () => void
  readonly watch: (watcher: (state: LiveState) => void) => () => void
  readonly close: () => void
}

const firstPauseMs = 1_000
const longestPauseMs = 4_000

/** How long to wait before the try of this number; `chance` is between 0 and 1. */
export const pauseBefore = (attempt: number, chance: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** attempt) * (0.75 + chance * 0.5)

/** Tells of moments at which anything may have changed without a word; the answer ends it. */
export type Reminder = (tell: () => void) => () => void

/**
 * Opens the stream of a client; at each reminder everything that is shown is loaded again as well. While no one is there no
 * change is told: the reminder tells of everything when somebody is back.
 */
export const openLive = (
  client: Client,
  remind: Reminder,
  isHere: () => boolean = () => true
): Live => {
  const listeners = new Set<Listener>()
  const watchers = new Set<(state: LiveState) => void>()
  const controller = new AbortController()
  const { signal } = controller
  let state: LiveState = "connecting"
  let attempt = 0
  let hasBroken = false

  const become = (next: LiveState): void => {
    state = next
    watchers.forEach((watcher) => watcher(next))
  }
  const tell = (change: Change | "everything"): void => listeners.forEach((listener) => listener(change))
  const hear = (name: string, data: string): void => {
    if (name === "hello") {
      attempt = 0
      become("live")
      if (hasBroken && isHere()) tell("everything")
    } else if (name === "change" && isHere()) tell(JSON.parse(data) as Change)
  }
  const connect = async (): Promise<void> => {
    try {
      const { body } = await client.listen(signal)
      if (body !== null) { for await (const { data, name } of serverEvents(body)) hear(name, data) }
    } catch {
      // Whatever ended it, the next try says more: a token that opens nothing is notified of by the client.
    }
    if (signal.aborted) return
    hasBroken = true
    become("retrying")
    setTimeout(() => {
      if (!signal.aborted) void connect()
    }, pauseBefore(attempt++, Math.random()))
  }
  void connect()
  const forget = remind(() => tell("everything"))

  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch: (watcher) => {
      watchers.add(watcher)
      watcher(state)
      return () => watchers.delete(watcher)
    },
    close: () => {
      forget()
      controller.abort()
    }
  }
}
