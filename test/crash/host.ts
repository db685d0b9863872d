// The real host as a child process that can be killed: started on a data plane, ready when it says so. Its clock can be
// ahead, because a process that comes back later finds the leases of the dead one ended.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"

const main = join(import.meta.dirname, "../../hosts/http/main.ts")

/** Processes that were started here and have not ended. */
const running = new Set<ChildProcess>()

/** Ends whatever is still running; for the end of a test, however it ends. */
export const endAll = (): void => {
  for (const child of running) child.kill("SIGKILL")
}

export interface Host {
  readonly port: number
  /** Milliseconds from the start of the process to its first answer, and how long of it a processor was not free. */
  readonly readyMs: number
  readonly queuedMs: number
  /** The host's own time. */
  readonly now: () => number
  readonly isDead: () => boolean
  /** What it logged as an error so far. */
  readonly errors: () => ReadonlyArray<string>
  /** Kills it as the machine would: nothing is finished, nothing is said. */
  readonly kill: () => Promise<void>
  /** Asks it to stop; its exit code and how long it took. */
  readonly stop: () => Promise<{ readonly code: number | null; readonly ms: number }>
}

export interface HostConfig {
  readonly directory: string
  readonly databaseUrl: string
  readonly bootstrapFile: string
  readonly clockAheadMs: number
}

// Linux counts how long a thread was ready to run but had to wait for a processor; elsewhere nothing is known.
const queuedMs = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[1]) / 1_000_000
  } catch {
    return 0
  }
}

const ahead = (ms: number): string =>
  `data:text/javascript,${encodeURIComponent(`const now = Date.now; Date.now = () => now() + ${ms}`)}`

/** Starts a host and waits until it is ready; rejects with what it wrote when it ends before. */
export const startHost = async (config: HostConfig): Promise<Host> => {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ["--import", ahead(config.clockAheadMs), main], {
    cwd: config.directory,
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      DATABASE_URL: config.databaseUrl,
      PONTEPAY_BOOTSTRAP_FILE: config.bootstrapFile,
      PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true",
      NODE_COMPILE_CACHE: join(config.directory, "compiled"),
      LOG_LEVEL: "error"
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  running.add(child)
  const ended = once(child, "exit").then(() => running.delete(child))
  let errors = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => errors += text)
  const port = await readyPort(child)
  if (port === undefined || child.pid === undefined) {
    await ended
    throw new Error(`The host ended before it was ready: ${errors}`)
  }
  const readyMs = performance.now() - startedAt
  return {
    port,
    readyMs,
    queuedMs: queuedMs(child.pid),
    now: () => Date.now() + config.clockAheadMs,
    errors: () => errors.split("\n").filter((line) => line !== ""),
    isDead: () => child.killed || !running.has(child),
    kill: async () => {
      child.kill("SIGKILL")
      await ended
    },
    stop: async () => {
      const askedAt = performance.now()
      child.kill("SIGTERM")
      await ended
      return { code: child.exitCode, ms: performance.now() - askedAt }
    }
  }
}

const readyPort = async (child: ChildProcess): Promise<number | undefined> => {
  if (child.stdout === null) return undefined
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) {
    const port = /^\s*API\s+http:\/\/[^:]+:(\d+)$/.exec(line)?.[1]
    if (port !== undefined) {
      child.stdout.resume()
      return Number(port)
    }
  }
  return undefined
}
