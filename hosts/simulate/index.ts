// pontepay/simulate: run the service in a world of one's own.
import type { Own } from "./own.ts"
import { printOutcome } from "./print.ts"
import type { Scenario } from "./scenario.ts"
import { type Outcome, simulate, simulateWith } from "./simulate.ts"

export { type Fault, type FaultRates, faults } from "./faults.ts"
export { profiles } from "./profiles.ts"
export type { Scenario, Step, StoreName } from "./scenario.ts"
export { type ScenarioFile, scenarioFile } from "./scenario-file.ts"
export { scripted, shrunk, shrunkWith } from "./shrink.ts"
export { type Outcome, simulate, simulateWith } from "./simulate.ts"
export { type AppApi, type Outside, type Own, type OwnApp, type PixServer, type Wire, WireFailed } from "./own.ts"
export { reportPage } from "./report.ts"
export { scenarioOf } from "./workload.ts"

/** Runs a scenario that was written down, says what it found, and ends the process with 1 when a promise was broken. */
export const replay = (scenario: Scenario): void => {
  const startedAt = process.cpuUsage()
  said(simulate(scenario), startedAt)
}

/** The same with apps and adapters of one's own. */
export const replayWith = async (scenario: Scenario, own: Own, days?: number): Promise<void> => {
  const startedAt = process.cpuUsage()
  said(await simulateWith(scenario, own, days), startedAt)
}

const said = (outcome: Outcome, startedAt: NodeJS.CpuUsage): void => {
  const { system, user } = process.cpuUsage(startedAt)
  process.stdout.write(printOutcome(outcome, (system + user) / 1_000))
  process.exitCode = outcome.violations.length === 0 ? 0 : 1
}
