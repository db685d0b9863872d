// One event to a local address as a webhook would get it: the same body, id, timestamp and signature (C22), tried again
// until it is taken or the tries are used up.
import { Redacted } from "effect"
import { signedHeaders } from "../../../core/webhooks/webhook/webhook.ts"
import type { FeedEvent } from "../feed.ts"
import { pause } from "../pause.ts"
import type { WorldShape } from "../world.ts"

export interface Target {
  readonly url: string
  readonly secret: string
  /** How often each event is tried. */
  readonly tries: number
}

/** One try of one event. */
export interface Try {
  readonly eventId: string
  readonly event: string
  readonly attempt: number
  /** What was answered; null where nothing was. */
  readonly status: number | null
  readonly problem: string | null
  /** The first line of an answer that refused it; receivers say there why. */
  readonly answer: string
  readonly tookMs: number
  readonly delivered: boolean
}

const patienceMs = 10_000
const pausesMs = [500, 1_000, 2_000, 5_000, 10_000]

const problemOf = (cause: unknown): string => {
  const inner = cause instanceof Error ? cause.cause : undefined
  if (inner instanceof Error && "code" in inner && typeof inner.code === "string") return inner.code
  return cause instanceof Error && cause.name === "TimeoutError" ? "no answer in time" : "no connection"
}

const shownBytes = 1_024
const shownCharacters = 160

/** The first line of an answer, of which no more is read than is shown. */
const firstLine = async (answer: Response): Promise<string> => {
  let text = ""
  const decoder = new TextDecoder()
  try {
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length >= shownBytes || text.includes("\n")) break
    }
  } catch {
    // What came is shown; the status alone decides.
  }
  return text.trimStart().split("\n", 1)[0]?.trim().slice(0, shownCharacters) ?? ""
}

const isTaken = (status: number): boolean => status >= 200 && status < 300

const send = async (event: FeedEvent, { secret, url }: Target, world: WorldShape) => {
  const body = JSON.stringify({ event: event.event, data: event.data })
  const headers = signedHeaders({}, { current: Redacted.make(secret), previous: undefined }, {
    eventId: event.id,
    body,
    now: world.now()
  })
  const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), world.stopping])
  const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal })
  const text = isTaken(answer.status) ? "" : await firstLine(answer)
  await answer.body?.cancel().catch(() => undefined)
  return { status: answer.status, answer: text }
}

const attempt = async (event: FeedEvent, number: number, target: Target, world: WorldShape): Promise<Try> => {
  const beganAt = performance.now()
  const parts = { eventId: event.id, event: event.event, attempt: number }
  const tookMs = (): number => Math.round(performance.now() - beganAt)
  try {
    const { answer, status } = await send(event, target, world)
    return { ...parts, status, problem: null, answer, tookMs: tookMs(), delivered: isTaken(status) }
  } catch (cause) {
    return { ...parts, status: null, problem: problemOf(cause), answer: "", tookMs: tookMs(), delivered: false }
  }
}

/** Sends an event until it is taken, telling each try; whether it was taken. */
export const forward = async (
  event: FeedEvent,
  target: Target,
  world: WorldShape,
  tell: (tried: Try) => void
): Promise<boolean> => {
  for (let number = 1; number <= target.tries && !world.stopping.aborted; number++) {
    const tried = await attempt(event, number, target, world)
    if (world.stopping.aborted && !tried.delivered) return false
    tell(tried)
    if (tried.delivered) return true
    if (number < target.tries) await pause(pausesMs[Math.min(number, pausesMs.length) - 1] ?? 0, world.stopping)
  }
  return false
}
