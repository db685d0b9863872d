// The trials of the tests, as long as the tier says, and the same ones long for `npm run hostile`.
import { join } from "node:path"
import { clockTrial } from "./clocks.ts"
import { Database } from "./database.ts"
import { outageTrial } from "./outage.ts"
import { crash } from "./run.ts"
import { serverCrash } from "./server-crash.ts"
import { roles, storm } from "./storm.ts"
import type { Verdict } from "./verdict.ts"
import { weatherTrial } from "./weather.ts"
import { depth } from "../support/depth.ts"

const second = 1_000
const takenOverWithinMs = 10 * second

/** How long, or how often. */
export interface Size {
  readonly kills: number
  readonly stormMs: number
  readonly outageMs: number
  readonly weatherMs: number
  readonly serverKills: number
  readonly clockMs: number
}

export const inTests: Size = {
  kills: depth.kills,
  stormMs: depth.stormSeconds * second,
  outageMs: 1.5 * second,
  weatherMs: depth.weatherMs,
  serverKills: depth.serverKills,
  clockMs: depth.clockSeconds * second
}

export const long: Size = {
  kills: 500,
  stormMs: 120 * second,
  outageMs: 60 * second,
  weatherMs: 30 * second,
  serverKills: 100,
  clockMs: 120 * second
}

type Trial = (size: Size, seed: number) => Promise<Verdict>

const onPostgres =
  (trial: (database: Database, size: Size, seed: number) => Promise<Verdict>): Trial => async (size, seed) => {
    const database = await Database.start()
    try {
      return await trial(database, size, seed)
    } finally {
      await database.stop()
    }
  }

/** One host on a data plane of its own, killed and put back. */
const alone: Trial = ({ kills }, seed) =>
  crash({
    kills,
    seed,
    crowd: 12,
    places: [{ role: "all", clockAheadMs: 0 }],
    // Longer than any lease: each host takes over at once what the dead one held.
    betweenHostsMs: 61 * second,
    databaseUrl: (directory) => `sqlite:${join(directory, "plane.db")}`
  })

/** Data planes on SQLite that are tried side by side, each with one host. */
const planes = 2

const sum = (verdicts: ReadonlyArray<Verdict>): Verdict => ({
  figures: Object.fromEntries(
    Object.keys(verdicts[0]?.figures ?? {}).map((name) => {
      const each = verdicts.map(({ figures }) => figures[name] ?? 0)
      const isCount = each.every((value) => typeof value === "number") && name !== "seed" && name !== "seconds"
      return [name, isCount ? each.reduce((total: number, value) => total + Number(value), 0) : each.join(" / ")]
    })
  ),
  problems: verdicts.flatMap(({ problems }) => problems)
})

export const trials = {
  "kills on SQLite": async (size, seed) => {
    const part = { ...size, kills: Math.ceil(size.kills / planes) }
    return sum(await Promise.all(Array.from({ length: planes }, (_, n) => alone(part, seed + 100 * n))))
  },
  "kills on Postgres": onPostgres((database, { kills }, seed) =>
    crash({
      kills,
      seed,
      crowd: 12,
      places: Array.from({ length: 3 }, () => ({ role: "all", clockAheadMs: 0 }) as const),
      betweenHostsMs: 0,
      databaseUrl: () => database.url
    })
  ),
  "a kill every second": onPostgres(async (database, { stormMs }, seed) => {
    const plan = { seed, forMs: stormMs, everyMs: second, crowd: 8, places: roles }
    const { figures, problems, starvedMs, waitedMs } = await storm(database, plan)
    // A machine without a free processor takes nothing over in time.
    const late = waitedMs > takenOverWithinMs + starvedMs ? [`a due job waited for ${waitedMs} ms`] : []
    return { figures, problems: [...late, ...problems] }
  }),
  "the database server dies": onPostgres((database, { serverKills }, seed) =>
    serverCrash(database, { seed, kills: serverKills, crowd: 8 })
  ),
  "the database is away": onPostgres((database, { outageMs }, seed) =>
    outageTrial(database, { seed, eachMs: outageMs, crowd: 8 })
  ),
  "faults on the way to the database": onPostgres((database, { weatherMs }, seed) =>
    weatherTrial(database, {
      seed,
      eachMs: weatherMs,
      calmMs: Math.min(10 * second, 2 * weatherMs),
      settleMs: Math.min(5 * second, 4 * weatherMs),
      crowd: 8
    })
  ),
  "clocks that disagree and jump": onPostgres((database, { clockMs }, seed) =>
    clockTrial(database, { seed, forMs: clockMs, crowd: 6 })
  )
} satisfies Readonly<Record<string, Trial>>
