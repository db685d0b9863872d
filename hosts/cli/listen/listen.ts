// The loop of a listener: reads the feed from its own cursor, forwards what is wanted, and remembers how far it is. A service
// that is away is asked again; an event is forgotten only once it was taken or its tries are used up.
import type { Api } from "../api.ts"
import { CliFailure, unanswered } from "../failure.ts"
import { type FeedEvent, type FeedPage, pageAfter } from "../feed.ts"
import { pause } from "../pause.ts"
import type { WorldShape } from "../world.ts"
import { type Target, type Try, forward } from "./forward.ts"
import type { ListenState } from "./state.ts"

export interface Listening {
  readonly api: Api
  readonly world: WorldShape
  readonly target: Target
  readonly wants: (event: FeedEvent) => boolean
  /** Ends after so many events. */
  readonly count: number | undefined
  readonly tell: (tried: Try) => void
  /** Told once each time the service goes away, and once when it is back. */
  readonly away: (isAway: boolean) => void
  readonly save: (state: ListenState) => Promise<void>
}

const pollMs = 300
const awayPausesMs = [500, 1_000, 2_000, 5_000]
const busy = new Set([unanswered, 429, 500, 502, 503, 504])

const isPassing = (cause: unknown): boolean =>
  cause instanceof CliFailure && cause.status !== undefined && busy.has(cause.status)

/** The next page, whenever the service answers again. */
const nextPage = async (cursor: string, { api, away, world }: Listening): Promise<FeedPage | undefined> => {
  for (let failures = 0; !world.stopping.aborted; failures++) {
    try {
      const page = await pageAfter(api, cursor)
      if (failures > 0) away(false)
      return page
    } catch (cause) {
      if (world.stopping.aborted) return undefined
      if (!isPassing(cause)) throw cause
      if (failures === 0) away(true)
      await pause(awayPausesMs[Math.min(failures, awayPausesMs.length - 1)] ?? 0, world.stopping)
    }
  }
  return undefined
}

/** Listens until told to stop; how many events could not be delivered. */
export const listen = async (from: ListenState, listening: Listening): Promise<number> => {
  const { count, save, target, tell, wants, world } = listening
  let state = from
  let [seen, lost] = [0, 0]
  const isEnough = (): boolean => count !== undefined && seen >= count
  while (!world.stopping.aborted && !isEnough()) {
    const page = await nextPage(state.cursor, listening)
    if (page === undefined) break
    const fresh = page.events.filter(({ id }) => !state.done.includes(id))
    for (const event of fresh) {
      if (isEnough()) return lost
      if (wants(event)) {
        const isTaken = await forward(event, target, world, tell)
        if (world.stopping.aborted && !isTaken) return lost
        seen++
        if (!isTaken) lost++
      }
      state = { ...state, done: [...state.done, event.id] }
      await save(state)
    }
    if (page.nextCursor !== state.cursor || state.done.length > 0) {
      state = { ...state, cursor: page.nextCursor, done: [] }
      await save(state)
    }
    if (!page.hasMore && !isEnough()) await pause(pollMs, world.stopping)
  }
  return lost
}
