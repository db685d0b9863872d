// A scenario as a file of its own: what happens, what goes wrong, and the promise that it breaks. Run, it breaks it again.
import type { Violation } from "./auditor/judge.ts"
import type { Scenario } from "./scenario.ts"

export interface ScenarioFile {
  /** What the simulator is imported by; `pontepay/simulate` by default. */
  readonly entry?: string
  /** Where the apps and adapters come from: a module that exports `own`, a function that makes them. */
  readonly own?: { readonly from: string; readonly days?: number }
}

const lines = (rows: ReadonlyArray<string>): string => rows.map((row) => `    ${row}`).join(",\n")

/** The text of the file; throws where the faults are drawn and not told, for they would be others in a smaller world. */
export const scenarioFile = (
  { faults, seed, startsAt, steps, store }: Scenario,
  { invariant, message }: Pick<Violation, "invariant" | "message">,
  { entry = "pontepay/simulate", own }: ScenarioFile = {}
): string => {
  if (!("script" in faults)) {
    throw new TypeError("faults are rates: write down what shrunk, shrunkWith or scripted made of the scenario")
  }
  const [imports, replay, after] = own === undefined ?
    [`import { replay } from ${JSON.stringify(entry)}`, "replay(", ")"] :
    [
      `import { replayWith } from ${JSON.stringify(entry)}\nimport { own } from ${JSON.stringify(own.from)}`,
      "await replayWith(",
      `, own()${own.days === undefined ? "" : `, ${own.days}`})`
    ]
  return `// ${invariant}: ${message.replaceAll("\n", " ")}
${imports}

${replay}{
  seed: ${seed},
  startsAt: ${startsAt},${store === undefined ? "" : `\n  store: ${JSON.stringify(store)},`}
  steps: [
${lines(steps.map((step) => JSON.stringify(step)))}
  ],
  faults: { script: {
${lines(Object.entries(faults.script).map(([place, fault]) => `${JSON.stringify(place)}: ${JSON.stringify(fault)}`))}
  } }
}${after}
`
}
