// Going through a list by cursors: older pages by the cursor of the page before, newer ones by those that led here.
import { useState } from "preact/hooks"

export interface Paging {
  readonly cursor: string | undefined
  readonly isFirst: boolean
  readonly older: (cursor: string) => void
  readonly newer: () => void
}

/** Starts over when the list becomes another one, by its `name`. */
export const usePaging = (name: string): Paging => {
  const [held, setHeld] = useState<{ readonly name: string; readonly cursors: ReadonlyArray<string> }>({
    name,
    cursors: []
  })
  const cursors = held.name === name ? held.cursors : []
  return {
    cursor: cursors.at(-1),
    isFirst: cursors.length === 0,
    older: (cursor) => setHeld({ name, cursors: [...cursors, cursor] }),
    newer: () => setHeld({ name, cursors: cursors.slice(0, -1) })
  }
}
