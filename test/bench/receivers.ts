// How long healthy receivers of webhooks wait while others are in trouble: from the commit of an event to the moment that
// it is heard, with twenty healthy ones, and with nine of them beside eleven that are in every kind of trouble, of which
// those that say nothing have thousands of events before them. Only the ratio of interleaved rounds means anything.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Scene, announce, hasHeard, named, openScene } from "../crash/receivers-scene.ts"
import { type Trouble, allTroubles } from "../support/troubled-receiver.ts"

/** Something that was measured; `goal` is the most that it may be. */
export interface ReceiversFigure {
  readonly name: string
  readonly value: number
  readonly unit: "ms" | "ratio"
  readonly goal?: number
}

export interface ReceiversPlan {
  readonly rounds: number
  /** Events of a round, one after the other. */
  readonly events: number
  readonly everyMs: number
  /** Events that wait for each receiver that says nothing. */
  readonly backlog: number
}

const measured = 9
const silent: ReadonlySet<Trouble> = new Set(["dead", "never ends its headers"])
const chunk = 250

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await pause(10)
}

const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const sortedOf = (numbers: ReadonlyArray<number>): ReadonlyArray<number> => numbers.toSorted((a, b) => a - b)

/** Latencies, ms, at the first healthy receivers. */
const round = async (scene: Scene, { events, everyMs }: ReceiversPlan): Promise<ReadonlyArray<number>> => {
  const well = scene.receivers.filter(({ trouble }) => trouble === "none").slice(0, measured)
  const sentAt = new Map<string, number>()
  for (const id of named(`evt_${crypto.randomUUID()}`, events)) {
    await announce(scene, [id], "KYC_APPROVED")
    sentAt.set(id, performance.now())
    await pause(everyMs)
  }
  await until(() => well.every((each) => hasHeard(each, [...sentAt.keys()])))
  return well.flatMap(({ heard }) => [...sentAt].map(([id, at]) => (heard.get(id) ?? 0) - at))
}

const openOn = async (path: string, troubles: ReadonlyArray<Trouble>, backlog: number): Promise<Scene> => {
  const scene = await openScene({
    troubles,
    databaseUrl: `sqlite:${path}`,
    wants: (trouble) => silent.has(trouble) ? ["KYC_APPROVED", "KYC_EXPIRED"] : ["KYC_APPROVED"]
  })
  for (let made = 0; made < backlog; made += chunk) {
    await announce(scene, named(`old_${made}`, chunk), "KYC_EXPIRED")
  }
  return scene
}

/** Measures; nothing it started is left. */
export const measureReceivers = async (plan: ReceiversPlan): Promise<ReadonlyArray<ReceiversFigure>> => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-receivers-"))
  const well = (count: number): ReadonlyArray<Trouble> => Array.from({ length: count }, () => "none")
  const healthy = await openOn(join(folder, "healthy.db"), well(measured + allTroubles.length), 0)
  const troubled = await openOn(join(folder, "troubled.db"), [...allTroubles, ...well(measured)], plan.backlog)
  try {
    // The backlog is handed out, and the first deliveries of it hang.
    await pause(5_000)
    const [before, beside]: [Array<number>, Array<number>] = [[], []]
    for (let n = 0; n < plan.rounds; n++) {
      before.push(...await round(healthy, plan))
      beside.push(...await round(troubled, plan))
    }
    const [alone, among] = [sortedOf(before), sortedOf(beside)]
    return [
      { name: "webhook delay, all healthy, p50", value: quantile(alone, 0.5), unit: "ms" },
      { name: "webhook delay, all healthy, p99", value: quantile(alone, 0.99), unit: "ms" },
      { name: "webhook delay, others in trouble, p50", value: quantile(among, 0.5), unit: "ms" },
      { name: "webhook delay, others in trouble, p99", value: quantile(among, 0.99), unit: "ms" },
      {
        name: "webhook delay p99, in trouble to healthy",
        value: quantile(among, 0.99) / quantile(alone, 0.99),
        unit: "ratio",
        goal: 2
      }
    ]
  } finally {
    await healthy.close()
    await troubled.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
