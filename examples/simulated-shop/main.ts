// A shop and a bank adapter of one's own in a simulated world: days pass in seconds, processes are killed, answers and
// events are lost, and in the end the shop's orders and the service's books agree. With the name of a file, the smallest
// scenario that the careless adapter breaks is written there: run with node, it breaks it again.
import { writeFileSync } from "node:fs"
import { profiles, scenarioFile, scenarioOf, shrunkWith, simulateWith } from "pontepay/simulate"
import { own, ownOf } from "./own.ts"
import { Shop } from "./shop.ts"

// Other payments of the same world, so that there is something to be disturbed by.
const scenario = scenarioOf({ seed: 7, days: 2, storiesPerDay: 20, faults: profiles.rough })

const run = async (carelessly: boolean) => {
  const shop = new Shop(40)
  const outcome = await simulateWith(scenario, ownOf(shop, carelessly), 3)
  return { shop, outcome }
}

const careful = await run(false)
const states = [...careful.shop.orders.values()].map(({ state }) => state)
const delivered = states.filter((state) => state === "delivered").length
process.stdout.write(
  `careful bank adapter: ${states.length} orders, ${delivered} delivered, ${careful.shop.events} events,
  ${careful.outcome.injected.length} faults, ${careful.outcome.violations.length} promises broken
`
)
for (const { invariant, message } of careful.outcome.violations.slice(0, 5)) {
  process.stdout.write(`  ${invariant}: ${message}\n`)
}

const careless = await run(true)
const [first] = careless.outcome.violations
process.stdout.write(
  `careless bank adapter, a time-out read as a refusal: ${careless.outcome.violations.length} promises broken
${first === undefined ? "" : `  the first: ${first.invariant}: ${first.message}\n`}`
)

const [file] = process.argv.slice(2)
if (file !== undefined && first !== undefined) {
  const small = await shrunkWith(scenario, own)
  const from = new URL("./own.ts", import.meta.url).href
  writeFileSync(file, scenarioFile(small, first, { entry: import.meta.resolve("pontepay/simulate"), own: { from } }))
  process.stdout.write(`the smallest scenario that breaks it: ${small.steps.length} steps, in ${file}\n`)
}

process.exitCode = careful.outcome.violations.length === 0 && careless.outcome.violations.length > 0 ? 0 : 1
