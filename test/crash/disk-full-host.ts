// The real host on a disk of the test's own, as a child process.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { hostProgram } from "../support/built.ts"
import { type Variables, providerSecret } from "../support/host.ts"

export interface DiskHost {
  readonly base: string
  readonly pid: number
  readonly stop: () => Promise<number | null>
}

/** A command that runs a script by a command that begins with `enter`. */
export const run = (enter: ReadonlyArray<string>, ...script: ReadonlyArray<string>) => {
  const [command = process.execPath, ...args] = enter
  return { command, args: enter.length === 0 ? script : [...args, process.execPath, ...script] }
}

const running = new Set<ChildProcess>()

/** Ends whatever is still running; for the end of a test, however it ends. */
export const endAll = (): void => {
  for (const child of running) child.kill("SIGKILL")
}

/** Starts a host by a command that begins with `enter`; what it wrote, as text, when it ends before it is ready. */
export const startOn = async (enter: ReadonlyArray<string>, variables: Variables): Promise<DiskHost | string> => {
  const { args, command } = run(enter, hostProgram)
  const child = spawn(command, args, {
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      LOG_LEVEL: "none",
      PONTEPAY_SANDBOX_PROVIDER_SECRET: providerSecret,
      ...variables
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  running.add(child)
  const closed = once(child, "close").then(() => running.delete(child))
  let said = ""
  const base = new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString()
      const address = /^\s*API\s+(http\S+)$/m.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
  child.stderr.on("data", (chunk: Buffer) => said += chunk.toString())
  const ready = await Promise.race([base, closed.then(() => undefined)])
  if (ready === undefined || child.pid === undefined) return said
  return {
    base: ready,
    pid: child.pid,
    stop: async () => {
      child.kill("SIGTERM")
      await closed
      return child.exitCode
    }
  }
}
