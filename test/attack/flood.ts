// Strangers at ten connections of one address who ask again as soon as they are answered, and what others feel of it: the owner of a key
// and a probe, both at another address of this machine. The process is a real one; the strangers are another one, at the lowest
// priority. Rounds without and with the strangers take turns. What others feel is the time of an answer without what any of the
// threads between waited for a processor.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { constants, setPriority } from "node:os"
import { join } from "node:path"
import type { Greed } from "../bench/greedy.ts"
import { type HostProcess, declared, evmAddress, keyOf, scratch, startProcess } from "../support/host.ts"
import { send } from "../support/http.ts"
import { queuedMs, startWatch } from "../support/stopwatch.ts"

const rounds = 5
const samples = 150
const connections = 10
/** A probe comes after this many requests of the owner. */
const probeEvery = 5
const node = join(import.meta.dirname, "../../node_modules/.bin/node")

/** What others felt in a round, in milliseconds. */
interface Round {
  readonly p99: number
  readonly slowestProbe: number
}

/** What the rounds of a flood came to. */
export interface Felt {
  /** Medians over the rounds of the 99th percentile of an owner's requests, in milliseconds. */
  readonly quietP99: number
  readonly besideP99: number
  /** The median over the rounds of the slowest probe beside the strangers, in milliseconds. */
  readonly slowestProbe: number
  /** The most memory that the process took, in MiB. */
  readonly rssMiB: number
  /** How often strangers were answered what. */
  readonly answers: Readonly<Record<string, number>>
}

const localAddress = "127.0.0.2"
const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress })

const statusOf = (url: string, headers: Readonly<Record<string, string>>) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { agent, localAddress, headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode)).once("error", reject)
    }).once("error", reject).end()
  })

/** How long an answer takes, without what this thread and that of the other process waited for a processor. */
const timed = async (pid: number | undefined, url: string, headers: Readonly<Record<string, string>> = {}) => {
  const queuedBefore = queuedMs(pid)
  const passed = startWatch()
  const status = await statusOf(url, headers)
  if (status !== 200) throw new Error(`${url}: ${status}`)
  return Math.max(0, passed() - (queuedMs(pid) - queuedBefore))
}

const rssMiB = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** A process of strangers who are at it; `end` gives what they were answered. */
class Strangers {
  private readonly child: ChildProcess
  private text = ""

  private constructor(child: ChildProcess) {
    this.child = child
    child.stdout?.on("data", (chunk: Buffer) => this.text += chunk.toString())
  }

  static async start(greed: Greed): Promise<Strangers> {
    const file = join(scratch(), "greed.json")
    writeFileSync(file, JSON.stringify(greed))
    const script = join(import.meta.dirname, "../bench/greedy.ts")
    const child = spawn(node, [script, file], { stdio: ["ignore", "pipe", "inherit"] })
    const strangers = new Strangers(child)
    while (!strangers.text.includes("answered")) await once(child.stdout, "data")
    setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
    return strangers
  }

  async end(): Promise<Record<string, number>> {
    const closed = once(this.child, "close")
    this.child.kill("SIGTERM")
    await closed
    return JSON.parse(this.text.trim().split("\n").at(-1) ?? "") as Record<string, number>
  }
}

/** A process that strangers ask. Their address is what they say it is: a new one in every round. */
export class Flooded {
  private readonly host: HostProcess
  private addresses = 0

  private constructor(host: HostProcess) {
    this.host = host
  }

  static async start(): Promise<Flooded> {
    const host = await startProcess({
      accounts: [declared("acme")],
      variables: { PONTEPAY_TRUSTED_PROXIES: "127.0.0.1", PONTEPAY_AUDIT_INTERVAL_SECONDS: "0" },
      // The first as `npm start` has it. Without the second, its main thread would wait for others that wait for a processor.
      nodeOptions: ["--max-semi-space-size=8", "--single-threaded-gc"]
    })
    const body = { value: 5_000, asset: "USDC", network: "base", address: evmAddress, externalId: "order-1" }
    await send(host.base, { path: "/api/deposit/asset", key: keyOf("acme"), body })
    const flooded = new Flooded(host)
    await flooded.round()
    return flooded
  }

  stop(): Promise<unknown> {
    return this.host.stop()
  }

  /** Requests of others, one after the other. */
  private async round(): Promise<Round> {
    const { base, child } = this.host
    const owner = { authorization: `Bearer ${keyOf("acme")}` }
    const [times, probes]: [Array<number>, Array<number>] = [[], []]
    for (let n = 0; n < samples; n++) {
      times.push(await timed(child.pid, `${base}/api/deposit/asset/order-1`, owner))
      if (n % probeEvery === 0) probes.push(await timed(child.pid, `${base}/health`))
    }
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(samples * 0.99)] ?? 0
    return { p99, slowestProbe: Math.max(...probes) }
  }

  /** What others feel of strangers who want one thing again and again. */
  async by(path: string): Promise<Felt> {
    const [quiet, beside]: [Array<Round>, Array<Round>] = [[], []]
    const answers: Record<string, number> = {}
    let most = 0
    for (let n = 0; n < rounds; n++) {
      quiet.push(await this.round())
      const headers = { "x-forwarded-for": `198.51.100.${this.addresses++}` }
      const strangers = await Strangers.start({
        port: Number(new URL(this.host.base).port),
        connections,
        wanted: [{ method: "GET", path, headers }]
      })
      beside.push(await this.round())
      most = Math.max(most, rssMiB(this.host.child.pid))
      for (const [status, count] of Object.entries(await strangers.end())) {
        answers[status] = (answers[status] ?? 0) + count
      }
    }
    return {
      quietP99: median(quiet.map(({ p99 }) => p99)),
      besideP99: median(beside.map(({ p99 }) => p99)),
      slowestProbe: median(beside.map((round) => round.slowestProbe)),
      rssMiB: most,
      answers
    }
  }
}
