// Whether somebody is at the page, by what was last pressed, typed or moved. A session ends when no one has done anything for a
// while: a page that kept itself fresh with no one at it would keep the session open, too.
import type { Reminder } from "./live.ts"

const awayAfterMs = 300_000

const signs = ["keydown", "pointerdown", "pointermove"] as const

/** Reminds as another reminder does while somebody is there, and of everything when he comes back. */
export const whilePresent = (remind: Reminder) => {
  let lastAt = Date.now()
  const isHere = (): boolean => Date.now() - lastAt < awayAfterMs
  const present: Reminder = (tell) => {
    const see = (): void => {
      const wasAway = !isHere()
      lastAt = Date.now()
      if (wasAway) tell()
    }
    const forget = remind(() => isHere() ? tell() : undefined)
    for (const sign of signs) addEventListener(sign, see)
    return () => {
      forget()
      for (const sign of signs) removeEventListener(sign, see)
    }
  }
  return { isHere, remind: present }
}
