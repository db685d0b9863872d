// The real host as a child process that can be killed, at any moment from its first on: started on a data plane, ready
// when it answers. Its clock can be ahead or behind, and can be set while it runs.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"
import { hostProgram } from "../support/built.ts"
import { within } from "./within.ts"
import { queuedMs } from "../support/stopwatch.ts"

const [clock, dieAt] = ["clock.ts", "die-at.ts"].map((name) => pathToFileURL(join(import.meta.dirname, name)).href)

/** Processes that were started here and have not ended. */
const running = new Set<ChildProcess>()

/** Ends whatever is still running; for the end of a test, however it ends. */
export const endAll = (): void => {
  for (const child of running) child.kill("SIGKILL")
}

export type Role = "all" | "http" | "worker"

export interface HostConfig {
  readonly directory: string
  readonly databaseUrl: string
  readonly bootstrapFile: string
  readonly clockAheadMs: number
  readonly role?: Role
  /** A text: it dies by the commit that stores it. */
  readonly diesAt?: string
}

// What a process that stands still is doing, by Linux: the state of each of its threads, and where in the kernel it waits.
const doing = (pid: number | undefined): string => {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}`)
    return threads.map((thread) => {
      const [name, state] = /\((.*)\) (\S)/.exec(readFileSync(`${thread}/stat`, "utf8"))?.slice(1) ?? []
      return `${name} ${state} ${readFileSync(`${thread}/wchan`, "utf8")}`
    }).join(", ")
  } catch (cause) {
    return String(cause)
  }
}

/** A host that neither starts nor stops in this time stands still, however slow the machine is. */
const standstillMs = 120_000

export class Host {
  readonly role: Role
  /** Undefined until it is ready, and for a worker. */
  port: number | undefined
  /** Milliseconds from the start of the process to its first answer, and how long of it a processor was not free. */
  readyMs: number | undefined
  queuedMs = 0
  /** Resolves when it is ready or has ended, rejects when it does neither. */
  readonly started: Promise<void>
  readonly ended: Promise<void>
  private clockAheadMs: number
  private readonly child: ChildProcess
  private said = ""

  constructor(config: HostConfig) {
    const startedAt = performance.now()
    this.role = config.role ?? "all"
    this.clockAheadMs = config.clockAheadMs
    const { diesAt } = config
    const loaded = [
      `${clock}?ms=${config.clockAheadMs}`,
      ...diesAt === undefined ? [] : [`${dieAt}?stored=${encodeURIComponent(diesAt)}`]
    ]
    this.child = spawn(process.execPath, [...loaded.flatMap((url) => ["--import", url]), hostProgram], {
      cwd: config.directory,
      env: {
        PATH: process.env["PATH"],
        PORT: "0",
        DATABASE_URL: config.databaseUrl,
        PONTEPAY_ROLE: this.role,
        PONTEPAY_BOOTSTRAP_FILE: config.bootstrapFile,
        PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true",
        NODE_COMPILE_CACHE: join(config.directory, "compiled"),
        LOG_LEVEL: "error"
      },
      stdio: ["ignore", "pipe", "pipe", "ipc"]
    })
    running.add(this.child)
    this.ended = once(this.child, "exit").then(() => void running.delete(this.child))
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => this.said += text)
    this.started = this.within("its start", Promise.race([this.untilReady(startedAt), this.ended]))
  }

  /** The host's own time. */
  readonly now = (): number => Date.now() + this.clockAheadMs

  get isDead(): boolean {
    return this.child.killed || !running.has(this.child)
  }

  /** Takes requests. */
  get isServing(): boolean {
    return this.port !== undefined && !this.isDead
  }

  /** How it ended by itself; null while it runs and when it was killed. */
  get exitCode(): number | null {
    return this.child.exitCode
  }

  /** What it logged as an error so far. */
  get errors(): ReadonlyArray<string> {
    return this.said.split("\n").filter((line) => line !== "")
  }

  /** Milliseconds for which it was ready to run and no processor was free, since it began. */
  queuedNow(): number {
    return queuedMs(this.child.pid)
  }

  setClock(aheadMs: number): void {
    this.clockAheadMs = aheadMs
    this.child.send({ clockAheadMs: aheadMs })
  }

  /** Kills it as the machine would: nothing is finished, nothing is said. */
  async kill(): Promise<void> {
    this.child.kill("SIGKILL")
    await this.ended
  }

  /** Asks it to stop; its exit code and how long it took. */
  async stop(): Promise<{ readonly code: number | null; readonly ms: number }> {
    const askedAt = performance.now()
    this.child.kill("SIGTERM")
    await this.within("its stop", this.ended)
    return { code: this.child.exitCode, ms: performance.now() - askedAt }
  }

  private within<A>(what: string, wait: Promise<A>): Promise<A> {
    return within(
      standstillMs,
      `${what} of host ${this.child.pid}`,
      wait,
      () => `It said "${this.said}", exit code ${this.exitCode}, threads: ${doing(this.child.pid)}`
    )
  }

  // A worker says nothing when it begins: what it does is seen in the data.
  private async untilReady(startedAt: number): Promise<void> {
    const { stdout } = this.child
    if (this.role === "worker" || stdout === null) return
    for await (const line of createInterface({ input: stdout })) {
      const port = /^\s*API\s+http:\/\/[^:]+:(\d+)$/.exec(line)?.[1]
      if (port === undefined) continue
      stdout.resume()
      this.readyMs = performance.now() - startedAt
      this.queuedMs = queuedMs(this.child.pid)
      this.port = Number(port)
      return
    }
  }
}

/** Starts a host and waits until it is ready; rejects with what it wrote when it ends before. */
export const startHost = async (config: HostConfig): Promise<Host> => {
  const host = new Host(config)
  await host.started
  if (host.isDead) throw new Error(`The host ended before it was ready: ${host.errors.join("\n")}`)
  return host
}
