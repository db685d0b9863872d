// The service, as a process of its own, beside strangers: whether it lives, what memory it takes, how soon it says that it lives, and
// how much longer a tenant's requests take. Times leave out those in which others have the processor.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { Agent, request as ask } from "node:http"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { evmAddress, startProcess } from "../support/host.ts"
import { queuedMs, startWatch } from "../support/stopwatch.ts"
import type { Stranger } from "./stranger.ts"

const rounds = 5
const samples = 300
const probes = 10

const file = (name: string): string => join(import.meta.dirname, name)

interface Asked {
  /** The address that it comes from; each is this machine. */
  readonly from: string
  readonly path: string
  readonly key?: string
  /** Sent as JSON. */
  readonly body?: object
  /** A connection of its own where it is missing. */
  readonly agent?: Agent
}

interface Answered {
  readonly status: number
  /** What the service has computed since it was sent, in milliseconds. */
  readonly computedMs: number
}

const answerTo = ({ port }: URL, { agent, body, from, key, path }: Asked): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = {
      "x-sent-at": String(process.hrtime.bigint() / 1_000n),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(text === undefined ? {} : { "content-type": "application/json", "content-length": text.length })
    }
    const method = body === undefined ? "GET" : "POST"
    const options = { method, port, path, headers, host: "127.0.0.1", localAddress: from, agent: agent ?? false }
    const sent = ask(options, (answer) => {
      const computedMs = Number(answer.headers["x-computed-since"]) / 1_000
      answer.resume().once("end", () => resolve({ status: answer.statusCode ?? 0, computedMs }))
    })
    sent.once("error", reject).end(text)
  })

const at = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

/** The 99th percentile of what the service computes, for whomever it is, until a tenant's deposit is answered. */
const tenantMs = async (base: URL, key: string): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const body = { value: 5_000, asset: "USDC", network: "base", address: evmAddress }
  const asked = { key, agent, body, from: "127.0.0.3", path: "/api/deposit/asset" }
  const times: Array<number> = []
  for (let sample = 0; sample < samples; sample++) {
    const { computedMs, status } = await answerTo(base, asked)
    if (status !== 200) throw new Error(`the tenant was answered ${status}`)
    times.push(computedMs)
  }
  agent.destroy()
  return at(times, 0.99)
}

/** The longest time in which the service says that it lives, to an address that it has not seen, on a connection of its own. */
const healthMs = async (base: URL, pid: number | undefined): Promise<number> => {
  const times: Array<number> = []
  for (let probe = 0; probe < probes; probe++) {
    const [watch, queued] = [startWatch(), queuedMs(pid)]
    const { status } = await answerTo(base, { from: "127.0.0.2", path: "/health" })
    if (status !== 200) throw new Error(`the probe was answered ${status}`)
    times.push(watch() - (queuedMs(pid) - queued))
  }
  return at(times, 1 - 1 / probes)
}

const peakMiB = (pid: number | undefined): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024

/** A test that takes too long leaves nothing behind. */
const endedWithUs = (child: ChildProcess): void => {
  const end = () => child.kill("SIGKILL")
  process.once("exit", end)
  child.once("close", () => process.off("exit", end))
}

/** Runs something while strangers are at work. */
const beside = async <A>(stranger: Stranger, work: () => Promise<A>): Promise<A> => {
  const child = spawn(process.execPath, [file("stranger.ts"), JSON.stringify(stranger)], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = once(child, "close")
  endedWithUs(child)
  try {
    await Promise.race([once(child.stdout, "data"), ended])
    return await work()
  } finally {
    child.kill("SIGKILL")
    await ended
  }
}

export interface Endured {
  /** The most memory that the process had. */
  readonly peakMiB: number
  /** The longest that a probe waited, in the middle one of the rounds. */
  readonly healthMs: number
  /** The 99th percentile of a tenant's requests beside strangers, as a multiple of that without any: medians of the rounds. */
  readonly slower: number
}

/** What a service makes of strangers. Rounds without and with them take turns. */
export const endure = async (stranger: Omit<Stranger, "port">): Promise<Endured> => {
  const host = await startProcess({
    nodeOptions: ["--max-semi-space-size=8", "--import", pathToFileURL(file("computed.ts")).href]
  })
  const { child, key } = host
  endedWithUs(child)
  const base = new URL(host.base)
  const plan = { ...stranger, port: Number(base.port) }
  try {
    // The first rounds make the service quick.
    for (let round = 0; round < rounds; round++) await tenantMs(base, key)
    const measured: Array<{ readonly quiet: number; readonly loud: number; readonly health: number }> = []
    for (let round = 0; round < rounds; round++) {
      // Connections of the round before are closed by then.
      await healthMs(base, child.pid)
      const quiet = await tenantMs(base, key)
      measured.push(
        await beside(plan, async () => ({
          quiet,
          loud: await tenantMs(base, key),
          health: await healthMs(base, child.pid)
        }))
      )
    }
    const middle = (which: (one: (typeof measured)[number]) => number) => at(measured.map(which), 0.5)
    return {
      healthMs: middle(({ health }) => health),
      slower: middle(({ loud }) => loud) / middle(({ quiet }) => quiet),
      peakMiB: peakMiB(child.pid)
    }
  } finally {
    child.kill("SIGKILL")
  }
}
