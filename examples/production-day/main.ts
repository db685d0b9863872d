// A day of production in a minute. `npm run example:production-day`
import { setTimeout as sleep } from "node:timers/promises"
import { compare } from "./books.ts"
import { day } from "./day.ts"
import { openWorld } from "./world.ts"

/** What never takes so long has stopped. */
const longestMs = 180_000

const world = await openWorld()
const late = sleep(longestMs, undefined, { ref: false }).then(() => {
  throw new Error("the day does not end")
})
try {
  const people = await Promise.race([day(world), late])
  const isEqual = await compare(world, people)
  process.exitCode = isEqual ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await world.close()
}
