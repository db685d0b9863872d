// A bar on the error stream while something takes long; nothing at all where that is no terminal.
import type { WorldShape } from "./world.ts"

const barWidth = 24
const clearLine = "\r\u001b[K"

export interface Progress {
  readonly to: (done: number, all: number, what: string) => void
  /** Takes the bar away. */
  readonly end: () => void
}

const shortestPauseMs = 50

/** A bar that draws itself where it can. */
export const progress = (
  { canAnimate, columns = 80, err, now }: Pick<WorldShape, "canAnimate" | "columns" | "err" | "now">
): Progress => {
  if (!canAnimate) return { to: () => undefined, end: () => undefined }
  let drawnAt = 0
  return {
    to: (done, all, what) => {
      const at = now()
      if (at - drawnAt < shortestPauseMs && done < all) return
      drawnAt = at
      const part = all === 0 ? 0 : Math.min(1, done / all)
      const filled = Math.round(part * barWidth)
      const line = `[${"#".repeat(filled)}${".".repeat(barWidth - filled)}] ${Math.floor(part * 100)}% ${what}`
      err(`${clearLine}${line.slice(0, columns - 1)}`)
    },
    end: () => err(clearLine)
  }
}
