// Faults between the hosts and their database that come and go under load: late, cut, truncated, and commits whose answer
// is lost. Nothing that was acknowledged is lost, what no one knows is settled by asking again, and the load goes on as
// before soon after.
import { type Faults, Proxy } from "../support/proxy.ts"
import type { Database } from "./database.ts"
import { Site } from "./site.ts"
import { type Verdict, isAboutTheDatabase, reasonsOf, verdictOf } from "./verdict.ts"

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The statement of a commit, as it is named on the wire. */
const commit = "commit_"

const weathers: Readonly<Record<string, Faults>> = {
  latency: { latencyMs: 20 },
  jitter: { latencyMs: 2, jitterMs: 60 },
  "slow close": { slowCloseMs: 2_000, breakAfterBytes: 60_000 },
  "broken off": { breakAfterBytes: 20_000 },
  "lost commits": { lostAnswers: { pattern: commit, share: 0.1 } },
  "all at once": { latencyMs: 5, jitterMs: 30, breakAfterBytes: 50_000, lostAnswers: { pattern: commit, share: 0.05 } }
}

export interface WeatherPlan {
  readonly seed: number
  /** How long each kind of weather lasts. */
  readonly eachMs: number
  /** How long the load is measured before and after. */
  readonly calmMs: number
  /** How long after the last fault the load is measured again. */
  readonly settleMs: number
  readonly crowd: number
}

/** An answer to a commit is lost long before this. */
const lostWithinMs = 30_000

export const weatherTrial = async (database: Database, plan: WeatherPlan): Promise<Verdict> => {
  const { proxy, url } = await Proxy.before(database.url)
  const site = new Site({ seed: plan.seed, crowd: plan.crowd, databaseUrl: () => database.url })
  try {
    await site.open(Array.from({ length: 2 }, () => ({ role: "all", clockAheadMs: 0 }) as const), url)
    const { client, fleet, workload } = site
    await Promise.all(fleet.running().map(({ started }) => started))
    let isOver = false
    const working = workload.until(() => isOver, client)
    const perSecond = async (ms: number): Promise<number> => {
      const before = workload.figures.acknowledged
      await sleep(ms)
      return (workload.figures.acknowledged - before) * 1_000 / ms
    }
    await sleep(2_000)
    const before = await perSecond(plan.calmMs)
    const under: Array<string> = []
    for (const [name, faults] of Object.entries(weathers)) {
      proxy.faults = faults
      // Half of the time with connections that are dead and do not know it, half with new ones.
      proxy.forget()
      const half = plan.eachMs / 2
      const lost = proxy.answersLost
      const rates = [await perSecond(half)]
      proxy.cut()
      rates.push(await perSecond(half))
      const giveUpAt = performance.now() + lostWithinMs
      while (faults.lostAnswers !== undefined && proxy.answersLost === lost && performance.now() < giveUpAt) {
        await sleep(20)
      }
      under.push(`${name} ${rates.map(Math.round).join(" and ")}`)
      await site.audit(`in weather "${name}"`)
    }
    proxy.faults = {}
    proxy.cut()
    await sleep(plan.settleMs)
    const after = await perSecond(plan.calmMs)
    isOver = true
    client.close()
    await working
    const report = await site.conclude()
    const found = proxy.answersLost === 0 ? ["no answer to a commit was lost"] : []
    return verdictOf(
      report,
      {
        logged: reasonsOf(report.logged),
        "answers lost": proxy.answersLost,
        "a second before": Math.round(before),
        "a second under": under.join(", "),
        [`a second from ${plan.settleMs / 1_000} s after`]: Math.round(after)
      },
      isAboutTheDatabase,
      found
    )
  } finally {
    site.close()
    await proxy.close()
  }
}
