// How a contract suite registers its tests. A known gap of an adapter is declared with its reason and still runs: it
// must fail, so that a gap somebody closed, or one that names no test, is noticed.
import { it } from "@effect/vitest"
import { Effect, type Layer, type Scope } from "effect"
import * as fc from "fast-check"
import { expect } from "vitest"
import type { JobQueue } from "../../core/ports/job-queue.ts"
import type { Store } from "../../core/ports/store.ts"

/** Builds an empty data plane each time it is built. */
export type PlaneLayer = Layer.Layer<Store | JobQueue, unknown>

/** A test of the suite that an adapter cannot pass, and why. */
export interface Gap {
  readonly test: string
  readonly reason: string
}

// Properties run more often than usual in some runs: half a second for each is ample.
const timeoutMs = Math.max(60_000, 500 * (fc.readConfigureGlobal().numRuns ?? 100))

type Program = Effect.Effect<unknown, unknown, Store | JobQueue | Scope.Scope>

/** Registers tests that each get a fresh data plane, and at the end checks that every gap named one of them. */
export const contract = (layer: PlaneLayer, gaps: ReadonlyArray<Gap>) => {
  const titles = new Set<string>()
  return {
    shows: (title: string, program: Program): void => {
      titles.add(title)
      const gap = gaps.find((gap) => gap.test === title)
      const run = program.pipe(Effect.provide(layer, { local: true }))
      if (gap === undefined) it.live(title, () => run, timeoutMs)
      else it.live(`does not show: ${title}, because ${gap.reason}`, () => Effect.flip(Effect.sandbox(run)), timeoutMs)
    },
    done: (): void => {
      it("declares only gaps that exist", () => {
        expect(gaps.filter((gap) => !titles.has(gap.test))).toEqual([])
      })
    }
  }
}
