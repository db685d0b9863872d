// One crash test of a data plane: load, kill, audit, restart, again and again; then everything is let to its end and all
// that was promised is looked for.
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { audit } from "../../hosts/audit/audit.ts"
import { type Evidence, gather } from "../../hosts/audit/evidence.ts"
import { Inspection } from "../../hosts/audit/invariant.ts"
import { openPlane } from "../../hosts/audit/open.ts"
import type { Plane } from "../../hosts/audit/plane.ts"
import { Client } from "./client.ts"
import { type Host, endAll, startHost } from "./host.ts"
import { Random } from "./random.ts"
import { Receiver } from "./receiver.ts"
import { type Promised, Workload, outcomeOf } from "./workload.ts"

const connections = 16
const minute = 60_000
/** Longer than a job is leased, so that each host takes over what the dead one held. */
const betweenHostsMs = 61_000
const secret = "5e".repeat(32)
const auditProgram = join(import.meta.dirname, "../../hosts/audit/main.ts")

export interface CrashPlan {
  readonly kills: number
  readonly seed: number
  /** The address of the data plane, given a directory of the test's own. */
  readonly databaseUrl: (directory: string) => string
}

/** What a crash test found out. Lists of problems are empty when all is well. */
export interface CrashReport {
  readonly figures: Readonly<Record<string, number | string>>
  /** How long each host took to be ready, the shortest first. */
  readonly readyMs: ReadonlyArray<number>
  readonly stopped: { readonly code: number | null; readonly ms: number }
  readonly problems: {
    /** Acknowledged, and not there or not as it was said. */
    readonly lost: ReadonlyArray<string>
    /** Asked again and again while the host was up, and never acknowledged. */
    readonly unanswered: ReadonlyArray<string>
    readonly refusals: ReadonlyArray<string>
    readonly contradictions: ReadonlyArray<string>
    readonly violations: ReadonlyArray<string>
    /** Jobs that do not end, and errors in the logs of the hosts. */
    readonly stuck: ReadonlyArray<string>
    readonly logged: ReadonlyArray<string>
    readonly untold: ReadonlyArray<string>
    readonly faults: ReadonlyArray<string>
  }
  readonly audited: { readonly status: number | null; readonly report: string }
}

const account = (n: number, url: string) => ({
  name: `Account ${n}`,
  environment: "sandbox",
  apiKey: `pontepay_test_${String(n).repeat(40)}`,
  taxId: "11144477735",
  kyc: "APPROVED",
  webhooks: [{ url: `${url}/${n}`, secret, retry: n === 3 }]
})

const withPlane = async <A>(url: string, use: (plane: Plane) => Promise<A>): Promise<A> => {
  const plane = await openPlane(url)
  try {
    return await use(plane)
  } finally {
    await plane.close()
  }
}

const violationsOf = async (url: string, when: string): Promise<ReadonlyArray<string>> => {
  const verdicts = await withPlane(url, audit)
  return verdicts.flatMap(({ name, violations }) =>
    violations.map(({ expected, found, problem, record }) =>
      `${when}, ${name}: ${record}: ${problem} (expected ${expected}, found ${found})`
    )
  )
}

/** Jobs that wait for anything but the end of a charge that nobody paid. */
const openJobs = (url: string): Promise<ReadonlyArray<string>> =>
  withPlane(url, async (plane) => {
    const open: Array<string> = []
    for await (const { id, isDead, task } of plane.jobs()) {
      if (task !== "lapse-deposit") open.push(isDead ? `${id} was put aside` : id)
    }
    return open
  })

/** Lets the host work until nothing is left to do; gives the jobs that were still open after a minute. */
const drained = async (url: string): Promise<ReadonlyArray<string>> => {
  const giveUpAt = performance.now() + minute
  for (;;) {
    const open = await openJobs(url)
    if (open.length === 0 || performance.now() > giveUpAt) return open
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Reads every deposit over HTTP and compares it with what was promised. */
const lostOf = async (promised: ReadonlyArray<Promised>, client: Client): Promise<ReadonlyArray<string>> => {
  const lost: Array<string> = []
  const rest = promised.values()
  const lane = async () => {
    for (const { created, story } of rest) {
      const answer = await client.get(`/api/deposit/asset/${story.externalId}`, story.apiKey)
      const { data } = JSON.parse(answer?.body ?? "{}") as { readonly data?: Readonly<Record<string, unknown>> }
      const { walletCharge } = JSON.parse(created ?? "{}") as { readonly walletCharge?: string }
      for (const [field, expected] of Object.entries({ ...outcomeOf(story), walletCharge })) {
        const found = data?.[field]
        if (found !== expected) {
          lost.push(`${story.externalId}: ${field} is ${String(found)} instead of ${String(expected)}`)
        }
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return lost
}

/**
 * What is wrong with the deliveries: events that a receiver had to get and did not, or that were tried more often than
 * their rule says. An event that is sent once may fail, if that is on record.
 */
const untoldOf = ({ of }: Evidence, { taken }: Receiver): ReadonlyArray<string> => {
  const webhooks = Map.groupBy(of.webhook.values(), ({ owner }) => owner)
  const untold: Array<string> = []
  for (const event of of.event.values()) {
    for (const webhook of webhooks.get(event.owner) ?? []) {
      const delivery = of.delivery.get(`${event.id}/${webhook.id}`)
      const isOnce = event.name === "DEPOSIT_ASSET_SUCCESS" && !webhook.retry
      const tries = delivery?.attemptCount ?? 0
      const wasTaken = delivery?.state === "DELIVERED" && taken.has(event.id)
      const hasFailed = isOnce && delivery?.state === "EXHAUSTED"
      const isRight = (wasTaken || hasFailed) && tries >= 1 && (!isOnce || tries === 1)
      if (!isRight) untold.push(`${event.name} ${event.id}: ${delivery?.state ?? "no delivery"} after ${tries} tries`)
    }
  }
  return untold
}

const middle = (sorted: ReadonlyArray<number>): number => sorted[sorted.length >> 1] ?? 0

/** Runs the test; whatever it started is ended with it. */
export const crash = async ({ databaseUrl, kills, seed }: CrashPlan): Promise<CrashReport> => {
  const random = new Random(seed)
  const directory = mkdtempSync(join(tmpdir(), "pontepay-crash-"))
  const url = databaseUrl(directory)
  const receiver = new Receiver(secret, new Random(seed + 1))
  try {
    const accounts = await receiver.listen().then((base) => [1, 2, 3].map((n) => account(n, base)))
    const bootstrapFile = join(directory, "accounts.json")
    writeFileSync(bootstrapFile, JSON.stringify({ accounts }))
    const work = new Workload(accounts.map(({ apiKey }) => apiKey), new Random(seed + 2))
    const startedAt = performance.now()
    const ready: Array<{ readonly ms: number; readonly own: number }> = []
    let clockAheadMs = 0
    const start = async (): Promise<Host> => {
      const host = await startHost({ directory, databaseUrl: url, bootstrapFile, clockAheadMs })
      receiver.now = host.now
      clockAheadMs += betweenHostsMs
      ready.push({ ms: host.readyMs, own: host.readyMs - host.queuedMs })
      return host
    }
    // The first host makes the tables and leaves its compiled code behind, as an installation does.
    await (await start()).stop()
    const violations: Array<string> = []
    const logged: Array<string> = []
    for (let kill = 1; kill <= kills; kill++) {
      const host = await start()
      const client = new Client(host, connections)
      const working = work.until(host.isDead, client, connections)
      await new Promise((resolve) => setTimeout(resolve, random.whole(100, 800)))
      await host.kill()
      await working
      client.close()
      logged.push(...host.errors())
      violations.push(...await violationsOf(url, `after kill ${kill}`))
    }
    // Half a day later every lease has ended and every retry is due, and no charge has lapsed.
    clockAheadMs += 12 * 60 * minute
    receiver.isMoody = false
    const host = await start()
    const client = new Client(host, connections)
    const unanswered = await work.finish(client, connections)
    const stuck = await drained(url)
    const lost = await lostOf(work.promised, client)
    client.close()
    const stopped = await host.stop()
    logged.push(...host.errors())
    violations.push(...await violationsOf(url, "at the end"))
    const evidence = await withPlane(url, (plane) => gather(plane, new Inspection(), () => undefined))
    const program = spawnSync(process.execPath, [auditProgram, url], { encoding: "utf8" })
    const { acknowledged, ambiguous, contradictions, refusals, requests } = work.figures
    const own = ready.map(({ own }) => own).toSorted((a, b) => a - b)
    const wall = ready.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const states = Map.groupBy(evidence.of.deposit.values(), ({ state }) => state)
    const again = [...receiver.taken.values()].filter((times) => times > 1).length
    return {
      figures: {
        seed,
        kills,
        seconds: Math.round((performance.now() - startedAt) / 1_000),
        deposits: work.promised.length,
        requests,
        acknowledged,
        ambiguous,
        refused: [...refusals.values()].reduce((sum, times) => sum + times, 0),
        lost: lost.length,
        "audit violations": violations.length,
        states: [...states].map(([state, of]) => `${state} ${of.length}`).join(", "),
        events: evidence.of.event.size,
        "webhooks received": receiver.received,
        "events taken twice": again,
        "ready ms (median, max)": `${Math.round(middle(wall))}, ${Math.round(wall.at(-1) ?? 0)}`,
        "of it not waiting for a processor": `${Math.round(middle(own))}, ${Math.round(own.at(-1) ?? 0)}`,
        "graceful stop ms": Math.round(stopped.ms)
      },
      readyMs: own,
      stopped,
      problems: {
        lost,
        unanswered,
        refusals: [...refusals].map(([said, times]) => `${times} x ${said}`),
        contradictions,
        violations,
        stuck,
        logged,
        untold: untoldOf(evidence, receiver),
        faults: receiver.faults
      },
      audited: { status: program.status, report: program.stdout + program.stderr }
    }
  } finally {
    endAll()
    receiver.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
