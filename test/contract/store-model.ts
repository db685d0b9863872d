// Part of the store contract: whatever is done to it, a store answers and ends as the model does, the store in memory.
import { Effect } from "effect"
import * as fc from "fast-check"
import { expect } from "vitest"
import { layer as memory } from "../../adapters/memory/store.ts"
import { visible } from "./change-sets.ts"
import type { PlaneLayer } from "./contract.ts"
import { commands, run, touched } from "./store-commands.ts"

/** What the commands answered on a fresh plane, and what is there to read in the end. */
const outcome = (layer: PlaneLayer, work: Parameters<typeof run>[0]) =>
  Effect.all({ answers: run(work), state: visible(touched) }).pipe(Effect.provide(layer, { local: true }))

/** Runs random commands on the adapter and on the model and compares all answers and all that can be read. */
export const equalToModel = (layer: PlaneLayer) =>
  Effect.promise(() =>
    fc.assert(fc.asyncProperty(commands, async (work) => {
      const [real, model] = await Promise.all([
        Effect.runPromise(outcome(layer, work)),
        Effect.runPromise(outcome(memory, work))
      ])
      expect(real).toEqual(model)
    }))
  )
