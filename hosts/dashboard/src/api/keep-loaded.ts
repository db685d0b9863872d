// Keeps an answer fresh, one load at a time: what changes while a load is under way makes the answer old, and it is loaded
// again when that load has ended. So a slow answer is shown however steadily things change.
import type { Change } from "../../../http/api/definition/management-answers.ts"
import type { Live } from "./live.ts"

export interface Kept {
  /** Loads once more: now, or when the load under way has ended. */
  readonly again: () => void
  /** Ends the load under way; nothing is told after it. */
  readonly stop: () => void
}

/** Not more than one load because of changes in this time, however much changes. */
const calmMs = 1_000

/** Loads at once, and again where `isOld` says so of a change; `load` tells of its own answer or failure. */
export const keepLoaded = (
  load: (signal: AbortSignal) => Promise<void>,
  live: Pick<Live, "listen">,
  isOld: (change: Change | "everything") => boolean
): Kept => {
  const controller = new AbortController()
  const { signal } = controller
  let isLoading = false
  let isStale = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const again = (): void => {
    if (isLoading || signal.aborted) {
      isStale = true
      return
    }
    isLoading = true
    isStale = false
    void load(signal).finally(() => {
      isLoading = false
      if (isStale) again()
    })
  }
  const forget = live.listen((change) => {
    if (timer !== undefined || !isOld(change)) return
    timer = setTimeout(() => {
      timer = undefined
      again()
    }, calmMs)
  })
  again()

  return {
    again,
    stop: () => {
      forget()
      clearTimeout(timer)
      controller.abort()
    }
  }
}
