// Strangers at ten connections of one address who ask again as soon as they are answered, and what others feel of it: an owner of a key
// and a probe at another address of this machine. The process is a real one, the strangers are another one at the lowest priority.
// What others feel is measured without the waits of any process for a processor, in rounds with and without the strangers in turn.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { constants, setPriority } from "node:os"
import { join } from "node:path"
import type { Greed } from "../bench/greedy.ts"
import { type HostProcess, declared, evmAddress, keyOf, scratch, startProcess } from "../support/host.ts"
import { queuedMs, startWatch } from "../support/stopwatch.ts"

const rounds = 5
const samples = 150
const connections = 10
const from = "127.0.0.2"
const node = join(import.meta.dirname, "../../node_modules/.bin/node")

/** What the rounds of a flood came to. Times are in milliseconds. */
export interface Felt {
  /** Medians over the rounds of the 99th percentile of an owner's requests. */
  readonly quietP99: number
  readonly besideP99: number
  /** The median over the rounds of the slowest answer to a probe beside the strangers. */
  readonly slowestProbe: number
  /** The most memory that the process took, in MiB. */
  readonly rssMiB: number
  /** How often strangers were answered what. */
  readonly answers: Readonly<Record<string, number>>
}

const owner = { authorization: `Bearer ${keyOf("acme")}`, "content-type": "application/json" }

const agent = new Agent({ keepAlive: true, maxSockets: 2, localAddress: from })

const ask = (base: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST"
    request(base + path, { agent, localAddress: from, method, headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode)).once("error", reject)
    }).once("error", reject).end(body)
  })

/** How long something takes that this process and another one do in turn, without what either waited for a processor. */
const timed = async (pid: number | undefined, work: () => Promise<number | undefined>): Promise<number> => {
  const queuedBefore = queuedMs(pid)
  const passed = startWatch()
  const status = await work()
  if (status !== 200) throw new Error(`another one was answered ${status}`)
  return Math.max(0, passed() - (queuedMs(pid) - queuedBefore))
}

const rssMiB = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024

const p99 = (times: ReadonlyArray<number>): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const stop = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, "close")
  child.kill("SIGTERM")
  await ended
}

const greedy = async (greed: Greed): Promise<{ readonly end: () => Promise<Record<string, number>> }> => {
  const file = join(scratch(), "greed.json")
  writeFileSync(file, JSON.stringify(greed))
  const child = spawn(node, [join(import.meta.dirname, "../bench/greedy.ts"), file], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => output += chunk.toString())
  await once(child.stdout, "data")
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
  return {
    end: async () => {
      await stop(child)
      return JSON.parse(output.trim().split("\n").at(-1) ?? "{}") as Record<string, number>
    }
  }
}

/** A process that strangers ask. Their address is what they say it is: a new one in every round. */
export class Flooded {
  private readonly host: HostProcess
  private strangers = 0

  private constructor(host: HostProcess) {
    this.host = host
  }

  static async start(): Promise<Flooded> {
    const host = await startProcess({
      accounts: [declared("acme")],
      variables: { PONTEPAY_TRUSTED_PROXIES: "127.0.0.1", PONTEPAY_AUDIT_INTERVAL_SECONDS: "0" },
      // Its main thread would wait for others that wait for a processor.
      nodeOptions: ["--single-threaded-gc"]
    })
    const body = { value: 5_000, asset: "USDC", network: "base", address: evmAddress, externalId: "order-1" }
    await ask(host.base, "/api/deposit/asset", owner, JSON.stringify(body))
    const flooded = new Flooded(host)
    await flooded.owner()
    return flooded
  }

  stop(): Promise<unknown> {
    return this.host.stop()
  }

  private async owner(): Promise<ReadonlyArray<number>> {
    const { base, child } = this.host
    const times: Array<number> = []
    for (let n = 0; n < samples; n++) {
      times.push(await timed(child.pid, () => ask(base, "/api/deposit/asset/order-1", owner)))
    }
    return times
  }

  private async probes(during: Promise<unknown>): Promise<number> {
    let [slowest, isOver] = [0, false]
    void during.finally(() => {
      isOver = true
    })
    while (!isOver) {
      const probed = await timed(this.host.child.pid, () => ask(this.host.base, "/health"))
      slowest = Math.max(slowest, probed)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return slowest
  }

  /** What others feel of strangers who want one thing again and again. */
  async by(path: string): Promise<Felt> {
    const [quiet, beside, probes]: [Array<number>, Array<number>, Array<number>] = [[], [], []]
    const answers: Record<string, number> = {}
    let most = 0
    for (let round = 0; round < rounds; round++) {
      quiet.push(p99(await this.owner()))
      const headers = { "x-forwarded-for": `198.51.100.${this.strangers++}` }
      const strangers = await greedy({
        port: Number(new URL(this.host.base).port),
        connections,
        wanted: [{ method: "GET", path, headers }]
      })
      const owner = this.owner()
      probes.push(await this.probes(owner))
      beside.push(p99(await owner))
      most = Math.max(most, rssMiB(this.host.child.pid))
      for (const [status, count] of Object.entries(await strangers.end())) {
        answers[status] = (answers[status] ?? 0) + count
      }
    }
    return { quietP99: median(quiet), besideP99: median(beside), slowestProbe: median(probes), rssMiB: most, answers }
  }
}
