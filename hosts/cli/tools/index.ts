// What the command line takes from the other hosts and from adapters; this folder is the only place of it that knows them. Each
// is loaded when it is requested, so that `decode` does not wait for a database.
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { heapFlags } from "../../http/settings/heap.ts"
import { misused } from "../failure.ts"
import type { Tools } from "../world.ts"
import { audit } from "./audit.ts"
import { command } from "./command.ts"
import { type Environment, databasesOf } from "./configured.ts"
import { examine } from "./examine.ts"
import { prepareNetworks } from "./prepare-networks.ts"
import { sandboxSecrets } from "./sandbox-secrets.ts"

const manifest = (): { readonly version: string } =>
  createRequire(import.meta.url)("pontepay/package.json") as { readonly version: string }

// The hosts read their own arguments and variables, and end the process themselves when they refuse them.
const simulate = async (options: ReadonlyArray<string>): Promise<void> => {
  process.argv.splice(2, Infinity, ...options)
  await import("../../simulate/main.ts")
}

const simulation: Tools["simulation"] = async (plan) => {
  const [world, told] = await Promise.all([import("../../simulate/index.ts"), import("../simulation.ts")])
  const faults = new Map(Object.entries(world.profiles)).get(plan.profile)
  if (faults === undefined) {
    throw misused(`there is no profile ${plan.profile}`, `Profiles are ${Object.keys(world.profiles).join(", ")}`)
  }
  return told.simulation(plan, {
    run: (seed) => world.simulate(world.scenarioOf({ seed, days: plan.days, storiesPerDay: plan.stories, faults })),
    page: world.reportPage,
    smallest: (broken) => {
      const small = world.shrunk(broken.scenario, world.simulate)
      const [violation] = world.simulate(small).violations
      return violation === undefined ? undefined : { seed: small.seed, text: world.scenarioFile(small, violation) }
    }
  })
}

// The service becomes this process, with flags that a running one cannot take. Where a process cannot be replaced, as on
// Windows, it runs in this one without them; so it does from sources, which have no bundle beside them.
const start = async (): Promise<void> => {
  const host = join(import.meta.dirname, "host.js")
  if (existsSync(host)) process.execve?.(process.execPath, [process.execPath, ...heapFlags, host])
  process.argv.splice(2, Infinity)
  await import("../../http/main.ts")
}

/** The tools of a process with these variables. */
export const tools = (env: Environment): Tools => ({
  version: manifest().version,
  start,
  simulate,
  simulation,
  audit,
  databases: () => databasesOf(env),
  sandboxSecrets: () => sandboxSecrets(env),
  command: (request) => command(env, request),
  examine: () => examine(env),
  prepareNetworks: () => prepareNetworks(env)
})
