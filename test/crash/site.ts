// What every crash test needs around its hosts: a directory, accounts with webhooks and wallets, a receiver, a load, and
// the judgement of what was left behind when everything has come to its end.
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { auditProgram } from "../support/built.ts"
import { Client } from "./client.ts"
import { Fleet, type Place } from "./fleet.ts"
import { account, furnish } from "./furnish.ts"
import { setDatabaseClock } from "./database-clock.ts"
import { doubledOf, drained, evidenceOf, hurry, statesOf, untoldOf, violationsOf } from "./judge.ts"
import { railOf } from "./rail.ts"
import { Random } from "./random.ts"
import { Remains } from "./remains.ts"
import { Receiver } from "./receiver.ts"
import { Workload } from "./workload.ts"

const minute = 60_000
const secret = "5e".repeat(32)
/**
 * Half a day after the last, where the host tells the time: every lease has ended and every retry is due, and no charge
 * has expired.
 */
const afterwardsMs = 12 * 60 * minute
/**
 * A minute, where the database tells it: every lease has ended, whoever checked a PIN is taken for dead, and what was sent
 * has arrived or never will.
 */
const soonAfterwardsMs = minute

const hurryMs = 500

export interface SiteConfig {
  readonly seed: number
  /** Connections of those who use no wallet. */
  readonly crowd: number
  /** The address of the data plane, given a directory of the test's own. */
  readonly databaseUrl: (directory: string) => string
}

/** Lists of problems, empty when all is well. */
export interface Problems {
  /** Acknowledged, and not there or not as it was said. */
  readonly lost: ReadonlyArray<string>
  /** More or fewer records than were requested. */
  readonly doubled: ReadonlyArray<string>
  /** Asked again and again while a host was up, and never acknowledged. */
  readonly unanswered: ReadonlyArray<string>
  readonly refusals: ReadonlyArray<string>
  readonly contradictions: ReadonlyArray<string>
  readonly violations: ReadonlyArray<string>
  /** Jobs that do not end. */
  readonly stuck: ReadonlyArray<string>
  readonly untold: ReadonlyArray<string>
  /** Deliveries with a wrong signature, timestamp or body. */
  readonly faults: ReadonlyArray<string>
}

export interface SiteReport {
  readonly figures: Readonly<Record<string, number | string>>
  readonly problems: Problems
  readonly stopped: { readonly code: number | null; readonly ms: number }
  /** Errors in the logs of the hosts. */
  readonly logged: ReadonlyArray<string>
  readonly audited: { readonly status: number | null; readonly report: string }
}

const crowdAccounts = 3
/** Groups of holders; a group does one thing at a time. */
const purseGroups = 2
const pursesInGroup = 2

const middle = (numbers: ReadonlyArray<number>): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

/** Milliseconds for a report: the middle one and the longest. */
const spread = (numbers: ReadonlyArray<number>): string =>
  `${Math.round(middle(numbers))}, ${Math.round(Math.max(0, ...numbers))}`

export class Site {
  readonly url: string
  readonly random: Random
  readonly receiver: Receiver
  readonly violations: Array<string> = []
  audits = 0
  private readonly config: SiteConfig
  private readonly directory = mkdtempSync(join(tmpdir(), "pontepay-crash-"))
  private readonly startedAt = performance.now()
  private made: { readonly workload: Workload; readonly fleet: Fleet; readonly client: Client } | undefined

  constructor(config: SiteConfig) {
    this.config = config
    this.random = new Random(config.seed)
    this.receiver = new Receiver(secret, new Random(config.seed + 1))
    this.url = config.databaseUrl(this.directory)
  }

  get workload(): Workload {
    return this.there.workload
  }

  get fleet(): Fleet {
    return this.there.fleet
  }

  /** To whichever hosts serve. */
  get client(): Client {
    return this.there.client
  }

  /** Makes the data plane and its wallets, then starts the fleet; `hostsUrl` is the address that the fleet uses. */
  async open(places: ReadonlyArray<Place>, hostsUrl = this.url): Promise<void> {
    const base = await this.receiver.listen()
    const names = [...Array(crowdAccounts + purseGroups * pursesInGroup).keys()].map((n) => n + 1)
    const accounts = names.map((n) => account(n, { url: `${base}/${n}`, secret, retry: n % 3 === 0 }))
    const bootstrapFile = join(this.directory, "accounts.json")
    writeFileSync(bootstrapFile, JSON.stringify({ accounts }))
    const common = { directory: this.directory, bootstrapFile }
    const keys = accounts.map(({ apiKey }) => apiKey)
    const purses = await furnish(keys.slice(crowdAccounts), { ...common, databaseUrl: this.url })
    const groups = [...Array(purseGroups).keys()].map((n) => purses.slice(n * pursesInGroup, (n + 1) * pursesInGroup))
    const now = () => fleet.running()[0]?.now() ?? 0
    const workload = new Workload(
      { crowd: this.config.crowd, apiKeys: keys.slice(0, crowdAccounts), purses: groups, now, rail: railOf(this.url) },
      new Random(this.config.seed + 2)
    )
    const fleet = new Fleet({ ...common, databaseUrl: hostsUrl }, places)
    const client = new Client(fleet.running, this.config.crowd + purseGroups, new Random(this.config.seed + 3))
    this.made = { workload, fleet, client }
  }

  async audit(when: string): Promise<void> {
    this.audits += 1
    this.violations.push(...await violationsOf(this.url, when))
  }

  /** Some time later one host brings everything to its end; then all that was promised is looked for. */
  async conclude(): Promise<SiteReport> {
    const { fleet, workload } = this
    this.client.close()
    // The simulated provider hides answers for a while by the clock of whoever asked: no one was ahead of this one.
    const isHostTime = this.url.startsWith("sqlite:")
    const ahead = fleet.furthestAheadMs + (isHostTime ? afterwardsMs : soonAfterwardsMs)
    for (let n = 0; n < fleet.size; n++) await fleet.kill(n)
    if (!isHostTime) await setDatabaseClock(this.url, soonAfterwardsMs)
    this.receiver.isMoody = false
    const host = fleet.restart(0, ahead, "all")
    this.receiver.now = host.now
    await host.started
    const client = new Client(() => [host], this.config.crowd, this.random)
    // What the last steps of a story wait for may be due later.
    const hurrying = setInterval(() => void hurry(this.url).catch(() => undefined), hurryMs)
    await workload.finish(client)
    clearInterval(hurrying)
    const stuck = await drained(this.url)
    const remains = await Remains.read(this.url)
    const unanswered = workload.unanswered(remains)
    const lost = await workload.check(client, remains)
    client.close()
    const stopped = await host.stop()
    await this.audit("at the end")
    const evidence = await evidenceOf(this.url)
    const program = spawnSync(process.execPath, [auditProgram, this.url], { encoding: "utf8" })
    const { contradictions, refusals, ...counted } = workload.figures
    const doubled = doubledOf(evidence, workload.census)
    return {
      figures: {
        seed: this.config.seed,
        seconds: Math.round((performance.now() - this.startedAt) / 1_000),
        ...counted,
        refused: [...refusals.values()].reduce((sum, times) => sum + times, 0),
        lost: lost.length,
        doubled: doubled.length,
        audits: this.audits,
        "audit violations": this.violations.length,
        stories: [...workload.census].map(([kind, count]) => `${kind} ${count}`).join(", "),
        states: statesOf(evidence),
        events: evidence.of.event.size,
        "webhooks received": this.receiver.received,
        "events taken twice": [...this.receiver.taken.values()].filter((times) => times > 1).length,
        "ready ms (median, max)": spread(fleet.ready.map(({ wallMs }) => wallMs)),
        "of it not waiting for a processor": spread(fleet.ready.map(({ ownMs }) => ownMs)),
        "graceful stop ms": Math.round(stopped.ms)
      },
      problems: {
        lost,
        doubled,
        unanswered,
        refusals: [...refusals].map(([said, times]) => `${times} x ${said}`),
        contradictions,
        violations: this.violations,
        stuck,
        untold: untoldOf(evidence, this.receiver),
        faults: this.receiver.faults
      },
      stopped,
      logged: [...fleet.logged, ...host.errors],
      audited: { status: program.status, report: program.stdout + program.stderr }
    }
  }

  /** What it runs ends with it; another site of the same process goes on. */
  close(): void {
    this.made?.client.close()
    this.made?.fleet.end()
    this.receiver.close()
    rmSync(this.directory, { recursive: true, force: true })
  }

  private get there() {
    if (this.made === undefined) throw new Error("the site is not open")
    return this.made
  }
}
