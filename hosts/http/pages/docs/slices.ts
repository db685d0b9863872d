// Long work in slices of a millisecond, between which the process looks at what has arrived. Invariant: one piece of work goes
// on at a time, so that any number of them takes no more of a turn of the event loop than one.
import { setImmediate } from "node:timers/promises"

/** Work that may be interrupted wherever it yields. */
export type Steps<A> = Generator<undefined, A, undefined>

const sliceMs = 1

let last: Promise<unknown> = Promise.resolve()

const run = async <A>(steps: Steps<A>): Promise<A> => {
  for (;;) {
    await setImmediate()
    const end = performance.now() + sliceMs
    do {
      const step = steps.next()
      if (step.done === true) return step.value
    } while (performance.now() < end)
  }
}

/** Does work in slices, after all that was to be done in slices before. */
export const inSlices = <A>(work: () => Steps<A>): Promise<A> => {
  const done = last.then(() => run(work()))
  last = done.catch(() => undefined)
  return done
}
