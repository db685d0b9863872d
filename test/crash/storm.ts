// Processes of each role on one database, any of which is killed every second for a while: what they held is taken over,
// and how long that takes is seen from outside.
import type { Database } from "./database.ts"
import type { Place } from "./fleet.ts"
import { Site } from "./site.ts"
import { type Verdict, isAboutTheDatabase, reasonsOf, verdictOf } from "./verdict.ts"

/** Two that take requests, two that work. */
export const roles: ReadonlyArray<Place> = [
  { role: "http", clockAheadMs: 0 },
  { role: "http", clockAheadMs: 0 },
  { role: "worker", clockAheadMs: 0 },
  { role: "worker", clockAheadMs: 0 }
]

export interface StormPlan {
  readonly seed: number
  readonly forMs: number
  /** From one kill to the next. */
  readonly everyMs: number
  readonly crowd: number
  readonly places: ReadonlyArray<Place>
  /** What else happens while it blows, with how much of the time has passed; from 0 to 1. */
  readonly meanwhile?: (site: Site, passed: number) => void
}

const longestBetweenKillsMs = 10_000
/** Longer than the longest lease and the longest sleep of a worker. */
const takeoverMs = 12_000

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export interface StormVerdict extends Verdict {
  /** How long a due job waited at most. */
  readonly waitedMs: number
  /** How long those in whose hands a job can have been were ready to run and no processor was free: it passes from one to the next. */
  readonly starvedMs: number
}

export const storm = async (database: Database, plan: StormPlan): Promise<StormVerdict> => {
  const site = new Site({ seed: plan.seed, crowd: plan.crowd, databaseUrl: () => database.url })
  try {
    // A sender whose clock is wrong says a wrong time.
    site.receiver.isPunctual = plan.places.every(({ clockAheadMs }) => clockAheadMs === 0)
    await site.open(plan.places)
    const { client, fleet, random, workload } = site
    await Promise.all(fleet.running().map(({ started }) => started))
    let isOver = false
    const working = workload.until(() => isOver, client)
    const watch = database.watch()
    const startedAt = performance.now()
    // They die in turn, so that a few kills are of each kind.
    const first = random.whole(0, fleet.size - 1)
    let kills = 0
    for (let at = startedAt; at < startedAt + plan.forMs; at += plan.everyMs) {
      await sleep(Math.max(0, at + random.next() * plan.everyMs - performance.now()))
      // Somebody has to be at work when the next one dies, however slow the machine is.
      const { acknowledged } = workload.figures
      const giveUpAt = performance.now() + longestBetweenKillsMs
      while (workload.figures.acknowledged === acknowledged && performance.now() < giveUpAt) await sleep(20)
      plan.meanwhile?.(site, (at - startedAt) / plan.forMs)
      const n = (first + kills) % fleet.size
      await fleet.kill(n)
      fleet.restart(n)
      kills += 1
      await site.audit(`after kill ${kills}`)
    }
    // What was in their hands when the last ones died has to be taken over too.
    await database.untilWorkedOff(takeoverMs)
    await watch.stop()
    isOver = true
    client.close()
    await working
    const starvedMs = fleet.killedStarvedMs + Math.max(0, ...fleet.running().map((host) => host.queuedNow()))
    const { job, jobMs, record, recordMs } = watch.waits
    const report = await site.conclude()
    const more = {
      kills,
      "of them at start": fleet.killedAtStart,
      logged: reasonsOf(report.logged),
      "oldest due job ms": `${jobMs} (${job})`,
      "longest on its way ms": `${recordMs} (${record})`,
      "no processor for ms": Math.round(starvedMs)
    }
    return { ...verdictOf(report, more, isAboutTheDatabase), waitedMs: jobMs, starvedMs: Math.round(starvedMs) }
  } finally {
    site.close()
  }
}
