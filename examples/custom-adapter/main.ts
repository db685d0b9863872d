// The conformance kit on an adapter of your own, over a line that breaks and behind a gateway that answers 403, 500 and 502;
// and on the same adapter with the mistake that costs the most: it takes a fault for a refusal.
// `npm run example:custom-adapter`
import { refused } from "pontepay"
import { isKept, pixRailSuite, printReport, runSuite } from "pontepay/conformance"
import { subject } from "./subject.ts"

const rail = await runSuite("a rail over HTTP", pixRailSuite, subject())
console.log(printReport(rail))

const behind = await runSuite("the same rail behind a gateway", pixRailSuite, subject(undefined, "gateway"))
console.log(`\n${printReport(behind)}`)

const hasty = await runSuite("the same rail, in a hurry", pixRailSuite, subject((detail) => refused("failed", detail)))
console.log(`\n${printReport(hasty)}`)

process.exitCode = isKept(rail) && isKept(behind) && !isKept(hasty) ? 0 : 1
