// `npm run simulate -- --seed 42 --days 30 --profile chaos`: draws a scenario, runs it, says what it found and writes a
// page about it. A promise that is broken is shown by the smallest scenario that breaks it.
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { printOutcome, printProgress } from "./print.ts"
import { type Profile, profiles } from "./profiles.ts"
import { reportPage } from "./report.ts"
import { stores } from "./scenario.ts"
import { scenarioFile } from "./scenario-file.ts"
import { shrunk } from "./shrink.ts"
import { type Outcome, simulate } from "./simulate.ts"
import { scenarioOf } from "./workload.ts"

const usage = `usage: simulate [options]
  --seed <n>        which scenario, 1 by default
  --seeds <n>       how many scenarios, one seed after the other, 1 by default
  --days <n>        days of virtual time in which things are requested, 2 by default
  --stories <n>     payments a day, 200 by default
  --profile <name>  how much goes wrong: ${Object.keys(profiles).join(", ")}; rough by default
  --store <name>    what records are kept in: ${stores.join(", ")}; memory by default
  --report <file>   where the page about the last run goes, simulation.html by default
`

const refuse = (problem: string): never => {
  process.stderr.write(`${problem}\n\n${usage}`)
  process.exit(2)
}

const options = {
  seed: { type: "string", default: "1" },
  seeds: { type: "string", default: "1" },
  days: { type: "string", default: "2" },
  stories: { type: "string", default: "200" },
  profile: { type: "string", default: "rough" },
  store: { type: "string", default: "memory" },
  report: { type: "string", default: "simulation.html" },
  help: { type: "boolean", default: false }
} as const

const read = () => {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

const wholeNumber = (name: string, text: string): number =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : refuse(`--${name} must be a whole number above 0, not ${text}`)

const isProfile = (name: string): name is Profile => Object.hasOwn(profiles, name)

const values = read()
if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}
const profile = isProfile(values.profile)
  ? values.profile
  : refuse(`--profile must be one of ${Object.keys(profiles).join(", ")}, not ${values.profile}`)
const store = stores.find((name) => name === values.store)
  ?? refuse(`--store must be one of ${stores.join(", ")}, not ${values.store}`)
const first = wholeNumber("seed", values.seed)
const count = wholeNumber("seeds", values.seeds)
const plan = {
  days: wholeNumber("days", values.days),
  storiesPerDay: wholeNumber("stories", values.stories),
  faults: profiles[profile],
  store
}

const write = (file: string, text: string): void => {
  try {
    writeFileSync(file, text)
  } catch (error) {
    refuse(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const tell = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
}

let broken: Outcome | undefined
for (let seed = first; seed < first + count && broken === undefined; seed++) {
  const startedAt = process.cpuUsage()
  const outcome = simulate(scenarioOf({ ...plan, seed }), (progress) => tell(printProgress(seed, progress)))
  const { system, user } = process.cpuUsage(startedAt)
  tell("")
  process.stdout.write(printOutcome(outcome, (user + system) / 1_000, count === 1))
  if (outcome.violations.length > 0) broken = outcome
  if (seed === first + count - 1 || broken !== undefined) {
    write(values.report, reportPage(outcome))
    process.stdout.write(`page     ${values.report}\n`)
  }
}

if (broken !== undefined) {
  const small = shrunk(broken.scenario, simulate)
  const violation = simulate(small).violations[0]
  const file = `scenario-${small.seed}.ts`
  if (violation !== undefined) {
    write(file, scenarioFile(small, violation))
    process.stdout.write(`scenario ${file}: ${small.steps.length} steps that break it\n`)
  }
  process.exit(1)
}
