// What is measured: a server in a process of its own, loaded from another process, its costs read from the kernel.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"

export interface Subject {
  readonly name: string
  readonly port: number
  readonly pid: number
  /** Bytes that its store takes on disk. */
  readonly storedBytes: () => number | Promise<number>
}

export interface Load {
  readonly connections: number
  readonly seconds: number
  readonly keys: ReadonlyArray<string>
  readonly run: string
}

/** One measured round; per request where it says so. */
export interface Round {
  readonly rps: number
  readonly p50: number
  readonly p99: number
  readonly cpuMicros: number
  readonly bytes: number
  readonly rssMiB: number
}

export interface StartedSubject extends Subject {
  readonly process: ChildProcess
}

/** Starts a script and waits for the line that tells its port. */
export const startSubject = async (parts: {
  readonly name: string
  readonly script: string
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly ready: RegExp
  readonly storedBytes: Subject["storedBytes"]
}): Promise<StartedSubject> => {
  const child = spawn(process.execPath, [parts.script, ...parts.args], {
    cwd: parts.cwd,
    env: { ...process.env, ...parts.env },
    stdio: ["ignore", "pipe", "inherit"]
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const port = parts.ready.exec(line)?.[1]
    if (port !== undefined && child.pid !== undefined) {
      return { name: parts.name, process: child, pid: child.pid, port: Number(port), storedBytes: parts.storedBytes }
    }
  }
  throw new Error(`${parts.script} ended before it was ready`)
}

// User and system time of a process in microseconds, from ticks of 10 ms.
const cpuMicros = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

const rssMiB = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024

/** Loads a subject and answers what it took; a refused or broken request makes the round worthless. */
export const measure = async (subject: Subject, load: Load): Promise<Round> => {
  const { pid } = subject
  const [cpuBefore, bytesBefore] = [cpuMicros(pid), await subject.storedBytes()]
  const loader = spawn(
    process.execPath,
    [join(import.meta.dirname, "load.ts"), JSON.stringify({ port: subject.port, ...load })],
    { stdio: ["ignore", "pipe", "inherit"] }
  )
  let output = ""
  loader.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString()
  })
  await once(loader, "exit")
  const result = JSON.parse(output) as Round & { requests: number; non2xx: number; socketErrors: number }
  if (result.non2xx + result.socketErrors > 0) {
    throw new Error(`${subject.name}: ${result.non2xx} refused, ${result.socketErrors} broken`)
  }
  return {
    rps: result.rps,
    p50: result.p50,
    p99: result.p99,
    cpuMicros: (cpuMicros(pid) - cpuBefore) / result.requests,
    bytes: (await subject.storedBytes() - bytesBefore) / result.requests,
    rssMiB: rssMiB(pid)
  }
}
