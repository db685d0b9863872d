// Runs a scenario to its end: everything happens with whatever goes wrong, then the world is calm until nothing is to
// come any more, and the auditors say what they found.
// Schemas of records and requests run as compiled code, as in the host.
import "effect/schema/SchemaJITCompiler/enable"
import type { BootstrapAccount } from "../../core/operations/provisioning/bootstrap-file.ts"
import type { Balance } from "../../core/engine/store/store.ts"
import type { Violation } from "./auditor/judge.ts"
import { checkAbove0 } from "./checks.ts"
import type { Injected } from "./decisions.ts"
import { losing, mayHappen } from "./losses.ts"
import type { Own } from "./own.ts"
import type { Scenario } from "./scenario.ts"
import type { Hour } from "./timeline.ts"
import { World } from "./world.ts"

const day = 86_400_000
/** Everything that is owed comes within it: charges expire in a day, events are tried for three. */
const calmMs = 35 * day
/** The same where accounts are changed and no event comes late: what is open elsewhere stays so, and is looked up all the while. */
const calmElsewhereMs = 14 * day

export interface Outcome {
  readonly scenario: Scenario
  readonly violations: ReadonlyArray<Violation>
  /** SHA-256 of the trace. */
  readonly hash: string
  readonly traceLines: number
  readonly lastLines: ReadonlyArray<string>
  /** Requests, facts of providers and acts of people. */
  readonly operations: number
  readonly steps: number
  readonly injected: ReadonlyArray<Injected>
  readonly rows: ReadonlyMap<string, number>
  readonly timeline: ReadonlyArray<Hour>
  readonly balances: ReadonlyArray<Balance>
  readonly virtualMs: number
}

/** How far a run has come. */
export interface Progress {
  readonly virtualMs: number
  readonly operations: number
  readonly faults: number
  readonly rows: number
  readonly violations: number
}

/** The key owners of every simulation. */
export const accounts: ReadonlyArray<BootstrapAccount> = ["ana", "bia", "caio", "davi", "eva"].map((name) => ({
  name,
  environment: "sandbox",
  apiKey: `pontepay_test_${name.padEnd(32, "-")}`,
  taxId: "11144477735" as NonNullable<BootstrapAccount["taxId"]>,
  kyc: "APPROVED",
  // One gives nothing back by itself.
  flags: name === "davi" ? ["WALLET_PAYOUT_API", "SWAP"] : ["WALLET_PAYOUT_API", "AUTO_REFUND", "SWAP"],
  webhooks: [{ url: `https://${name}.test/hook`, secret: "5".repeat(64), retry: name === "ana" }]
}))

/** Runs a scenario until a promise is broken: the first such, or undefined when it ends without one. */
export const firstViolation = (scenario: Scenario): Violation | undefined => {
  const world = new World(scenario, accounts)
  const isOver = () => world.violations.length > 0
  const { calmAt, endsAt } = endsOf(scenario)
  world.open()
  world.runUntil(calmAt, isOver)
  world.calm()
  world.runUntil(endsAt, isOver)
  if (!isOver()) world.judge()
  world.close()
  return world.violations[0]
}

/** When the world of a scenario becomes calm, and when nothing is to come any more. */
const endsOf = (scenario: Scenario) => {
  const { startsAt, steps } = scenario
  const calmAt = startsAt + (steps.at(-1)?.atMs ?? 0) + day
  const isShort = mayHappen(scenario, ["accountChanged"]) && !mayHappen(scenario, [...losing, "eventMonthLate"])
  return { calmAt, endsAt: calmAt + (isShort ? calmElsewhereMs : calmMs) }
}

/** Runs a scenario; `told` hears each virtual day how far it has come. */
export const simulate = (scenario: Scenario, told: (progress: Progress) => void = () => undefined): Outcome => {
  const world = new World(scenario, accounts)
  world.open()
  const { calmAt, endsAt } = endsOf(scenario)
  for (let at = scenario.startsAt + day; at < calmAt; at += day) {
    world.runUntil(at)
    told(progressOf(world, scenario))
  }
  world.runUntil(calmAt)
  world.calm()
  world.runUntil(endsAt)
  world.judge()
  return outcomeOf(world, scenario)
}

/** Runs a scenario with apps and adapters of one's own beside or instead of ours; it lasts `days` at least. */
export const simulateWith = (scenario: Scenario, own: Own, days = 1): Promise<Outcome> =>
  simulateUntil(scenario, own, days, () => false)

/** The same, up to the first broken promise that is enough. */
export const simulateUntil = async (
  scenario: Scenario,
  own: Own,
  days: number,
  isEnough: (violation: Violation) => boolean
): Promise<Outcome> => {
  checkAbove0("days", days)
  const world = new World(scenario, accounts, own)
  const isOver = () => world.violations.some(isEnough)
  const calmAt = Math.max(endsOf(scenario).calmAt, scenario.startsAt + days * day)
  await world.apps.foreign.inside(async () => {
    world.open()
    await world.runWithAppsUntil(calmAt, isOver)
    world.calm()
    await world.runWithAppsUntil(calmAt + calmMs, isOver)
    if (isOver()) return
    world.judge()
    await world.runWithAppsUntil(calmAt + calmMs + day, isOver)
  })
  return outcomeOf(world, scenario)
}

const progressOf = (world: World, { startsAt }: Scenario): Progress => ({
  virtualMs: world.time.now - startsAt,
  operations: world.operations,
  faults: world.decisions.injected.length,
  rows: world.rows.size,
  violations: world.violations.length
})

const outcomeOf = (world: World, scenario: Scenario): Outcome => {
  const { decisions, operations, rows, time, timeline, trace, violations, workers } = world
  const outcome: Outcome = {
    scenario,
    violations,
    hash: trace.digest(),
    traceLines: trace.count,
    lastLines: trace.last,
    operations,
    steps: workers.steps,
    injected: decisions.injected,
    rows,
    timeline: timeline.all,
    balances: world.panel.books.stored(),
    virtualMs: time.now - scenario.startsAt
  }
  world.close()
  return outcome
}
