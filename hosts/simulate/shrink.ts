// Makes a failing scenario small: leaves out steps and faults as long as the same promise is still broken. What is decided
// by chance has names that do not change when something is left out, so the rest goes on as before.
import type { Script } from "./decisions.ts"
import type { Fault } from "./faults.ts"
import type { Own } from "./own.ts"
import type { Scenario } from "./scenario.ts"
import { type Outcome, simulateUntil } from "./simulate.ts"

type NamedFaults = ReadonlyArray<readonly [place: string, fault: Fault]>

/** A scenario that is to be run, and the promise that is looked for; the first run looks for any. */
interface Try {
  readonly scenario: Scenario
  readonly invariant: string | undefined
}

/** Asks for runs one after the other, so that whoever runs them may do it at once or wait. */
type Tries<A> = Generator<Try, A, Outcome>

const scriptOf = (told: NamedFaults): { readonly script: Script } => ({ script: Object.fromEntries(told) })

const toldOf = ({ injected }: Outcome): NamedFaults => injected.map(({ fault, place }) => [place, fault] as const)

/** The scenario of a run with exactly the faults that went wrong in it, in the place of how often they are drawn. */
export const scripted = (outcome: Outcome): Scenario => ({ ...outcome.scenario, faults: scriptOf(toldOf(outcome)) })

/** The parts of a list that suffice: halves, quarters and so on are left out while it still fails (Zeller's ddmin). */
function* minimised<A>(
  items: ReadonlyArray<A>,
  fails: (items: ReadonlyArray<A>) => Tries<boolean>
): Tries<ReadonlyArray<A>> {
  let kept = items
  let size = Math.ceil(kept.length / 2)
  while (size >= 1) {
    let isSmaller = false
    for (let start = 0; start < kept.length;) {
      const rest = [...kept.slice(0, start), ...kept.slice(start + size)]
      if (yield* fails(rest)) {
        kept = rest
        isSmaller = true
      } else start += size
    }
    if (size === 1 && !isSmaller) return kept
    size = size === 1 ? 1 : Math.ceil(size / 2)
  }
  return kept
}

function* shrinking(scenario: Scenario): Tries<Scenario> {
  const first = yield { scenario, invariant: undefined }
  const invariant = first.violations[0]?.invariant
  if (invariant === undefined) return scenario
  const fails = function*(steps: Scenario["steps"], told: NamedFaults): Tries<boolean> {
    const { violations } = yield { scenario: { ...scenario, steps, faults: scriptOf(told) }, invariant }
    return violations.some((found) => found.invariant === invariant)
  }
  const faults = toldOf(first)
  const fewSteps = yield* minimised(scenario.steps, (steps) => fails(steps, faults))
  const fewFaults = yield* minimised(faults, (told) => fails(fewSteps, told))
  const steps = yield* minimised(fewSteps, (fewer) => fails(fewer, fewFaults))
  return { ...scenario, steps, faults: scriptOf(fewFaults) }
}

/** A smaller scenario that breaks the same promise; the given one when it breaks none. */
export const shrunk = (scenario: Scenario, run: (scenario: Scenario) => Outcome): Scenario => {
  const tries = shrinking(scenario)
  let next = tries.next()
  while (next.done !== true) next = tries.next(run(next.value.scenario))
  return next.value
}

/** The same with apps and adapters of one's own, which `own` makes anew for every run. */
export const shrunkWith = async (scenario: Scenario, own: () => Own, days = 1): Promise<Scenario> => {
  const tries = shrinking(scenario)
  let next = tries.next()
  while (next.done !== true) {
    const { invariant, scenario: candidate } = next.value
    const isEnough = (violation: { readonly invariant: string }) => violation.invariant === invariant
    next = tries.next(await simulateUntil(candidate, own(), days, isEnough))
  }
  return next.value
}
