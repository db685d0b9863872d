// What the data says after a crash test, read by the audit's own readers: invariants, work that does not end, deliveries
// that are owed, and records that no one requested.
import { Client } from "pg"
import { audit } from "../../hosts/audit/audit.ts"
import { type Evidence, gather } from "../../hosts/audit/evidence.ts"
import { Inspection } from "../../hosts/audit/invariant.ts"
import { openPlane } from "../../hosts/audit/open.ts"
import type { Plane } from "../../hosts/audit/plane.ts"
import { recurring } from "../../hosts/worker/recurring.ts"
import type { Receiver } from "./receiver.ts"
import type { StoryKind } from "./story.ts"

const minute = 60_000

const withPlane = async <A>(url: string, use: (plane: Plane) => Promise<A>): Promise<A> => {
  const plane = await openPlane(url)
  try {
    return await use(plane)
  } finally {
    await plane.close()
  }
}

/** What the audit finds, in words that say when. */
export const violationsOf = async (url: string, when: string): Promise<ReadonlyArray<string>> => {
  const verdicts = await withPlane(url, audit)
  return verdicts.flatMap(({ name, violations }) =>
    violations.map(({ expected, found, problem, record }) =>
      `${when}, ${name}: ${record}: ${problem} (expected ${expected}, found ${found})`
    )
  )
}

export const evidenceOf = (url: string): Promise<Evidence> =>
  withPlane(url, (plane) => gather(plane, new Inspection(), () => undefined))

/** What never ends, or ends in a day: offers that no one took, and returns that the rail has a day to report. */
const patient = new Set(["expire-rail-return", "expire-deposit", "expire-lightning-invoice", ...recurring])

/** Jobs that have an end to come to. */
const openJobs = (url: string): Promise<ReadonlyArray<string>> =>
  withPlane(url, async (plane) => {
    const open: Array<string> = []
    for await (const { id, isDead, task } of plane.jobs()) {
      if (isDead || !patient.has(task)) open.push(isDead ? `${id} was put aside` : id)
    }
    return open
  })

/**
 * Brings what is due later today forward in a database that tells the time itself: what half a day would do. Offers that
 * no one took stay open.
 */
export const hurry = async (url: string): Promise<void> => {
  if (url.startsWith("sqlite:")) return
  const client = new Client(url)
  await client.connect()
  const now = Date.now()
  const { rowCount } = await client.query(
    "update pontepay.jobs set run_at = $1 where run_at > $1 and not dead and lease is null and not task = any($2)",
    [now, [...patient]]
  )
  // As whoever adds a job does: a worker that sleeps until one of them is due would look up too late.
  if (rowCount !== 0) await client.query("select pg_notify('pontepay_jobs', $1)", [String(now)])
  await client.end()
}

/** Lets the hosts work until nothing is left to do; gives the jobs that were still open after a minute. */
export const drained = async (url: string): Promise<ReadonlyArray<string>> => {
  const giveUpAt = performance.now() + minute
  for (;;) {
    await hurry(url)
    const open = await openJobs(url)
    if (open.length === 0 || performance.now() > giveUpAt) return open
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Sent until it is taken, whatever the webhook says. */
const persistent = new Set(["DEPOSIT_ASSET_FAILED", "DEPOSIT_ASSET_REFUNDED"])

/**
 * What is wrong with the deliveries: events that a receiver had to get and did not, or that were tried more often than
 * their rule says. An event that is sent once may fail, if that is on record.
 */
export const untoldOf = ({ of }: Evidence, { taken }: Receiver): ReadonlyArray<string> => {
  const webhooks = Map.groupBy(of.webhook.values(), ({ owner }) => owner)
  const untold: Array<string> = []
  for (const event of of.event.values()) {
    for (const webhook of webhooks.get(event.owner) ?? []) {
      const delivery = of.delivery.get(`${event.id}/${webhook.id}`)
      const isOnce = !persistent.has(event.name) && !webhook.retry
      const tries = delivery?.attemptCount ?? 0
      const wasTaken = delivery?.state === "DELIVERED" && taken.has(event.id)
      const hasFailed = isOnce && delivery?.state === "EXHAUSTED"
      const isRight = (wasTaken || hasFailed) && tries >= 1 && (!isOnce || tries === 1)
      if (!isRight) untold.push(`${event.name} ${event.id}: ${delivery?.state ?? "no delivery"} after ${tries} tries`)
    }
  }
  return untold
}

/** Kinds of records that are not as many as were requested. */
export const doubledOf = ({ of }: Evidence, census: ReadonlyMap<StoryKind, number>): ReadonlyArray<string> =>
  [...census].flatMap(([kind, asked]) => {
    const { size } = of[kind]
    return size === asked ? [] : [`${size} records of kind ${kind} for ${asked} that were requested`]
  })

/** How many records are in each state. */
export const statesOf = ({ of }: Evidence): string =>
  (["deposit", "payout", "lightningInvoice", "transfer"] as const).map((kind) => {
    const states = Map.groupBy([...of[kind].values()].map(({ state }): string => state), (state) => state)
    return `${kind}: ${[...states].map(([state, { length }]) => `${state} ${length}`).join(", ")}`
  }).join("; ")
