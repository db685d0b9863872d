// Forgets what a map no longer needs, a little with each use. Each call looks at two entries, so that a map is gone through in
// half as many calls as it has entries: it holds few that are over, and no call pays for all of them.

/** Entries that are looked at in one call. More than one, so that a map that only grows is caught up with. */
const looksAtOnce = 2

/** Deletes entries of a map that are over; one call looks at two of them. */
export const makeSweep = <Value>(known: Map<string, Value>, isOver: (value: Value, now: number) => boolean) => {
  // It goes on where it was, also where entries come and go meanwhile.
  let place = known.entries()
  return (now: number): void => {
    for (let looks = 0; looks < looksAtOnce; looks++) {
      const next = place.next()
      if (next.done === true) {
        place = known.entries()
        return
      }
      const [name, value] = next.value
      if (isOver(value, now)) known.delete(name)
    }
  }
}
