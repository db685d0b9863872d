// When requests begin: one in each turn of the event loop, and owners in turn, so that whoever sends many at once waits for
// himself. Much of a request runs without a pause; without turns all that arrived together would run before the loop looks for
// what arrived since (0206). Nothing is held while a request goes on: what it waits for later is shared elsewhere.
import { Effect } from "effect"
import { Turns } from "../../../../core/base/limits/turns.ts"

/** Resolves when a request of an owner may begin: at once while none has begun in this turn of the loop. */
export type RequestTurns = (owner: string) => Effect.Effect<void>

/** The turns of a process; `afterwards` runs something once what has arrived meanwhile was looked at. */
export const makeRequestTurns = (afterwards: (run: () => void) => void = setImmediate): RequestTurns => {
  // Connections are bounded, and each has one request at a time.
  const turns = new Turns<() => void>(Number.POSITIVE_INFINITY)
  let hasBegun = false
  const next = (): void => {
    const begin = turns.next()
    hasBegun = begin !== undefined
    if (begin === undefined) return
    afterwards(next)
    begin()
  }
  return (owner) =>
    Effect.callback<void>((resume) => {
      const begin = () => resume(Effect.void)
      if (hasBegun) turns.add(owner, begin)
      else {
        hasBegun = true
        afterwards(next)
        begin()
      }
      return Effect.sync(() => void turns.remove(owner, begin))
    })
}
