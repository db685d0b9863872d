// The database server itself dies under load, a process of it or all of it, and recovers: the hosts say 503 meanwhile, go
// on by themselves, and nothing is lost or happens twice.
import type { Database } from "./database.ts"
import { Site } from "./site.ts"
import { type Verdict, isAboutTheDatabase, reasonsOf, verdictOf } from "./verdict.ts"

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export interface ServerCrashPlan {
  readonly seed: number
  readonly kills: number
  readonly crowd: number
}

/** One in three is the whole server. */
const shareOfAll = 1 / 3

export const serverCrash = async (database: Database, plan: ServerCrashPlan): Promise<Verdict> => {
  const site = new Site({ seed: plan.seed, crowd: plan.crowd, databaseUrl: () => database.url })
  try {
    await site.open(Array.from({ length: 2 }, () => ({ role: "all", clockAheadMs: 0 }) as const))
    const { client, fleet, random, workload } = site
    await Promise.all(fleet.running().map(({ started }) => started))
    let isOver = false
    const found: Array<string> = []
    const backMs: Array<number> = []
    const working = workload.until(() => isOver, client)
    const counts = { backends: 0, servers: 0 }
    for (let kill = 1; kill <= plan.kills; kill++) {
      await sleep(random.whole(100, 800))
      if (random.chance(shareOfAll)) {
        await database.crash()
        counts.servers += 1
        await sleep(random.whole(0, 500))
        await database.recover()
      } else if (await database.killBackend()) counts.backends += 1
      const before = workload.figures.acknowledged
      const downAt = performance.now()
      while (workload.figures.acknowledged < before + 5 && performance.now() < downAt + 15_000) await sleep(10)
      const ms = performance.now() - downAt
      backMs.push(ms)
      if (ms >= 15_000) found.push(`kill ${kill}: nothing was acknowledged for 15 s`)
      await audited(site, `after kill ${kill}`)
    }
    isOver = true
    client.close()
    await working
    const report = await site.conclude()
    if (report.figures["unavailable"] === 0) found.push("no one learned that the database is away")
    return verdictOf(
      report,
      {
        logged: reasonsOf(report.logged),
        "backends killed": counts.backends,
        "servers stopped on the spot": counts.servers,
        "back at work after ms (longest)": Math.round(Math.max(0, ...backMs))
      },
      isAboutTheDatabase,
      found
    )
  } finally {
    site.close()
  }
}

// The server may be recovering still.
const audited = async (site: Site, when: string): Promise<void> => {
  for (let tries = 0;; tries++) {
    try {
      return await site.audit(when)
    } catch (cause) {
      if (tries === 20) throw cause
      await sleep(250)
    }
  }
}
