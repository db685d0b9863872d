// kill -9 again and again: hosts on one data plane under load, of which one after another dies, at any moment from its
// first on, and is put back; the data is audited after every kill.
import type { Place } from "./fleet.ts"
import { Site, type SiteConfig } from "./site.ts"
import { type Verdict, isAboutTheDatabase, reasonsOf, verdictOf } from "./verdict.ts"
import { within } from "./within.ts"

export interface CrashPlan extends SiteConfig {
  readonly kills: number
  readonly places: ReadonlyArray<Place>
  /**
   * How far ahead of the dead one the clock of the next host is: longer than a job is leased, so that a host alone takes
   * over at once what the dead one held. 0 for several, who see how long that takes.
   */
  readonly betweenHostsMs: number
}

/** A host is killed when so many more answers came, at most, or after this long. */
const answersBetweenKills = 20
const longestBetweenKillsMs = 3_000
/** One in four dies while it starts, wherever it is then. */
const shareAtStart = 0.25
const startMs = 1_200

/** No one is asked any more then: whoever still waits waits for nothing. */
const standstillMs = 60_000

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Lets the load go on for so many acknowledgements, however fast the machine is. */
const worked = async ({ workload: { figures } }: Site, answers: number): Promise<void> => {
  const giveUpAt = performance.now() + longestBetweenKillsMs
  const enough = figures.acknowledged + answers
  while (figures.acknowledged < enough && performance.now() < giveUpAt) await sleep(5)
}

/** Runs the test; whatever it started is ended with it. */
export const crash = async ({ betweenHostsMs, kills, places, ...config }: CrashPlan): Promise<Verdict> => {
  const site = new Site(config)
  try {
    await site.open(places)
    const { client, fleet, random, receiver, workload } = site
    const isAlone = places.length === 1
    let isOver = false
    const working = workload.until(() => isOver, client)
    for (let kill = 1; kill <= kills; kill++) {
      const n = random.whole(0, fleet.size - 1)
      const host = fleet.running()[0]
      if (host !== undefined) receiver.now = host.now
      if (isAlone && random.chance(shareAtStart)) await sleep(random.whole(0, startMs))
      else {
        if (isAlone) await host?.started
        await worked(site, random.whole(1, answersBetweenKills))
      }
      await fleet.kill(n)
      if (isAlone) await site.audit(`after kill ${kill}`)
      fleet.restart(n, isAlone ? betweenHostsMs * kill : undefined)
      if (!isAlone) await workload.restDuring(() => site.audit(`after kill ${kill}`))
    }
    isOver = true
    client.close()
    await within(standstillMs, "the end of the load", working)
    const report = await site.conclude()
    const more = { kills, "of them at start": fleet.killedAtStart, logged: reasonsOf(report.logged) }
    return verdictOf(report, more, isAboutTheDatabase)
  } finally {
    site.close()
  }
}
