// Runs a conformance suite over an adapter of ours, each check a test. What it cannot show, and what a stand-in knowingly
// does not keep, is named beforehand with its reason and still runs: a gap that was closed, or that no check has, fails.
import { describe, expect, it } from "vitest"
import { type Check, NotShown, PromiseBroken, type Suite } from "../../adapters/conformance/index.ts"

/** Checks, by their names, with what must become of them instead of "kept", and why. */
export interface Gap {
  readonly checks: RegExp
  readonly result: "not shown" | "broken"
  readonly because: string
}

const resultOf = async <S>({ run }: Check<S>, subject: S): Promise<"kept" | Gap["result"]> => {
  try {
    await run(subject)
    return "kept"
  } catch (cause) {
    if (cause instanceof NotShown) return "not shown"
    if (cause instanceof PromiseBroken) return "broken"
    throw cause
  }
}

/** Registers the checks. */
export const conforms = <S>(name: string, suite: Suite<S>, subject: S, gaps: ReadonlyArray<Gap> = []): void => {
  describe(`${name} keeps the promises of ${suite.port}`, () => {
    for (const check of suite.checks) {
      const gap = gaps.find(({ checks }) => checks.test(check.name))
      const because = gap === undefined ? "" : `${gap.result}, because ${gap.because}: `
      it(`${because}${check.name}`, async () => {
        const result = gap === undefined ? check.run(subject).then(() => "kept") : resultOf(check, subject)
        expect(await result).toBe(gap?.result ?? "kept")
      })
    }

    it("has no gap that no check has", () => {
      expect(gaps.filter(({ checks }) => !suite.checks.some(({ name }) => checks.test(name)))).toEqual([])
    })
  })
}

/** Gaps of one reason. */
export const notShown = (because: string, ...checks: ReadonlyArray<RegExp>): ReadonlyArray<Gap> =>
  checks.map((each) => ({ checks: each, result: "not shown", because }))
