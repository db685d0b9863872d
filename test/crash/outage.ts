// The database goes away under load, in each of the ways in which databases do: every request is told so within a second,
// with a code and when to ask again; and soon after it is back everything works, and nothing was lost.
import { Proxy } from "../support/proxy.ts"
import type { Answer } from "./client.ts"
import type { Database } from "./database.ts"
import { Site } from "./site.ts"
import { type Verdict, isAboutTheDatabase, reasonsOf, verdictOf } from "./verdict.ts"

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A way to be away: takes the database away and gives what brings it back. */
type Outage = (proxy: Proxy, url: string) => Promise<() => Promise<void> | void>

const outages: Readonly<Record<string, Outage>> = {
  refused: async (proxy, url) => {
    await proxy.close()
    return () => proxy.reopen(url)
  },
  blackhole: (proxy) => {
    proxy.weather = "blackhole"
    return Promise.resolve(() => {
      // What was sent into it is gone: those connections are of no use any more.
      proxy.forget()
      proxy.weather = "clear"
    })
  },
  reset: (proxy) => {
    proxy.weather = "reset"
    proxy.cut()
    return Promise.resolve(() => {
      proxy.weather = "clear"
    })
  },
  "half-open": (proxy) => {
    proxy.forget()
    proxy.weather = "blackhole"
    return Promise.resolve(() => {
      proxy.weather = "clear"
    })
  }
}

export interface OutagePlan {
  readonly seed: number
  /** How long each of the outages lasts. */
  readonly eachMs: number
  readonly crowd: number
}

/** An answer within this is at once; the database is away for good. */
const answerWithinMs = 1_000
const recoverWithinMs = 5_000
/** The database counts as back once no request was answered 503 for this long. */
const calmMs = 1_000

const isProper = ({ body, retryAfter }: Answer): boolean =>
  retryAfter !== undefined && /^[1-9]\d*$/.test(retryAfter) &&
  typeof (JSON.parse(body) as { readonly errorCode?: unknown }).errorCode === "string"

/** Runs the trial with two hosts that take requests and work. */
export const outageTrial = async (database: Database, plan: OutagePlan): Promise<Verdict> => {
  const { proxy, url } = await Proxy.before(database.url)
  const site = new Site({ seed: plan.seed, crowd: plan.crowd, databaseUrl: () => database.url })
  try {
    await site.open(Array.from({ length: 2 }, () => ({ role: "all", clockAheadMs: 0 }) as const), url)
    const { client, fleet, workload } = site
    await Promise.all(fleet.running().map(({ started }) => started))
    let isOver = false
    const found: Array<string> = []
    const answers: Array<Answer> = []
    let awaySince = 0
    const recoveries: Array<string> = []
    let lastUnavailableAt = 0
    let answeredAway = 0
    let isAway = false
    client.seen = (answer) => {
      if (answer === undefined) return
      if (answer.status === 503) {
        lastUnavailableAt = performance.now()
        if (!isProper(answer)) found.push(`not a proper 503: ${answer.body}, Retry-After ${answer.retryAfter}`)
      }
      const now = performance.now()
      const cameBefore = now - answer.ms < awaySince
      // One that has a PIN to check takes its time for that, if it came before.
      if (!isAway || cameBefore && answer.path.startsWith("/api/wallet/")) return
      answeredAway += 1
      // What it waited for before the database went away says nothing of that.
      answers.push(cameBefore ? { ...answer, ms: now - awaySince } : answer)
    }
    const working = workload.until(() => isOver, client)
    await sleep(2_000)
    for (const [name, outage] of Object.entries(outages)) {
      answers.length = 0
      awaySince = performance.now()
      const queued = fleet.running().map((host) => host.queuedNow())
      const back = await outage(proxy, url)
      isAway = true
      await sleep(plan.eachMs)
      isAway = false
      // A host that gets no processor is late with everything, and counts its patience in beats that are late too.
      const waited = Math.max(...fleet.running().map((host, n) => host.queuedNow() - (queued[n] ?? 0)))
      const slowest = answers.reduce<Answer | undefined>((a, b) => a !== undefined && a.ms > b.ms ? a : b, undefined)
      const longest = slowest?.ms ?? 0
      if (longest > answerWithinMs + 2 * waited) {
        found.push(`${name}: an answer took ${Math.round(longest)} ms: ${slowest?.path}, ${slowest?.status}`)
      }
      if (answers.length === 0) found.push(`${name}: no one was answered`)
      await back()
      const backAt = performance.now()
      const acknowledged = workload.figures.acknowledged
      const isBack = () =>
        workload.figures.acknowledged > acknowledged && performance.now() > Math.max(backAt, lastUnavailableAt) + calmMs
      const giveUpAt = backAt + recoverWithinMs + calmMs
      while (!isBack() && performance.now() < giveUpAt) await sleep(20)
      const recovered = Math.max(0, lastUnavailableAt - backAt)
      recoveries.push(
        `${name}: ${answers.length} answers, longest ${Math.round(longest)}, no processor for ${Math.round(waited)}, ` +
          `back after ${Math.round(recovered)}`
      )
      if (lastUnavailableAt > backAt + recoverWithinMs) found.push(`${name}: still 503 after ${recoverWithinMs} ms`)
      if (workload.figures.acknowledged === acknowledged) found.push(`${name}: nothing was acknowledged afterwards`)
    }
    isOver = true
    client.seen = () => undefined
    client.close()
    await working
    const report = await site.conclude()
    const more = {
      "answers while away": answeredAway,
      "outages (ms)": recoveries.join("; "),
      logged: reasonsOf(report.logged)
    }
    return verdictOf(report, more, isAboutTheDatabase, found)
  } finally {
    site.close()
    await proxy.close()
  }
}
