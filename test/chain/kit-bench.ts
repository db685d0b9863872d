// What benches of the conformance kit share for all chains: the states of a line as fates of questions, and two adapters as one.
import { Effect } from "effect"
import type { LineState } from "../../adapters/conformance/index.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"

type Fate = "cut" | "lost" | "page" | "passed" | "stuck" | "unauthorised"

/** What becomes of every question in each state of the line, and of broadcasts where that is something else. */
export const fates: { readonly [S in LineState]: { readonly all: Fate; readonly broadcast?: Fate } } = {
  whole: { all: "passed" },
  cut: { all: "cut" },
  deaf: { all: "passed", broadcast: "lost" },
  silent: { all: "stuck" },
  unauthorised: { all: "unauthorised" },
  gateway: { all: "page" }
}

/** What is requested goes to one instance and then to the other, as it does with two processes. */
export const inTurns = (one: ChainAdapter, other: ChainAdapter): ChainAdapter => {
  let turn = 0
  const next = (): ChainAdapter => turn++ % 2 === 0 ? one : other
  return {
    ...one,
    deliver: (order) => Effect.suspend(() => next().deliver(order)),
    sign: (order, seed) => Effect.suspend(() => next().sign(order, seed)),
    submit: (spend) => Effect.suspend(() => next().submit(spend)),
    lookUp: (movement) => Effect.suspend(() => next().lookUp(movement))
  }
}
