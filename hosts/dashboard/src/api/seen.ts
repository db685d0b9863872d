// When to look again although no one told of a change, since work that other processes do may go without a word: when the
// page comes into sight or gets the focus, and now and then while it is seen. Whoever is writing is left alone.
import type { Reminder } from "./live.ts"

const pauseMs = 30_000

const isWriting = (): boolean =>
  document.querySelector("dialog[open]") !== null ||
  document.activeElement?.closest("main form:not(.filters)") instanceof HTMLElement

/** Reminds whoever can see the page, until it is ended. */
export const whileSeen: Reminder = (tell) => {
  const look = (): void => {
    if (document.visibilityState === "visible" && !isWriting()) tell()
  }
  const timer = setInterval(look, pauseMs)
  document.addEventListener("visibilitychange", look)
  addEventListener("focus", look)
  return () => {
    clearInterval(timer)
    document.removeEventListener("visibilitychange", look)
    removeEventListener("focus", look)
  }
}
